/** So many of one channel are sent at once. */
const mostOfChannel = 5;
/** So many in all: beside as many that hang, there is room for every other channel of a large site. */
const mostOfAll = 64;

interface ChannelSlots {
  busy: number;
  /** Its last try failed: until one arrives, more than one at once would only take room from others. */
  isFailing: boolean;
  /** In ms since 1970; the receiver asked to be left alone until then. */
  heldUntil: number;
}

/** Who may send how much at once, so that a receiver that is slow or hangs delays nobody but itself. */
export class DeliverySlots {
  private readonly channels = new Map<string, ChannelSlots>();

  /** How many more deliveries each channel may begin now; channels that may begin none are left out. */
  free(channels: readonly string[], nowMs: number): ReadonlyMap<string, number> {
    const rooms = new Map<string, number>();
    let left = mostOfAll - [...this.channels.values()].reduce((sum, { busy }) => sum + busy, 0);
    const waiting = channels.toSorted((a, b) => this.of(a).busy - this.of(b).busy);
    // One for each in turn, those first that have the least under way.
    for (let round = 1; round <= mostOfChannel && left > 0; round += 1) {
      for (const id of waiting) {
        if (left === 0) break;
        if (this.roomOf(id, nowMs) < round) continue;
        rooms.set(id, round);
        left -= 1;
      }
    }
    return rooms;
  }

  begin(channel: string): void {
    const slots = this.of(channel);
    slots.busy += 1;
    this.channels.set(channel, slots);
  }

  /** `hasFailed` null: nothing was learned. */
  end(channel: string, hasFailed: boolean | null, heldUntilMs = 0): void {
    const slots = this.of(channel);
    slots.busy -= 1;
    slots.isFailing = hasFailed ?? slots.isFailing;
    slots.heldUntil = Math.max(slots.heldUntil, heldUntilMs);
    if (slots.busy === 0 && !slots.isFailing && slots.heldUntil === 0) this.channels.delete(channel);
  }

  /** When a channel that was asked to wait may go on; null: none waits. */
  nextRelease(nowMs: number): number | null {
    const times = [...this.channels.values()].map(({ heldUntil }) => heldUntil).filter((time) => time > nowMs);
    return times.length === 0 ? null : Math.min(...times);
  }

  private roomOf(channel: string, nowMs: number): number {
    const { busy, isFailing, heldUntil } = this.of(channel);
    return heldUntil > nowMs ? 0 : (isFailing ? 1 : mostOfChannel) - busy;
  }

  private of(channel: string): ChannelSlots {
    return this.channels.get(channel) ?? { busy: 0, isFailing: false, heldUntil: 0 };
  }
}
