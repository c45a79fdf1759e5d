import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { type Channel, isOpen } from '../../../domain/channel.js';
import { Clock } from '../../../domain/clock.js';
import { LockConnection } from '../../../database/lock-connection.js';
import { LOG } from '../../../platform/logging/log.js';
import { settleWithin } from '../../../platform/timing.js';
import { ActiveChannels } from '../channels/active-channels.js';
import { deliveriesChannel } from './delivery.js';
import { type ClaimedDelivery } from './delivery-queue.repository.js';
import { DeliverySending } from './delivery-sending.service.js';

/** Concurrent deliveries of one channel. */
const mostOfChannel = 5;
/** Concurrent deliveries in total: even if this many hang, there is room for every other channel of a large site. */
const mostOfAll = 64;

interface ChannelSlots {
  busy: number;
  /** Its last try failed: until one succeeds, more than one at a time would only block other channels. */
  isFailing: boolean;
  /** In ms since 1970; the receiver requested a pause until then. */
  pausedUntil: number;
}

/** Limits concurrent deliveries per channel, so that a slow or hanging receiver delays only its own. */
export class ChannelConcurrency {
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
  end(channel: string, hasFailed: boolean | null, pausedUntilMs = 0): void {
    const slots = this.of(channel);
    slots.busy -= 1;
    slots.isFailing = hasFailed ?? slots.isFailing;
    slots.pausedUntil = Math.max(slots.pausedUntil, pausedUntilMs);
    if (slots.busy === 0 && !slots.isFailing && slots.pausedUntil === 0) this.channels.delete(channel);
  }

  /** When the first paused channel may continue; null: none is paused. */
  nextRelease(nowMs: number): number | null {
    const times = [...this.channels.values()].map(({ pausedUntil }) => pausedUntil).filter((time) => time > nowMs);
    return times.length === 0 ? null : Math.min(...times);
  }

  private roomOf(channel: string, nowMs: number): number {
    const { busy, isFailing, pausedUntil } = this.of(channel);
    return pausedUntil > nowMs ? 0 : (isFailing ? 1 : mostOfChannel) - busy;
  }

  private of(channel: string): ChannelSlots {
    return this.channels.get(channel) ?? { busy: 0, isFailing: false, pausedUntil: 0 };
  }
}

const sweepMs = 5_000;
const stopLimitMs = 5_000;

/**
 * Sends due deliveries. Each claim is one statement, each result one transaction: claims of a process that died are claimed again
 * after their lease, so that everything is sent at least once and nothing waits forever.
 */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly slots = new ChannelConcurrency();
  private readonly sends = new Set<Promise<void>>();
  private readonly ending = new AbortController();
  private running: Promise<void> | null = null;
  private isWanted = false;
  private timer: NodeJS.Timeout | null = null;
  private stopListening: () => void = () => undefined;
  private stopWatching: () => void = () => undefined;

  constructor(
    private readonly sending: DeliverySending,
    private readonly channels: ActiveChannels,
    private readonly session: LockConnection,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const wake = (): void => void this.sendDue();
    this.stopListening = this.session.listen(deliveriesChannel, wake);
    this.stopWatching = this.channels.onChange(wake);
    wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.ending.abort();
    this.stopListening();
    this.stopWatching();
    if (this.timer) clearTimeout(this.timer);
    await this.running;
    await settleWithin(this.settled(), stopLimitMs);
  }

  @Interval(sweepMs)
  async onTick(): Promise<void> {
    if (this.ending.signal.aborted) return;
    try {
      await this.sending.sweep();
    } catch (error) {
      this.log.warn({ err: error }, 'Could not reclaim expired deliveries; will retry.');
    }
    await this.sendDue();
  }

  /** Returns when all due deliveries for which there is room have been started. */
  async sendDue(): Promise<void> {
    this.isWanted = true;
    this.running ??= this.begin().finally(() => (this.running = null));
    await this.running;
  }

  /** Returns when nothing is being sent. */
  async settled(): Promise<void> {
    while (this.sends.size > 0) await Promise.all(this.sends);
  }

  private async begin(): Promise<void> {
    while (this.isWanted && !this.ending.signal.aborted) {
      this.isWanted = false;
      try {
        await this.claimAndSend();
      } catch (error) {
        this.log.warn({ err: error }, 'Could not claim deliveries; will retry.');
      }
    }
  }

  private async claimAndSend(): Promise<void> {
    const open = new Map((await this.channels.all()).filter(isOpen).map((channel) => [channel.id, channel]));
    const nowMs = this.clock.now().getTime();
    const rooms = this.slots.free([...open.keys()], nowMs);
    const claimed = rooms.size === 0 ? [] : await this.sending.claim(rooms);
    for (const delivery of claimed) {
      const channel = open.get(delivery.channelId);
      if (channel) this.send(delivery, channel);
    }
    const next = await this.sending.nextDue([...open.keys()]);
    this.wakeAt(next, this.slots.nextRelease(nowMs));
  }

  private send(delivery: ClaimedDelivery, channel: Channel): void {
    this.slots.begin(channel.id);
    const send = this.sending.send(delivery, channel, this.ending.signal).then((result) => {
      this.slots.end(channel.id, result.hasFailed, result.pausedUntilMs);
      this.sends.delete(send);
      void this.sendDue();
    });
    this.sends.add(send);
  }

  private wakeAt(due: Date | null, releaseMs: number | null): void {
    if (this.timer) clearTimeout(this.timer);
    const times = [due?.getTime() ?? null, releaseMs].filter((time) => time !== null);
    // A timer of weeks overflows; the sweep runs long before.
    const pauseMs = Math.min(...times) - this.clock.now().getTime();
    if (times.length === 0 || pauseMs > sweepMs || this.ending.signal.aborted) return;
    this.timer = setTimeout(() => void this.sendDue(), Math.max(0, pauseMs)).unref();
  }
}
