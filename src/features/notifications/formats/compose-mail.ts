import { type EmailTarget } from '../../../domain/channel.js';
import { type Notification } from '../../../domain/notification.js';
import { type Mail } from '../../../domain/senders.port.js';
import { type RenderedMessage, renderMessage, titleOf } from './rendered-message.js';
import { mailHtml, mailText } from './mail-body.js';
import { digestOf, oneLine } from './plain-text.js';

/** What a mail needs to know beside the notice. */
export interface MailContext {
  /** Where people reach the console, without a final slash. */
  readonly baseUrl: string;
  /** The time of this try. */
  readonly now: Date;
  /** The installation's own address, for a channel that names no sender. */
  readonly ownAddress: string;
}

const listed = 50;
const subjectLimit = 120;
const urgent: ReadonlySet<string> = new Set(['error', 'critical']);

/** A notice as a mail with a text and an HTML part. Names are cleaned: none can add a header, a recipient or markup. */
export function composeMail(target: EmailTarget, notice: Notification, context: MailContext): Mail {
  const message = renderMessage(notice, { baseUrl: context.baseUrl, listed });
  const subject = subjectOf(message);
  const host = hostOf(context.baseUrl);
  return {
    to: target.to,
    from: target.from ?? context.ownAddress,
    messageId: `${notice.id}@${host}`,
    date: context.now,
    subject,
    text: mailText(message),
    html: mailHtml(message, subject),
    headers: headersOf(notice, host),
  };
}

function subjectOf(message: RenderedMessage): string {
  const title = message.state === 'SUMMARY' || message.state === 'TEST' ? message.headline : titleOf(message);
  return oneLine(`[Backup Console] ${title}`, subjectLimit);
}

/** Only the type and severity of an event are used in headers: those are our own words. */
function headersOf(notice: Notification, host: string): Record<string, string> {
  const [event] = notice.events;
  const single = notice.kind === 'event' && event ? event : null;
  const thread = single && `<${digestOf(single.dedupKey)}@${host}>`;
  return {
    'Auto-Submitted': 'auto-generated',
    // Exchange answers automatic mail with out-of-office notes without this header.
    'X-Auto-Response-Suppress': 'All',
    'List-Id': `Backup Console <notifications.${host.replace(/[^A-Za-z0-9.-]/g, '')}>`,
    'X-Backup-Console-Notice': notice.kind,
    ...(single ? { 'X-Backup-Console-Event': single.type, 'X-Backup-Console-Severity': single.severity } : {}),
    ...(notice.events.some(({ severity }) => urgent.has(severity)) ? { Importance: 'high' } : {}),
    // A message id that was never sent: messages about one job or client become one thread.
    ...(thread ? { 'In-Reply-To': thread, References: thread } : {}),
  };
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).hostname : 'localhost';
}
