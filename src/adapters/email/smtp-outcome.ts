import { type SMTPSentMessageInfo } from 'nodemailer';
import { type SendCode, type SendOutcome } from '../../domain/notice.js';
import { codeOfFault, tellFault } from '../outgoing/connection-fault.js';
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
    const code = 'mail_taken';
    const detail = 'The mail server took the message.';
    return outcome({ verdict: 'delivered', statusCode: codeOf(info.response), code, detail }, info.response, secrets);
  }
  // Who was refused for good would be refused again, and all others would have the mail at every try.
  const later = refused.find(({ responseCode = 0 }) => responseCode < 500);
  const told = later ?? first;
  const detail = `The mail server refused ${refused.length} of ${all} recipients${replyOf(told)}, and took the message for the others.`;
  const verdict = later ? 'retry' : 'delivered';
  const statusCode = told.responseCode ?? null;
  return outcome({ verdict, statusCode, code: 'mail_partly_taken', detail }, told.response, secrets);
}

/** The mail was not taken. */
export function outcomeOfFault(error: unknown, secrets: readonly string[]): SendOutcome {
  const fault = error as SmtpFault;
  const seen = { verdict: 'retry', statusCode: fault.responseCode ?? null, code: wordOf(fault) } as const;
  return outcome({ ...seen, detail: tell(fault) }, fault.response, secrets);
}

/** Without a word only `detail` tells why. */
export function notSent(detail: string, code?: SendCode): SendOutcome {
  return outcome({ verdict: 'retry', statusCode: null, detail, ...(code ? { code } : {}) }, undefined, []);
}

function tell(fault: SmtpFault): string {
  const sentence = sentences[fault.code ?? ''];
  if (sentence) return sentence(replyOf(fault), fault.command ?? '');
  if (fault.responseCode) return `The mail server answered ${fault.responseCode}.`;
  if (fault.code === 'EPROTOCOL') return 'The mail server answered something that is not SMTP.';
  return tellFault(fault, 'mail server');
}

const words: Readonly<Record<string, SendCode>> = {
  EAUTH: 'log_in_refused',
  ENOAUTH: 'no_log_in',
  ETLS: 'no_tls',
  EMESSAGE: 'mail_refused',
  EPROTOCOL: 'not_smtp',
};

/** The stable word for what `tell` says. */
function wordOf(fault: SmtpFault): SendCode {
  const { code = '', command, responseCode } = fault;
  if (code === 'EENVELOPE') return command === 'MAIL FROM' ? 'sender_refused' : 'recipients_refused';
  if (code === 'EPROTOCOL' && responseCode) return 'answered';
  return words[code] ?? (responseCode ? 'answered' : codeOfFault(fault));
}

function replyOf({ responseCode }: SmtpFault): string {
  return responseCode ? ` (${responseCode})` : '';
}

function codeOf(response: string): number | null {
  return Number(/^\d{3}/.exec(response)?.[0]) || null;
}

function outcome(
  seen: Pick<SendOutcome, 'verdict' | 'statusCode' | 'code' | 'detail'>,
  response: string | undefined,
  secrets: readonly string[],
): SendOutcome {
  return { ...seen, excerpt: excerptOf(response ?? '', secrets, false), retryAfterSeconds: null };
}
