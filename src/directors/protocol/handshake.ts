import {
  answerTo,
  type Challenge,
  challengeLine,
  isOwnChallenge,
  keyOf,
  ownChallenge,
  parseChallenge,
  provesKey,
} from './challenge.js';
import { type ConsoleSettings, consoleNameOf, directorIn, usesCertificates } from './console-settings.js';
import { ChannelClosed, type FrameChannel } from './frame-channel.js';
import { startTls } from './tls.js';
import { givenUp, inSeconds, withDeadline } from './deadline.js';
import { ProtocolError, type ProtocolStage } from './protocol-error.js';

const fewestBytes = 16;
const mostBytes = 142;
const mostNameBytes = 127;
/** Bareos chooses the form of its answers by this; from 18.2 on they are the ones that are read here. */
const bareosVersion = '25.1.0';

/** The first line to a Director. Throws ProtocolError (`credentials`) where the console's name cannot be one. */
export function helloLine(settings: ConsoleSettings): string {
  const name = checkedName(settings).replaceAll(' ', '\x01');
  // A version of 1 or more would make Bacula compress its frames; without a number it would ignore the TLS requirement.
  const tail = settings.product === 'bareos' ? `version ${bareosVersion}` : `0 tlspsk=${offer(settings)}`;
  const line = `Hello ${name} calling ${tail}\n`;
  const bytes = Buffer.byteLength(line);
  if (bytes < fewestBytes || bytes > mostBytes) throw unfit(settings, 'is too long for a Director');
  return line;
}

/** Bacula's number: 100 times the requirement for a pre-shared key plus the one for certificates, each 0 none, 1 can, 2 must. */
function offer(settings: ConsoleSettings): number {
  if (settings.tls.mode === 'none') return 0;
  // "Can" even if we require it: a Director without TLS then answers so that it can be distinguished from a wrong name.
  return usesCertificates(settings.tls) ? 1 : 100;
}

function checkedName(settings: ConsoleSettings): string {
  const name = consoleNameOf(settings);
  if (name === '' || name.trim() !== name) throw unfit(settings, 'is empty, or starts or ends with a space');
  if (/[\p{Cc}\p{Cs}"\\]/u.test(name)) throw unfit(settings, 'contains a quote, a backslash or a control character');
  if (Buffer.byteLength(name) > mostNameBytes) throw unfit(settings, `is longer than ${mostNameBytes} bytes`);
  return name;
}

function unfit(settings: ConsoleSettings, what: string): ProtocolError {
  const sentence = `The console name for ${directorIn(settings)} ${what}. Use the name of a Console resource.`;
  return new ProtocolError('credentials', sentence);
}

/** How a Director introduces itself once we are logged in. */
export interface Welcome {
  readonly product: 'bacula' | 'bareos';
  readonly directorName: string;
  /** As `15.0.3`. */
  readonly version: string;
  /** The date in brackets behind the version, in the Director's words. */
  readonly released: string;
  /** Bareos's second message, its only place for the name that we act under; null elsewhere. */
  readonly information: string | null;
}

const bacula = /^1000 OK: \d{1,9} ([^\s]{1,200}) Version: ([^\s]{1,60}) \(([^()\n]{1,60})\)/;
const bareos = /^1000\WOK: ([^\s]{1,200}) Version: ([^\s]{1,60}) \(([^()\n]{1,60})\)/;

/** Null where the text is no welcome. */
export function parseWelcome(text: string): Welcome | null {
  return welcomeOf('bacula', bacula.exec(text)) ?? welcomeOf('bareos', bareos.exec(text));
}

/** Whether the second message (1002) follows: it does where the first one separates its parts by 0x1e. */
export function expectsInformation(text: string): boolean {
  return text.startsWith('1000\x1e');
}

/** The text of Bareos's second message; null where it is none. */
export function parseInformation(text: string): string | null {
  if (!text.startsWith('1002\x1e')) return null;
  return text.slice('1002\x1e'.length).replace(/[\n\0]+$/, '');
}

function welcomeOf(product: 'bacula' | 'bareos', match: RegExpExecArray | null): Welcome | null {
  const [, name, version, released] = match ?? [];
  if (name === undefined || version === undefined || released === undefined) return null;
  // Directors send the spaces of a name as 0x01, here as in the hello.
  return { product, directorName: name.replaceAll('\x01', ' '), version, released, information: null };
}

/** How long each part of a log-in may take, in milliseconds. */
export interface LogInLimits {
  readonly tlsMs: number;
  readonly greetingMs: number;
  readonly credentialsMs: number;
  /** How long a hello may stay unanswered if `onUnanswered` is given. */
  readonly patienceMs: number;
}

export interface LogInOptions {
  readonly limits: LogInLimits;
  readonly signal: AbortSignal;
  /**
   * Called when the hello is not answered in time; the login then continues to wait. A Director at its limit of consoles answers
   * as soon as a slot is free, while a hello whose sender has gone would occupy that slot for seconds.
   */
  readonly onUnanswered?: ((failure: ProtocolError) => void) | undefined;
}

const hangUps: Partial<Record<ProtocolStage, string>> = {
  greeting:
    'closed the connection after the hello: its console limit is reached, it is of a different kind than configured, or it requires TLS',
  credentials: 'closed the connection during authentication. Try again, and check its log',
  protocol: 'closed the connection instead of sending a welcome. Check its log',
};

/** The handshake with the key proved name, password, kind and TLS. */
const hangUpAfterKey =
  'closed the connection after the TLS handshake: its console limit is reached, or it is shutting down. Check its log';

/**
 * The dialogue from the first byte to the Director's welcome: hello, TLS, proof of the password both ways. Every failure is a
 * ProtocolError that says what to correct.
 */
export class ConsoleLogin {
  private readonly limits: LogInLimits;
  private readonly key: string;
  private readonly director: string;
  private secured = false;

  constructor(
    private readonly channel: FrameChannel,
    private readonly settings: ConsoleSettings,
    private readonly options: LogInOptions,
  ) {
    this.limits = options.limits;
    this.key = keyOf(settings.password);
    this.director = directorIn(settings);
  }

  async run(): Promise<Welcome> {
    const hello = helloLine(this.settings);
    // Bareos expects TLS from the first byte; it detects clear text by its content.
    if (this.settings.product === 'bareos' && this.wantsTls) await this.secure();
    this.channel.send(hello);
    const challenge = await this.challenge();
    const lateNeed = this.lateTlsNeed(challenge);
    await this.proveBothWays(challenge, lateNeed);
    if (lateNeed > 0 && challenge.tlsNeed > 0) await this.secure();
    return this.welcome();
  }

  /** Whether the conversation is encrypted by now. */
  get isSecured(): boolean {
    return this.secured;
  }

  private get wantsTls(): boolean {
    return this.settings.tls.mode !== 'none';
  }

  private async challenge(): Promise<Challenge> {
    let text = await this.greeting();
    if (/^starttls tlspsk=\d{1,6}\n?\0?$/.test(text)) {
      if (!this.wantsTls) throw this.failure('protocol', 'started TLS, which was not offered');
      await this.secure();
      text = await this.greeting();
    }
    const challenge = parseChallenge(text);
    if (!challenge) throw this.noChallenge(text);
    if (isOwnChallenge(challenge.text))
      throw this.failure('credentials', "sent the console's own challenge back: it is an impostor");
    return challenge;
  }

  private noChallenge(text: string): ProtocolError {
    if (!text.startsWith('1999'))
      return this.failure('protocol', 'did not answer like a Director. Check host and port');
    const name = consoleNameOf(this.settings);
    return this.failure(
      'credentials',
      `does not know the console "${name}". Add a Console resource, or correct the name`,
    );
  }

  /** What we announce for TLS after the proof, which only Bacula with certificates does. Throws if both sides cannot be satisfied. */
  private lateTlsNeed(challenge: Challenge): 0 | 1 | 2 {
    if (this.isSecured) return 0;
    const { mode } = this.settings.tls;
    const canLate = this.wantsTls && usesCertificates(this.settings.tls);
    if (mode === 'required' && !(canLate && challenge.tlsNeed > 0)) throw this.tlsMissing();
    if (!canLate && challenge.tlsNeed === 2) {
      throw this.failure(
        'tls',
        "requires TLS with certificates. Add the CA (and the console's certificate) to the TLS settings",
      );
    }
    if (!canLate) return 0;
    return mode === 'required' ? 2 : 1;
  }

  private tlsMissing(): ProtocolError {
    const advice = usesCertificates(this.settings.tls)
      ? 'enable TLS in its configuration, or set TLS to "none" if clear text is acceptable'
      : 'Bacula before 11 has no pre-shared keys: give certificates, or set TLS to "none" if clear text is acceptable';
    return this.failure(
      'tls',
      `offers no TLS, which is required; the login was stopped before the password was used. If this is intended, ${advice}`,
    );
  }

  private proveBothWays(challenge: Challenge, tlsNeed: 0 | 1 | 2): Promise<void> {
    const late = () =>
      this.failure('timeout', `did not finish the login within ${inSeconds(this.limits.credentialsMs)}`);
    return this.within(this.limits.credentialsMs, late, 'credentials', async () => {
      this.channel.send(answerTo(challenge.text, this.key));
      if (!(await this.channel.text()).startsWith('1000 OK auth')) {
        throw this.failure(
          'credentials',
          `rejected the password of the console "${consoleNameOf(this.settings)}". Correct it in the settings`,
        );
      }
      const ours = ownChallenge();
      this.channel.send(challengeLine(ours, tlsNeed));
      if (!provesKey(await this.channel.payload(), ours, this.key)) {
        throw this.failure(
          'credentials',
          'did not prove that it knows the password: it is another Director, or an impostor',
        );
      }
      this.channel.send('1000 OK auth\n');
    });
  }

  private welcome(): Promise<Welcome> {
    const late = () => this.failure('timeout', `did not send a welcome within ${inSeconds(this.limits.greetingMs)}`);
    return this.within(this.limits.greetingMs, late, 'protocol', async () => {
      const text = await this.channel.text();
      if (text.startsWith('1999'))
        throw this.failure(
          'tls',
          'rejected the console after authentication: its TLS requirements differ from the settings',
        );
      if (/^1001\W/.test(text))
        throw this.failure(
          'credentials',
          'requires a PAM login for this console, which is not supported. Use a console without PAM',
        );
      const welcome = parseWelcome(text);
      if (!welcome) throw this.failure('protocol', 'answered the login with a text that is not a welcome');
      if (welcome.product !== this.settings.product) throw this.wrongProduct(welcome);
      if (!expectsInformation(text)) return welcome;
      return { ...welcome, information: parseInformation(await this.channel.text()) };
    });
  }

  private wrongProduct(welcome: Welcome): ProtocolError {
    return this.failure(
      'greeting',
      `is ${welcome.product}, but its settings say ${this.settings.product}. Correct its kind`,
    );
  }

  private async greeting(): Promise<string> {
    const { greetingMs, patienceMs } = this.limits;
    const { onUnanswered } = this.options;
    const late = () =>
      this.failure(
        'greeting',
        `did not answer the hello within ${inSeconds(greetingMs)}: it is busy or its console limit is reached`,
      );
    const timer = onUnanswered && setTimeout(() => onUnanswered(late()), greetingMs);
    try {
      return await this.within(onUnanswered ? patienceMs : greetingMs, late, 'greeting', () => this.channel.text());
    } finally {
      clearTimeout(timer);
    }
  }

  private async secure(): Promise<void> {
    const hint = this.settings.product === 'bareos' ? ': it may not be Bareos, or it is older than 18.2' : '';
    const late = () =>
      this.failure('tls', `did not finish the TLS handshake within ${inSeconds(this.limits.tlsMs)}${hint}`);
    await this.within(this.limits.tlsMs, late, 'tls', () =>
      this.channel.upgrade((socket) => startTls(this.settings, socket)),
    );
    this.secured = true;
  }

  private async within<T>(
    limitMs: number,
    late: () => ProtocolError,
    closedAt: ProtocolStage,
    work: () => Promise<T>,
  ): Promise<T> {
    const end = { limitMs, late, signal: this.options.signal, aborted: () => givenUp(this.director) };
    try {
      return await withDeadline(this.channel, end, work);
    } catch (error) {
      throw error instanceof ChannelClosed ? this.closed(closedAt, error) : error;
    }
  }

  private closed(at: ProtocolStage, error: ChannelClosed): ProtocolError {
    if (this.isSecured && usesCertificates(this.settings.tls)) {
      const why = 'it may require a client certificate, or not trust the one it received';
      return this.failure('tls', `closed the connection after the TLS handshake: ${why}`, error);
    }
    const reason = this.isSecured && at === 'greeting' ? hangUpAfterKey : hangUps[at];
    return this.failure(at, reason ?? 'closed the connection during the TLS handshake', error);
  }

  private failure(at: ProtocolStage, what: string, cause?: unknown): ProtocolError {
    return new ProtocolError(at, `${this.director} ${what}.`, { cause });
  }
}
