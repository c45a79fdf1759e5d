import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { type Channel, isOpen } from '../../../domain/channel.js';
import { Clock } from '../../../domain/clock.js';
import { type EventEnvelope } from '../../../domain/event.js';
import { type Notification, type RecipientOutcome, type SendOutcome } from '../../../domain/notification.js';
import { InstanceLiveness } from '../../../database/instance-liveness.js';
import { LockConnection } from '../../../database/lock-connection.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { LOG } from '../../../platform/logging/log.js';
import { settleWithin, sleep } from '../../../platform/timing.js';
import { ActiveChannels } from '../channels/active-channels.js';
import { NotificationSender } from '../notification-sender.js';
import { deliveriesChannel, kindsWithoutEvents } from './delivery.js';
import { DeliveryOutcomes, retryPeriodMs, type Try } from './delivery-outcomes.service.js';
import { type ClaimedDelivery, DeliveryQueue } from './delivery-queue.repository.js';
import { announceDeliveries } from './fan-out.repository.js';

/** Longer than any try may take and its result needs to be written. */
const leaseMs = 60_000;
const sendLimitMs = 40_000;
/** Before each further try to note a result, which costs less than sending again. */
const notePausesMs = [0, 200, 2_000, 5_000];
/** A process that does not show itself may only have lost its connection: it is given the time that most tries take. */
const ofDeadLeaseMs = 40_000;
/** Longest pause that a receiver can request for deliveries not yet tried. */
const maxPauseMs = 5 * 60_000;

/** What the worker learns of a try. `hasFailed` null: nothing. */
export interface SendReport {
  readonly hasFailed: boolean | null;
  readonly pausedUntilMs: number;
}

/** The content of one try. */
interface Message {
  readonly delivery: ClaimedDelivery;
  readonly channel: Channel;
  readonly notice: Notification;
  /** What a mail server answered for recipients on earlier tries. */
  readonly earlier: readonly RecipientOutcome[];
}

const learnedNothing: SendReport = { hasFailed: null, pausedUntilMs: 0 };

/** One delivery from its claim to its result. */
@Injectable()
export class DeliverySending {
  constructor(
    private readonly queue: DeliveryQueue,
    private readonly sender: NotificationSender,
    private readonly outcomes: DeliveryOutcomes,
    private readonly presence: InstanceLiveness,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  claim(rooms: ReadonlyMap<string, number>): Promise<ClaimedDelivery[]> {
    const now = this.clock.now();
    const leasedUntil = new Date(now.getTime() + leaseMs);
    const deadline = new Date(now.getTime() + retryPeriodMs);
    return this.queue.claim({ rooms, now, leasedUntil, deadline, owner: this.presence.id });
  }

  nextDue(channels: readonly string[]): Promise<Date | null> {
    return this.queue.nextDue(channels, this.clock.now());
  }

  /** Never throws: what cannot be noted is sent again once its lease has run out. */
  async send(delivery: ClaimedDelivery, channel: Channel, ending: AbortSignal): Promise<SendReport> {
    try {
      const events = await this.queue.eventsOf(delivery.id);
      if (!kindsWithoutEvents.includes(delivery.kind) && events.length === 0) {
        await this.outcomes.markFailed(
          delivery,
          channel,
          'Its events are no longer stored, so there is nothing to send.',
        );
        return learnedNothing;
      }
      const earlier = channel.target.kind === 'email' ? await this.queue.recipientsOf(delivery) : [];
      return await this.try({ delivery, channel, notice: noticeOf(delivery, events), earlier }, ending);
    } catch (error) {
      const about = { err: error, channel: channel.name, delivery: delivery.id };
      this.log.error(about, 'Could not record the result of a delivery; it is sent again when its lease expires.');
      return learnedNothing;
    }
  }

  /** Reclaims deliveries of ended processes, and reports channels that fail for long. */
  async sweep(): Promise<void> {
    const now = this.clock.now();
    const before = new Date(now.getTime() + ofDeadLeaseMs);
    const dead: number[] = [];
    for (const owner of await this.queue.owners(before)) {
      if (owner !== this.presence.id && !(await this.presence.isAlive(owner))) dead.push(owner);
    }
    await this.unitOfWork.run(async (transaction) => {
      const count = await this.queue.takeBack(transaction, now, before, dead);
      if (count > 0) await announceDeliveries(transaction);
    });
    await this.outcomes.reportLongFailures();
  }

  private async try(message: Message, ending: AbortSignal): Promise<SendReport> {
    const { delivery, channel } = message;
    const at = this.clock.now();
    const startedMs = performance.now();
    const outcome = await this.outcomeOf(message, ending);
    // A recipient that accepted must be noted, or the next process would send it the mail again.
    if (ending.aborted && outcome.verdict === 'retry' && outcome.recipients === undefined) {
      await this.queue.release(delivery, this.presence.id);
      return learnedNothing;
    }
    await this.note({ delivery, channel, outcome, at, durationMs: Math.round(performance.now() - startedMs) });
    const pauseMs = Math.min((outcome.retryAfterSeconds ?? 0) * 1000, maxPauseMs);
    return { hasFailed: hasFailed(outcome), pausedUntilMs: pauseMs === 0 ? 0 : at.getTime() + pauseMs };
  }

  private async note(done: Try): Promise<void> {
    let fault: unknown;
    for (const pauseMs of notePausesMs) {
      if (pauseMs > 0) await sleep(pauseMs);
      try {
        await this.outcomes.note(done);
        return;
      } catch (error) {
        fault = error;
      }
    }
    throw fault;
  }

  private async outcomeOf({ channel, notice, earlier }: Message, ending: AbortSignal): Promise<SendOutcome> {
    try {
      const signal = AbortSignal.any([ending, AbortSignal.timeout(sendLimitMs)]);
      return await this.sender.send(channel, notice, signal, earlier);
    } catch (error) {
      this.log.error({ err: error, channel: channel.name }, 'Could not format a message for its channel.');
      const detail = "The message could not be created. See the console's log.";
      return {
        verdict: 'retry',
        statusCode: null,
        code: 'format_failed',
        detail,
        excerpt: null,
        retryAfterSeconds: null,
      };
    }
  }
}

/** The same content has the same time and words on every try. */
function noticeOf(
  { webhookId, kind, title, lines, createdAt, orderKey }: ClaimedDelivery,
  events: readonly EventEnvelope[],
): Notification {
  const timestamp = kind === 'event' ? (events[0]?.timestamp ?? createdAt) : createdAt;
  const about = kind === 'incident_end' && orderKey !== null ? { dedupKey: orderKey } : {};
  return { id: webhookId, kind, events, timestamp, title, lines, ...about };
}

/** A server that accepts a mail for some recipients works, regardless of the others. */
function hasFailed({ verdict, code }: SendOutcome): boolean {
  return verdict !== 'delivered' && code !== 'mail_partly_accepted';
}

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
