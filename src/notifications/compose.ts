import { type EmailTarget, type WebhookTarget } from '../domain/channel.js';
import { type Notice } from '../domain/notice.js';
import { type Mail, type WebhookPost } from '../domain/senders.port.js';

interface ComposeContext {
  /** Where people reach this console. */
  readonly baseUrl: string;
  /** The time of this try. */
  readonly now: Date;
}

/** null: this format has no words for the notice. */
export function composeWebhook(target: WebhookTarget, notice: Notice, { now }: ComposeContext): WebhookPost | null {
  const { id, kind, title, lines, timestamp, events } = notice;
  const body = JSON.stringify(events.length === 1 ? events[0] : { id, type: kind, timestamp, title, lines, events });
  const authorization: Record<string, string> =
    target.authorization === null ? {} : { authorization: target.authorization };
  const seconds = String(Math.floor(now.getTime() / 1000));
  const headers = { 'Content-Type': 'application/json', 'webhook-id': id, 'webhook-timestamp': seconds };
  return { url: target.url, headers: { ...headers, ...authorization }, body };
}

/** What ends the incident that a test began; null: it began none. */
export function composeTestResolve(
  _target: WebhookTarget,
  _notice: Notice,
  _context: ComposeContext,
): WebhookPost | null {
  return null;
}

export function composeMail(
  target: EmailTarget,
  notice: Notice,
  { baseUrl, now, ownAddress }: ComposeContext & { readonly ownAddress: string },
): Mail {
  const text = [notice.title, ...notice.lines, ...notice.events.map(({ summary }) => summary)].join('\n');
  const { to, from } = target;
  const messageId = `${notice.id}@${new URL(baseUrl).hostname}`;
  const parts = { subject: notice.title, text, html: '' };
  return { to, from: from ?? ownAddress, messageId, date: now, ...parts, headers: {} };
}
