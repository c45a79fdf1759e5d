import { type SMTPSentMessageInfo } from 'nodemailer';
import { type RecipientOutcome, type SendCode, type SendOutcome } from '../../domain/notification.js';
import { codeOfError, describeConnectionError } from '../../platform/ssrf-guard/connection-errors.js';
import { excerptOf } from '../../platform/ssrf-guard/response-excerpt.js';
import { type Mail } from '../../domain/senders.port.js';

/** The rejection of one recipient, as the mail library reports it. */
interface RecipientError {
  readonly recipient?: string;
  readonly responseCode?: number;
}

/** The recipients of this try, and the status of each of them after it. */
export class MailRecipients {
  /** Those that neither accepted nor refused the mail on an earlier try. */
  readonly pending: readonly string[];
  private readonly known: ReadonlyMap<string, RecipientOutcome>;
  private readonly acceptedEarlier: boolean;

  constructor(private readonly mail: Pick<Mail, 'to' | 'earlier'>) {
    const earlier = mail.earlier ?? [];
    this.known = new Map(earlier.map((outcome) => [outcome.address, outcome]));
    this.acceptedEarlier = earlier.some(({ status }) => status === 'accepted');
    const isLeft = (address: string): boolean => (this.known.get(address)?.status ?? 'deferred') === 'deferred';
    const left = mail.to.filter(isLeft);
    // A server that rejects every recipient is more likely misconfigured than right.
    this.pending = left.length === 0 && !this.acceptedEarlier ? mail.to : left;
  }

  /**
   * What the server answered for each pending recipient. The library writes addresses its own way and keeps their order;
   * `sentTo` are its spellings. Undefined where two of ours are one of them, so that no answer is credited to the wrong one.
   */
  answered(sentTo: readonly string[], faults: readonly RecipientError[]): RecipientOutcome[] | undefined {
    if (sentTo.length !== this.pending.length) return undefined;
    const byRecipient = new Map(faults.map((fault) => [fault.recipient, fault]));
    return this.pending.map((address, at) => {
      const fault = byRecipient.get(sentTo[at]);
      if (!fault) return { address, status: 'accepted', statusCode: 250 };
      const { responseCode = null } = fault;
      return {
        address,
        status: responseCode !== null && responseCode >= 500 ? 'refused' : 'deferred',
        statusCode: responseCode,
      };
    });
  }

  /** All recipients of the mail after a try with these answers. */
  after(answers: readonly RecipientOutcome[]): {
    readonly all: readonly RecipientOutcome[];
    readonly hasArrived: boolean;
  } {
    const known = new Map([...this.known, ...answers.map((answer) => [answer.address, answer] as const)]);
    const all = this.mail.to.map((address) => known.get(address)).filter((outcome) => outcome !== undefined);
    return { all, hasArrived: this.acceptedEarlier || answers.some(({ status }) => status === 'accepted') };
  }
}

/** The mail library's error. */
interface SmtpError extends RecipientError {
  readonly code?: string;
  /** The server's reply to the command that failed. */
  readonly response?: string;
  readonly command?: string;
  /** If every recipient was rejected. */
  readonly rejectedErrors?: readonly SmtpError[];
}

const sentences: Readonly<Record<string, (reply: string, command: string) => string>> = {
  EAUTH: (reply) =>
    reply === ''
      ? 'The mail server offers no supported authentication method.'
      : `The mail server rejected the username or password${reply}.`,
  ENOAUTH: () => 'The mail server has a username but no password. Set a password.',
  ETLS: (reply) => `The mail server did not accept STARTTLS${reply}.`,
  EENVELOPE: (reply, command) =>
    command === 'MAIL FROM'
      ? `The mail server rejected the sender address${reply}.`
      : `The mail server rejected every recipient${reply}.`,
  EMESSAGE: (reply) => `The mail server did not accept the message${reply}.`,
};

/** The server took the mail for all recipients of this try, or for some of them. */
export function outcomeOfReply(
  info: SMTPSentMessageInfo,
  recipients: MailRecipients,
  secrets: readonly string[],
): SendOutcome {
  const faults = (info.rejectedErrors ?? []) as readonly SmtpError[];
  const answers = recipients.answered(info.envelope.to, faults);
  if (answers) {
    const partly = partlyTaken(recipients, answers, faults, secrets);
    if (partly) return partly;
  } else if (faults.length > 0) {
    const detail =
      'The mail server did not accept the message for every recipient, and two recipients are the same mailbox.';
    return outcome({ verdict: 'retry', statusCode: null, code: 'mail_partly_accepted', detail }, undefined, secrets);
  }
  const seen = { verdict: 'delivered', statusCode: codeOf(info.response), code: 'mail_accepted' } as const;
  const taken = outcome({ ...seen, detail: 'The mail server accepted the message.' }, info.response, secrets);
  return answers ? { ...taken, recipients: answers } : taken;
}

/** The mail was not taken in this try. */
export function outcomeOfError(error: unknown, recipients: MailRecipients, secrets: readonly string[]): SendOutcome {
  const fault = error as SmtpError;
  const faults = fault.rejectedErrors ?? [];
  const sentTo = faults.flatMap(({ recipient }) => recipient ?? []);
  const answers = faults.length > 0 ? recipients.answered(sentTo, faults) : undefined;
  const partly = answers && partlyTaken(recipients, answers, faults, secrets);
  if (partly) return partly;
  const seen = { verdict: 'retry', statusCode: fault.responseCode ?? null, code: wordOf(fault) } as const;
  const rejection = outcome({ ...seen, detail: describe(fault) }, fault.response, secrets);
  return answers ? { ...rejection, recipients: answers } : rejection;
}

/** null: the mail has arrived everywhere, or nowhere. */
function partlyTaken(
  recipients: MailRecipients,
  answers: readonly RecipientOutcome[],
  faults: readonly SmtpError[],
  secrets: readonly string[],
): SendOutcome | null {
  const { all, hasArrived } = recipients.after(answers);
  const missing = all.filter(({ status }) => status !== 'accepted');
  if (!hasArrived || missing.length === 0) return null;
  const deferred = missing.filter(({ status }) => status === 'deferred');
  const refused = missing.filter(({ status }) => status === 'refused');
  const counts = [countOf('deferred', deferred, all.length), countOf('refused', refused, all.length)];
  const detail = `The mail server ${counts.filter((count) => count !== '').join(' and ')}, and accepted the message for the others.`;
  const [statusCode = null] = [...deferred, ...refused].map((outcome) => outcome.statusCode);
  const verdict = deferred.length > 0 ? 'retry' : 'delivered';
  const reply = faults.find(({ responseCode }) => responseCode === statusCode)?.response;
  const seen = { verdict, statusCode, code: 'mail_partly_accepted', detail } as const;
  return { ...outcome(seen, reply, secrets), recipients: answers };
}

function countOf(verb: string, missing: readonly RecipientOutcome[], all: number): string {
  const [first] = missing;
  return first ? `${verb} ${missing.length} of ${all} recipients${replyOf({ responseCode: first.statusCode })}` : '';
}

/** Without a code only `detail` says why. */
export function failedTry(detail: string, code?: SendCode): SendOutcome {
  return outcome({ verdict: 'retry', statusCode: null, detail, ...(code ? { code } : {}) }, undefined, []);
}

function describe(fault: SmtpError): string {
  const sentence = sentences[fault.code ?? ''];
  if (sentence) return sentence(replyOf(fault), fault.command ?? '');
  if (fault.responseCode) return `The mail server answered ${fault.responseCode}.`;
  if (fault.code === 'EPROTOCOL') return "The server's answer is not SMTP.";
  return describeConnectionError(fault, 'mail server');
}

const words: Readonly<Record<string, SendCode>> = {
  EAUTH: 'auth_refused',
  ENOAUTH: 'auth_missing',
  ETLS: 'no_tls',
  EMESSAGE: 'mail_refused',
  EPROTOCOL: 'not_smtp',
};

/** The stable code of a failed SMTP conversation. */
function wordOf(fault: SmtpError): SendCode {
  const { code = '', command, responseCode } = fault;
  if (code === 'EENVELOPE') return command === 'MAIL FROM' ? 'sender_refused' : 'recipients_refused';
  if (code === 'EPROTOCOL' && responseCode) return 'answered';
  return words[code] ?? (responseCode ? 'answered' : codeOfError(fault));
}

function replyOf({ responseCode }: { readonly responseCode?: number | null }): string {
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
