import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { type Channel, type EmailTarget, type WebhookTarget } from '../../domain/channel.js';
import { Clock } from '../../domain/clock.js';
import {
  type Notification,
  type RecipientOutcome,
  type SendCode,
  type SendOutcome,
} from '../../domain/notification.js';
import { MailSender, WebhookSender } from '../../domain/senders.port.js';
import { type Settings } from '../../config/settings.js';
import { SETTINGS } from '../../config/settings.module.js';
import { LOG } from '../../platform/logging/log.js';
import { composeMail } from './formats/compose-mail.js';
import { composeTestResolve, composeWebhook } from './formats/compose-webhook.js';

/** Formats a notice for the receiver of a channel and sends it once, by mail or webhook. Never throws for what the other side does. */
@Injectable()
export class NotificationSender {
  constructor(
    private readonly webhooks: WebhookSender,
    private readonly mails: MailSender,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** `earlier`: what a mail server answered for recipients on earlier tries of this notice. */
  async send(
    { id, target }: Channel,
    notice: Notification,
    signal: AbortSignal,
    earlier: readonly RecipientOutcome[] = [],
  ): Promise<SendOutcome> {
    try {
      return target.kind === 'email'
        ? await this.mail(target, notice, signal, earlier)
        : await this.post(target, notice, signal);
    } catch (error) {
      // A bug of ours must be logged, and must not stop other deliveries. Its text may contain the content.
      this.log.error(
        { fault: error instanceof Error ? error.name : 'unknown', channel: id, notice: notice.id },
        'Could not create or send a message.',
      );
      return notSent('retry', 'format_failed', "The message could not be created. See the console's log.");
    }
  }

  private async mail(
    target: EmailTarget,
    notice: Notification,
    signal: AbortSignal,
    earlier: readonly RecipientOutcome[],
  ): Promise<SendOutcome> {
    const ownAddress = target.from ?? this.mails.ownAddress;
    if (ownAddress === null)
      return notSent('retry', 'no_mail_server', 'No default mail server is configured anymore (SMTP_URL, SMTP_FROM).');
    const mail = composeMail(target, notice, { baseUrl: this.settings.baseUrl, now: this.clock.now(), ownAddress });
    return this.mails.send({ ...mail, earlier }, target.smtp, signal);
  }

  private async post(target: WebhookTarget, notice: Notification, signal: AbortSignal): Promise<SendOutcome> {
    const context = { baseUrl: this.settings.baseUrl, now: this.clock.now() };
    const post = composeWebhook(target, notice, context);
    if (!post)
      return notSent(
        'delivered',
        'nothing_to_send',
        'The receiver does not accept this kind of message. Nothing was sent.',
      );
    const outcome = await this.webhooks.post(post, signal);
    // A test must not leave an incident open that wakes people.
    const end = outcome.verdict === 'delivered' ? composeTestResolve(target, notice, context) : null;
    if (!end) return outcome;
    const ended = await this.webhooks.post(end, signal);
    if (ended.verdict === 'delivered') return outcome;
    return {
      ...ended,
      code: 'incident_left_open',
      detail: `The test was delivered, but closing its incident failed: ${ended.detail}`,
    };
  }
}

function notSent(verdict: SendOutcome['verdict'], code: SendCode, detail: string): SendOutcome {
  return { verdict, statusCode: null, code, detail, excerpt: null, retryAfterSeconds: null };
}
