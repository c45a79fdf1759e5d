import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { type Channel } from '../../../domain/channel.js';
import { Clock } from '../../../domain/clock.js';
import { type EventEnvelope } from '../../../domain/event.js';
import { type Notification, type RecipientOutcome, type SendOutcome } from '../../../domain/notification.js';
import { InstanceLiveness } from '../../../database/instance-liveness.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { LOG } from '../../../platform/logging/log.js';
import { sleep } from '../../../platform/timing.js';
import { NotificationSender } from '../notification-sender.js';
import { DeliveryOutcomes, type Try } from './delivery-outcomes.service.js';
import { type ClaimedDelivery, DeliveryQueue } from './delivery-queue.repository.js';
import { kindsWithoutEvents } from './delivery.js';
import { announceDeliveries } from './fan-out.repository.js';
import { retryPeriodMs } from './retry-schedule.js';

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
