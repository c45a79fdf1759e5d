import { type SMTPSentMessageInfo } from 'nodemailer';
import { type SendOutcome } from '../../domain/notice.js';
import { tellFault } from '../outgoing/connection-fault.js';
import { excerptOf } from '../outgoing/excerpt.js';

/** What the mail library tells of a failure. */
interface SmtpFault {
  readonly code?: string;
  /** The server's reply to the command that failed. */
  readonly response?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

const sentences: Readonly<Record<string, (reply: string, command: string) => string>> = {
  EAUTH: (reply) =>
    reply === ''
      ? 'The mail server offers no log-in that is known here.'
      : `The mail server did not accept user name and password${reply}.`,
  ENOAUTH: () => 'The mail server was given no password: set one for the user name.',
  ETLS: (reply) => `The mail server could not be brought to encrypt by STARTTLS${reply}.`,
  EENVELOPE: (reply, command) =>
    command === 'MAIL FROM'
      ? `The mail server refused the sender's address${reply}.`
      : `The mail server refused every recipient${reply}.`,
  EMESSAGE: (reply) => `The mail server did not take the message${reply}.`,
};

/** The mail was taken for all recipients, or for some of them. */
export function outcomeOfReply(info: SMTPSentMessageInfo, secrets: readonly string[]): SendOutcome {
  const all = info.accepted.length + info.rejected.length;
  const refused = (info.rejectedErrors ?? []) as readonly SmtpFault[];
  const [first] = refused;
  if (!first) {
    return outcome('delivered', codeOf(info.response), 'The mail server took the message.', info.response, secrets);
  }
  // Who was refused for good would be refused again, and all others would have the mail at every try.
  const later = refused.find(({ responseCode = 0 }) => responseCode < 500);
  const told = later ?? first;
  const detail = `The mail server refused ${refused.length} of ${all} recipients${replyOf(told)}, and took the message for the others.`;
  return outcome(later ? 'retry' : 'delivered', told.responseCode ?? null, detail, told.response, secrets);
}

/** The mail was not taken. */
export function outcomeOfFault(error: unknown, secrets: readonly string[]): SendOutcome {
  const fault = error as SmtpFault;
  const code = fault.responseCode ?? null;
  return outcome('retry', code, tell(fault), fault.response, secrets);
}

export function notSent(detail: string): SendOutcome {
  return outcome('retry', null, detail, undefined, []);
}

function tell(fault: SmtpFault): string {
  const sentence = sentences[fault.code ?? ''];
  if (sentence) return sentence(replyOf(fault), fault.command ?? '');
  if (fault.responseCode) return `The mail server answered ${fault.responseCode}.`;
  if (fault.code === 'EPROTOCOL') return 'The mail server answered something that is not SMTP.';
  return tellFault(fault, 'mail server');
}

function replyOf({ responseCode }: SmtpFault): string {
  return responseCode ? ` (${responseCode})` : '';
}

function codeOf(response: string): number | null {
  return Number(/^\d{3}/.exec(response)?.[0]) || null;
}

function outcome(
  verdict: SendOutcome['verdict'],
  statusCode: number | null,
  detail: string,
  response: string | undefined,
  secrets: readonly string[],
): SendOutcome {
  return { verdict, statusCode, detail, excerpt: excerptOf(response ?? '', secrets, false), retryAfterSeconds: null };
}
