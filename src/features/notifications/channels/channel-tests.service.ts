import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Actor } from '../../../domain/actor.js';
import { type Channel } from '../../../domain/channel.js';
import { Clock } from '../../../domain/clock.js';
import { type Notification } from '../../../domain/notification.js';
import { AppError } from '../../../domain/error-codes.js';
import { AuditRecorder } from '../../audit/audit-recorder.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { NotificationSender } from '../notification-sender.js';
import { type ChannelTest } from './channels.dto.js';

/** Longest that a test may take: a little more than the senders allow themselves. */
const testLimitMs = 35_000;
/** Each test occupies a request and an outgoing connection. */
const mostAtOnce = 4;

/** Sends a test message, so that users see whether a channel works before it is needed. */
@Injectable()
export class ChannelTests {
  private running = 0;

  constructor(
    private readonly sender: NotificationSender,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Sends once, regardless of the subscription, paused or not. `isStored`: the audit record names its id. */
  async test(actor: Actor, channel: Channel, gone: AbortSignal, isStored: boolean): Promise<ChannelTest> {
    if (this.running >= mostAtOnce) {
      throw new AppError('too_many_requests', 'Other tests are running. Try again when they have ended.', {
        retryAfterSeconds: 5,
      });
    }
    this.running += 1;
    try {
      const result = await this.send(actor, channel, gone);
      await this.record(actor, { channel, result, isStored });
      return result;
    } finally {
      this.running -= 1;
    }
  }

  private async send(actor: Actor, channel: Channel, gone: AbortSignal): Promise<ChannelTest> {
    const begun = performance.now();
    const signal = AbortSignal.any([gone, AbortSignal.timeout(testLimitMs)]);
    const outcome = await this.sender.send(channel, noticeOf(actor, channel, this.clock.now()), signal);
    const { verdict, statusCode, code = null, detail, excerpt } = outcome;
    const durationMs = Math.round(performance.now() - begun);
    return { ok: verdict === 'delivered', statusCode, code, detail, excerpt, durationMs };
  }

  private async record(
    actor: Actor,
    { channel, result, isStored }: { channel: Channel; result: ChannelTest; isStored: boolean },
  ): Promise<void> {
    const { ok, statusCode } = result;
    await this.unitOfWork.run((transaction) =>
      this.audit.record(transaction, {
        actor,
        action: 'channel.test',
        outcome: ok ? 'success' : 'failure',
        target: isStored ? `channel:${channel.id}` : 'channel:not-stored',
        targetName: channel.name,
        changes: { name: { to: channel.name }, kind: { to: channel.target.kind }, statusCode: { to: statusCode } },
      }),
    );
  }
}

function noticeOf(actor: Actor, { name }: Channel, timestamp: Date): Notification {
  return {
    id: randomUUID(),
    kind: 'test',
    events: [],
    timestamp,
    title: `Test of the notification channel "${name}"`,
    lines: [`${actor.name} sent this test from Backup Console.`, 'No action is needed.'],
  };
}
