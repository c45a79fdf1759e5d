import { connect, type LookupFunction, type Socket } from 'node:net';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { type SmtpServer } from '../../domain/channel.js';
import { type SendOutcome } from '../../domain/notification.js';
import { type Mail, MailSender, type TargetRejection } from '../../domain/senders.port.js';
import { type MailSettings } from '../../config/mail-settings.js';
import { codeOfError, describeConnectionError } from '../../platform/ssrf-guard/connection-errors.js';
import { type SsrfGuard } from '../../platform/ssrf-guard/ssrf-guard.js';
import { TimeLimit } from '../../platform/ssrf-guard/time-limit.js';
import { MailRecipients, failedTry, outcomeOfError, outcomeOfReply } from './smtp-outcome.js';

export interface MailSenderOptions {
  /** For connect, TLS, log-in and the whole mail together; 30 seconds. */
  readonly limitMs?: number;
  /** Certificates of the authorities to trust, as PEM; by default those of Node and NODE_EXTRA_CA_CERTS. */
  readonly authorities?: string;
}

/**
 * One mail over one connection that it opens itself, so that the library resolves no name: servers of a channel pass the SSRF
 * guard, the installation's own is trusted. Writes no log.
 */
export class SmtpMailSender extends MailSender {
  private readonly limitMs: number;
  private readonly authorities: string | undefined;

  constructor(
    private readonly gate: SsrfGuard,
    private readonly own: MailSettings | null,
    { limitMs = 30_000, authorities }: MailSenderOptions = {},
  ) {
    super();
    this.limitMs = limitMs;
    this.authorities = authorities;
  }

  override get ownAddress(): string | null {
    return this.own?.from ?? null;
  }

  override knownRejection(host: string, port: number): TargetRejection | null {
    const rejection = this.gate.knownRejection(host, port);
    return rejection && { code: codeOfError(rejection), detail: describeConnectionError(rejection, 'mail server') };
  }

  override async send(mail: Mail, server: SmtpServer | null, signal: AbortSignal): Promise<SendOutcome> {
    const used = server ?? this.own?.server;
    if (!used)
      return failedTry(
        'No mail server is configured. Set SMTP_URL, or configure a mail server for this channel.',
        'no_mail_server',
      );
    const fault = errorOfServer(used) ?? errorOfMail(mail);
    if (fault !== null) return failedTry(fault);
    const recipients = new MailRecipients(mail);
    return recipients.pending.length === 0 ? nothingLeft : this.sendTo(recipients, mail, { used, server, signal });
  }

  /** `server` null: `used` is the installation's own. */
  private async sendTo(
    recipients: MailRecipients,
    mail: Mail,
    { used, server, signal }: { used: SmtpServer; server: SmtpServer | null; signal: AbortSignal },
  ): Promise<SendOutcome> {
    const limit = new TimeLimit(this.limitMs, signal);
    let socket: Socket | undefined;
    try {
      socket = await open(used, server && this.lookupFor(server), limit.signal);
      return await this.sendOver(socket, used, mail, recipients, limit.signal);
    } catch (error) {
      return this.ended(limit, signal) ?? failedTry(describeConnectionError(error, 'mail server'), codeOfError(error));
    } finally {
      limit.end();
      socket?.destroy();
    }
  }

  /** null: neither patience nor the caller ended it. */
  private ended({ isUp }: TimeLimit, callOff: AbortSignal): SendOutcome | null {
    const seconds = Math.ceil(this.limitMs / 1000);
    if (isUp) return failedTry(`The mail server did not finish within ${seconds} seconds.`, 'too_slow');
    if (!callOff.aborted) return null;
    return failedTry('The attempt was canceled before the mail server accepted the message.', 'canceled');
  }

  private lookupFor({ host, port, security }: SmtpServer): LookupFunction {
    return this.gate.lookupFor(host, port, security !== 'none');
  }

  private async sendOver(
    socket: Socket,
    server: SmtpServer,
    mail: Mail,
    recipients: MailRecipients,
    signal: AbortSignal,
  ): Promise<SendOutcome> {
    const { host, port, security, username, password } = server;
    const noAccess = { disableFileAccess: true, disableUrlAccess: true };
    const transport = createTransport({
      host,
      port,
      connection: socket,
      logger: false,
      ...noAccess,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      // Without forceAuth a server that offers no log-in would be sent the mail without one.
      ...(username === null ? {} : { auth: { user: username, pass: password ?? '' }, forceAuth: true }),
      tls: this.authorities === undefined ? {} : { ca: this.authorities },
      connectionTimeout: this.limitMs,
      greetingTimeout: this.limitMs,
      socketTimeout: this.limitMs,
      socketCloseTimeout: 0,
    });
    const secrets = password === null ? [] : [password];
    try {
      const message = { ...messageOf(mail, recipients.pending), ...noAccess, signal };
      return outcomeOfReply(await transport.sendMail(message), recipients, secrets);
    } catch (error) {
      if (signal.aborted) throw error;
      return outcomeOfError(error, recipients, secrets);
    }
  }
}

/** Connected, or rejected with the system's error. `lookup` null: the host is trusted. */
function open({ host, port }: SmtpServer, lookup: LookupFunction | null, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal, ...(lookup && { lookup }) });
    socket.once('connect', () => {
      resolve(socket);
    });
    // Stays for the life of the socket: an error after the mail is over must not end the process.
    socket.on('error', reject);
  });
}

/** The header names every recipient on every try, so that the content stays the same; the envelope only those that are left. */
function messageOf(mail: Mail, pending: readonly string[]): SendMailOptions {
  // As objects, so that a comma in one does not make two of it.
  const named = (addresses: readonly string[]) => addresses.map((address) => ({ name: '', address }));
  return {
    from: mail.from,
    to: named(mail.to),
    envelope: { from: mail.from, to: named(pending) },
    messageId: `<${mail.messageId}>`,
    date: mail.date,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: { ...mail.headers },
    xMailer: false,
  };
}

/** Who had not received it was taken off the channel meanwhile. */
const nothingLeft: SendOutcome = {
  verdict: 'delivered',
  statusCode: null,
  code: 'nothing_to_send',
  detail: 'Every recipient has either received the message or been rejected by the mail server.',
  excerpt: null,
  retryAfterSeconds: null,
};

function errorOfServer({ security, username }: SmtpServer): string | null {
  if (security !== 'none' || username === null) return null;
  return 'A password is not sent without TLS. Choose starttls or tls, or remove the username.';
}

/** The library removes line breaks from values; other characters that could change the recipients are rejected here. */
function errorOfMail(mail: Mail): string | null {
  if (mail.to.length === 0) return 'The mail has no recipient.';
  if (mail.to.some((address) => !/^[^\s<>,;:"\p{Cc}]+@[^\s<>,;:"@\p{Cc}]+$/u.test(address))) {
    return 'A recipient address is not a valid mail address.';
  }
  if (/[\r\n]/.test(mail.from)) return 'The sender address contains a line break.';
  if (/[\s<>]/.test(mail.messageId)) return 'The message id contains a space or an angle bracket.';
  const isBadName = Object.keys(mail.headers).some((name) => !/^[A-Za-z][A-Za-z0-9-]*$/.test(name));
  return isBadName ? 'A mail header has a name that is not allowed.' : null;
}
