import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { type Channel, isOpen, isReadByPeople } from '../../../domain/channel.js';
import { Conditions, type Sighting, immediately } from '../../../domain/condition.js';
import { Clock } from '../../../domain/clock.js';
import { type SendOutcome } from '../../../domain/notification.js';
import { matchesSubscription } from './subscription.js';
import { InstanceLiveness } from '../../../database/instance-liveness.js';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work.js';
import { LOG } from '../../../platform/logging/log.js';
import { ActiveChannels } from '../channels/active-channels.js';
import { ChannelHealth, isFailing, type Streak } from './channel-health.repository.js';
import { DeliveryCounts } from './delivery.js';
import { type ClaimedDelivery, DeliveryQueue, type TryResult } from './delivery-queue.repository.js';
import { announceDeliveries, insertDeliveries } from './fan-out.repository.js';
import { type PlannedDelivery } from './plan-deliveries.js';

/** Seconds from a try that failed to the next one, before jitter. */
export const retryPauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

const longestPause = 86_400;
/** From the first try to the last. */
export const retryPeriodMs = 3 * 24 * 3600 * 1000;
const jitter = 0.2;
/** How often the receiver's own Retry-After may bring a try sooner than the schedule: it must not make us call forever. */
const hastenedTries = 3;

/** A try that failed. */
export interface FailedTry {
  /** Tries started, including this one. */
  readonly attempts: number;
  readonly now: Date;
  readonly deadline: Date;
  /** The Retry-After of the receiver. */
  readonly retryAfterSeconds: number | null;
}

/**
 * When to try again; null: that was the last try. The pauses grow, each up to a fifth shorter or longer so that many deliveries
 * are not retried at the same time, and the last try is at the deadline.
 *
 * @param random from 0 to 1
 */
export function nextTry({ attempts, now, deadline, retryAfterSeconds }: FailedTry, random: number): Date | null {
  if (now >= deadline) return null;
  const planned = (retryPauses[attempts - 1] ?? longestPause) * (1 - jitter + 2 * jitter * random);
  const requested = retryAfterSeconds === null ? null : clamp(retryAfterSeconds) * (1 + jitter * random);
  const isHastened = requested !== null && attempts <= hastenedTries;
  const seconds = isHastened ? requested : Math.max(planned, requested ?? 0);
  return new Date(Math.min(now.getTime() + seconds * 1000, deadline.getTime()));
}

function clamp(seconds: number): number {
  return Math.min(Math.max(seconds, 1), longestPause);
}

const hastenedAttempts = 3;
const manyAttempts = 1_000_000;

/** One try, as it went. */
export interface Try {
  readonly delivery: ClaimedDelivery;
  readonly channel: Channel;
  readonly outcome: SendOutcome;
  readonly at: Date;
  readonly durationMs: number;
}

/** Writes down what became of each try, and what follows for the delivery and its channel, in one transaction. */
@Injectable()
export class DeliveryOutcomes {
  constructor(
    private readonly queue: DeliveryQueue,
    private readonly health: ChannelHealth,
    private readonly channels: ActiveChannels,
    private readonly unitOfWork: UnitOfWork,
    private readonly presence: InstanceLiveness,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
    private readonly counts: DeliveryCounts,
    private readonly conditions: Conditions<Transaction>,
  ) {}

  async note(tried: Try): Promise<void> {
    const hasMoved = await this.hasMoved(tried.channel);
    const { delivery, channel, outcome } = hasMoved ? ofOldAddress(tried) : tried;
    const now = this.clock.now();
    const result = resultOf({ ...tried, outcome }, now);
    await this.unitOfWork.run(async (transaction) => {
      if (!(await this.queue.finish(transaction, delivery, this.presence.id, result))) return;
      if (outcome.verdict === 'delivered') await this.arrived(transaction, channel, now);
      else if (outcome.verdict === 'gone') await this.gone(transaction, channel, now);
      else if (outcome.code === 'mail_partly_accepted') await this.partlyArrived(transaction, channel, outcome, now);
      else if (!hasMoved) await this.failed(transaction, channel, outcome.detail, now);
      this.unitOfWork.afterCommit(transaction, () => this.counts.note(channel.name, result.verdict, result.status));
    });
    if (result.status === 'failed') {
      this.log.warn({ channel: channel.name, delivery: delivery.id }, 'A delivery failed after its last attempt.');
    }
  }

  /** Its events are not kept any more: there is nothing left that could be sent. */
  async markFailed(delivery: ClaimedDelivery, channel: Channel, detail: string): Promise<void> {
    const now = this.clock.now();
    const nothing = {
      dueAt: null,
      at: now,
      now,
      durationMs: 0,
      statusCode: null,
      excerpt: null,
      recipients: null,
    } as const;
    await this.unitOfWork.run(async (transaction) => {
      const result = { ...nothing, status: 'failed', verdict: 'retry', code: 'events_forgotten', detail } as const;
      if (!(await this.queue.finish(transaction, delivery, this.presence.id, result))) return;
      this.unitOfWork.afterCommit(transaction, () => this.counts.noteEnd(channel.name, 'failed'));
    });
  }

  /** Channels whose failures last long, although few tries were made meanwhile. */
  async reportLongFailures(): Promise<void> {
    const now = this.clock.now();
    for (const streak of await this.health.untold()) {
      if (!isFailing(streak, now)) continue;
      const channel = await this.channels.find(streak.channelId);
      await this.unitOfWork.run(async (transaction) => {
        if (channel) await this.markFailing(transaction, channel, streak, null, now);
        else await this.health.markReported(transaction, streak.channelId);
      });
    }
  }

  /** Whether the channel got another receiver during the try. */
  private async hasMoved({ id, target }: Channel): Promise<boolean> {
    const present = await this.channels.find(id);
    return present !== null && JSON.stringify(present.target) !== JSON.stringify(target);
  }

  private async arrived(transaction: Transaction, channel: Channel, now: Date): Promise<void> {
    const hadStreak = await this.health.endStreak(transaction, channel.id);
    if (!hadStreak && channel.failingSince === null) return;
    const isBack = await this.channels.markFailing(transaction, channel.id, null);
    // After a short failure only recent ones: a message that fails for its own reasons must not be retried at each success of another.
    await this.health.hasten(transaction, channel.id, now, isBack ? manyAttempts : hastenedAttempts);
    await announceDeliveries(transaction);
    if (!isBack) return;
    await this.conditions.reportWithin(transaction, sightingOf(channel, 'good', {}), now);
    this.unitOfWork.afterCommit(transaction, () => {
      this.log.info({ channel: channel.name }, 'A channel delivers again.');
    });
  }

  /** The channel works, but one recipient's mail server defers. Nothing is hastened: that recipient would be tried at every success. */
  private async partlyArrived(
    transaction: Transaction,
    channel: Channel,
    { recipients }: SendOutcome,
    now: Date,
  ): Promise<void> {
    if (!recipients?.some(({ status }) => status === 'accepted')) return;
    await this.health.endStreak(transaction, channel.id);
    if (!(await this.channels.markFailing(transaction, channel.id, null))) return;
    await this.conditions.reportWithin(transaction, sightingOf(channel, 'good', {}), now);
  }

  private async failed(transaction: Transaction, channel: Channel, detail: string, now: Date): Promise<void> {
    const streak = await this.health.noteFailure(transaction, channel.id, now);
    if (!streak.reported && isFailing(streak, now)) await this.markFailing(transaction, channel, streak, detail, now);
  }

  private async markFailing(
    transaction: Transaction,
    channel: Channel,
    streak: Streak,
    detail: string | null,
    now: Date,
  ): Promise<void> {
    await this.health.markReported(transaction, channel.id);
    if (!(await this.channels.markFailing(transaction, channel.id, streak.since))) return;
    const title = `Channel ${quoted(channel)} cannot deliver.`;
    const since = `Every attempt since ${streak.since.toISOString()} failed, ${streak.failures} in total.`;
    const error = detail === null ? since : `Last attempt: ${detail}`;
    const details = { reason: 'failing', failingSince: streak.since.toISOString(), failures: streak.failures, error };
    await this.conditions.reportWithin(transaction, sightingOf(channel, 'bad', details), now);
    await this.notifyOthers(
      transaction,
      channel,
      now,
      title,
      detail === null ? [since] : [since, `Last attempt: ${detail}`],
    );
    this.unitOfWork.afterCommit(transaction, () => {
      this.log.warn({ channel: channel.name }, 'A channel cannot deliver.');
    });
  }

  private async gone(transaction: Transaction, channel: Channel, now: Date): Promise<void> {
    await this.health.noteFailure(transaction, channel.id, now);
    await this.channels.disable(transaction, channel.id);
    await this.health.cancel(
      transaction,
      channel.id,
      now,
      'The channel was disabled because its receiver is permanently gone.',
    );
    const error = 'It was disabled: its receiver answered that it is permanently gone (410).';
    const sighting = sightingOf(channel, 'bad', {
      reason: 'gone',
      failingSince: now.toISOString(),
      failures: 1,
      error,
    });
    await this.conditions.reportWithin(transaction, sighting, now);
    const title = `Channel ${quoted(channel)} was disabled.`;
    await this.notifyOthers(transaction, channel, now, title, [
      'Its receiver answered that it is permanently gone (410). Nothing more is sent to it until a user resumes the channel.',
    ]);
  }

  /** Sent immediately, ignoring quiet hours, by every other channel that works and subscribes to the event. */
  private async notifyOthers(
    transaction: Transaction,
    { id }: Channel,
    now: Date,
    title: string,
    lines: readonly string[],
  ): Promise<void> {
    const all = await this.channels.all();
    const others = all.filter(
      (one) =>
        one.id !== id &&
        isOpen(one) &&
        isReadByPeople(one) &&
        one.failingSince === null &&
        !matchesSubscription(one.subscription, { type: 'channel.failing', severity: 'error' }),
    );
    const deliveries = others.map((channel): PlannedDelivery => ({
      id: randomUUID(),
      channel,
      kind: 'channel_failing',
      webhookId: randomUUID(),
      title,
      lines,
      eventIds: [],
      groupKey: null,
      orderKey: null,
      status: 'waiting',
      dueAt: now,
    }));
    await insertDeliveries(transaction, deliveries, now);
    if (deliveries.length > 0) await announceDeliveries(transaction);
  }
}

/** That the old receiver is gone does not concern the new one, which gets the next try. */
function ofOldAddress(tried: Try): Try {
  return tried.outcome.verdict === 'gone' ? { ...tried, outcome: { ...tried.outcome, verdict: 'retry' } } : tried;
}

function resultOf({ delivery, outcome, at, durationMs }: Try, now: Date): TryResult {
  const { verdict, statusCode, code = null, detail, excerpt, retryAfterSeconds, recipients = null } = outcome;
  const { attempts, deadline } = delivery;
  const seen = { at, now, durationMs, verdict, statusCode, code, detail, excerpt, recipients };
  if (verdict === 'delivered') return { ...seen, status: 'delivered', dueAt: null };
  const dueAt = verdict === 'gone' ? null : nextTry({ attempts, now, deadline, retryAfterSeconds }, Math.random());
  return { ...seen, status: dueAt === null ? 'failed' : 'waiting', dueAt };
}

function sightingOf({ id, name, target }: Channel, result: Sighting['result'], details: Sighting['details']): Sighting {
  const about = { kind: 'channel', director: null, rule: immediately } as const;
  const format = target.kind === 'webhook' ? target.format : null;
  return {
    ...about,
    key: `channel:${id}`,
    result,
    details: { channelId: id, name, kind: target.kind, format, ...details },
  };
}

function quoted({ name }: Channel): string {
  return `“${name}”`;
}
