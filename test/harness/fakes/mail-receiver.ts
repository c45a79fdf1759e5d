import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { type Readable } from 'node:stream';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

export interface ReceivedMail {
  /** Addresses of the envelope. */
  readonly from: string;
  readonly to: readonly string[];
  /** The whole message as it came. */
  readonly raw: string;
  /** By name in lower case, unfolded; of one that stands several times, the last. */
  readonly headers: Readonly<Record<string, string>>;
  readonly isEncrypted: boolean;
  /** Who logged in, or null. */
  readonly username: string | null;
}

export interface MailReceiverOptions {
  /** `none` by default. */
  readonly security?: 'starttls' | 'tls' | 'none';
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Demands a log-in. */
  readonly login?: { readonly username: string; readonly password: string };
  /** Refuses a log-in with words that repeat it, plain and as it was sent. */
  readonly repeatsLogIn?: boolean;
}

type Step = 'greeting' | 'sender' | 'recipient' | 'message';

/** A refusal: SMTP reply code and its text. */
export interface Refusal {
  readonly code: number;
  readonly text: string;
}

/** What happens at a step: null goes on, a refusal answers with it, `hang` answers nothing. */
export type StepAnswer = (address: string) => Refusal | 'hang' | null;

/** A real SMTP server on loopback. Takes every mail until told otherwise. */
export class MailReceiver {
  /** What came, oldest first. */
  readonly mails: ReceivedMail[] = [];
  /** User names and passwords that were tried. */
  readonly logIns: { readonly username: string; readonly password: string }[] = [];
  readonly host = '127.0.0.1';
  port = 0;

  private readonly server: SMTPServer;
  private readonly answers = new Map<Step, StepAnswer>();

  private constructor(private readonly options: MailReceiverOptions) {
    this.server = new SMTPServer(this.serverOptions());
    this.server.on('error', () => undefined);
  }

  static async start(options: MailReceiverOptions = {}): Promise<MailReceiver> {
    const receiver = new MailReceiver(options);
    const listening = receiver.server.listen(0, receiver.host);
    await once(listening, 'listening');
    receiver.port = (listening.address() as AddressInfo).port;
    return receiver;
  }

  /** As SMTP_URL takes it, without a log-in. */
  get url(): string {
    return `${this.options.security === 'tls' ? 'smtps' : 'smtp'}://${this.host}:${this.port}`;
  }

  /** From the next connection on; of `recipient` and `sender` the address is told. */
  answerWith(step: Step, answer: StepAnswer): void {
    this.answers.set(step, answer);
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.close(() => {
        resolve();
      });
      for (const connection of this.server.connections) connection.close();
    });
  }

  private serverOptions(): SMTPServerOptions {
    const { security = 'none', tls, login } = this.options;
    return {
      ...(tls ?? {}),
      secure: security === 'tls',
      disabledCommands: [...(security === 'starttls' ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
      authOptional: login === undefined,
      allowInsecureAuth: true,
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 1,
      onConnect: (_session, goOn) => this.step('greeting', '', goOn),
      onAuth: ({ username, password }, _session, goOn) => {
        this.logIns.push({ username: username ?? '', password: password ?? '' });
        if (login && username === login.username && password === login.password) goOn(null, { user: login.username });
        else goOn(smtpError({ code: 535, text: this.refusalOf(username ?? '', password ?? '') }));
      },
      onMailFrom: ({ address }, _session, goOn) => this.step('sender', address, goOn),
      onRcptTo: ({ address }, _session, goOn) => this.step('recipient', address, goOn),
      onData: (stream, session, goOn) => {
        // A sender that hangs up in the middle has sent no mail.
        void textOf(stream).then(
          (raw) => this.take(raw, session, goOn),
          () => undefined,
        );
      },
    };
  }

  private refusalOf(username: string, password: string): string {
    if (this.options.repeatsLogIn !== true) return '5.7.8 Authentication credentials invalid';
    return `5.7.8 ${password} ${Buffer.from(`\0${username}\0${password}`).toString('base64')} is wrong`;
  }

  private take(raw: string, session: SMTPServerSession, goOn: (error: Error | null, message?: string) => void): void {
    const { mailFrom, rcptTo } = session.envelope;
    this.step('message', '', (error) => {
      if (error) {
        goOn(error);
        return;
      }
      this.mails.push({
        raw,
        headers: headersOf(raw),
        from: mailFrom === false ? '' : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
        isEncrypted: session.secure,
        username: typeof session.user === 'string' ? session.user : null,
      });
      goOn(null, 'queued as TEST1');
    });
  }

  private step(step: Step, address: string, goOn: (error?: Error | null) => void): void {
    const answer = this.answers.get(step)?.(address) ?? null;
    if (answer !== 'hang') goOn(answer && smtpError(answer));
  }
}

function smtpError({ code, text }: Refusal): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function headersOf(raw: string): Record<string, string> {
  const lines = raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
}

/** The decoded texts of a mail with several parts, in their order. */
export function textsOf({ raw }: ReceivedMail): string[] {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? '';
  const parts = raw.split(`--${boundary}`).slice(1, -1);
  return parts.map((part) => {
    const [head = '', ...body] = part.split('\r\n\r\n');
    const text = body.join('\r\n\r\n').trimEnd();
    return (/base64/i.test(head) ? Buffer.from(text, 'base64').toString() : fromQuotedPrintable(text)).replaceAll(
      '\r\n',
      '\n',
    );
  });
}

function fromQuotedPrintable(text: string): string {
  const toByte = (_: string, code: string): string => String.fromCharCode(parseInt(code, 16));
  const bytes = text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, toByte);
  return Buffer.from(bytes, 'latin1').toString();
}
