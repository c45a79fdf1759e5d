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
import { helloLine } from './hello.js';
import { startTls } from './secure.js';
import { givenUp, inSeconds, stage } from './stage.js';
import { expectsInformation, parseInformation, parseWelcome, type Welcome } from './welcome.js';
import { WireFailure, type WireStage } from './wire-failure.js';

/** How long each part of a log-in may take, in milliseconds. */
export interface LogInLimits {
  readonly tlsMs: number;
  readonly greetingMs: number;
  readonly credentialsMs: number;
  /** How long an unanswered hello is left standing where `onUnanswered` is given. */
  readonly patienceMs: number;
}

export interface LogInOptions {
  readonly limits: LogInLimits;
  readonly signal: AbortSignal;
  /**
   * Called when the hello is not answered in time; the log-in then goes on to wait. A Director at its limit of consoles answers
   * as soon as a place is free, while a hello whose sender has gone would hold that place for seconds.
   */
  readonly onUnanswered?: ((failure: WireFailure) => void) | undefined;
}

const hangUps: Partial<Record<WireStage, string>> = {
  greeting:
    'hung up on our hello: it is at its limit of consoles, is of another kind than its settings say, or demands TLS',
  credentials: 'hung up during the exchange of passwords. Try again; its own log tells more',
  protocol: 'hung up instead of welcoming us. Its own log tells more',
};

/**
 * The dialogue from the first byte to the Director's welcome: hello, TLS, proof of the password both ways.
 * Every way in which it can fail is a WireFailure that tells a person what to mend.
 */
export class LogIn {
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
    // Bareos expects TLS from the first byte; it tells it from clear text by looking at what comes.
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
      if (!this.wantsTls) throw this.failure('protocol', 'began TLS, which was not offered to it');
      await this.secure();
      text = await this.greeting();
    }
    const challenge = parseChallenge(text);
    if (!challenge) throw this.noChallenge(text);
    if (isOwnChallenge(challenge.text))
      throw this.failure('credentials', 'sent our own challenge back: it is an impostor');
    return challenge;
  }

  private noChallenge(text: string): WireFailure {
    if (!text.startsWith('1999')) return this.failure('protocol', 'did not begin as Directors do. Check host and port');
    const name = consoleNameOf(this.settings);
    return this.failure(
      'credentials',
      `does not know the console "${name}". Add a Console resource, or correct the name`,
    );
  }

  /** What we announce for TLS after the proof, which only Bacula with certificates does. Refuses what cannot satisfy both sides. */
  private lateTlsNeed(challenge: Challenge): 0 | 1 | 2 {
    if (this.isSecured) return 0;
    const { mode } = this.settings.tls;
    const canLate = this.wantsTls && usesCertificates(this.settings.tls);
    if (mode === 'required' && !(canLate && challenge.tlsNeed > 0)) throw this.tlsMissing();
    if (!canLate && challenge.tlsNeed === 2) {
      throw this.failure('tls', 'demands TLS by certificates. Give the CA (and our certificate) in the TLS settings');
    }
    if (!canLate) return 0;
    return mode === 'required' ? 2 : 1;
  }

  private tlsMissing(): WireFailure {
    const advice = usesCertificates(this.settings.tls)
      ? 'switch TLS on in its configuration, or set TLS to "none" if clear text is acceptable'
      : 'Bacula before 11 has no pre-shared keys: give certificates, or set TLS to "none" if clear text is acceptable';
    return this.failure(
      'tls',
      `offers no TLS, which is required; the log-in ended before the password was used. If it is meant so, ${advice}`,
    );
  }

  private proveBothWays(challenge: Challenge, tlsNeed: 0 | 1 | 2): Promise<void> {
    const late = () =>
      this.failure('timeout', `did not finish the log-in within ${inSeconds(this.limits.credentialsMs)}`);
    return this.within(this.limits.credentialsMs, late, 'credentials', async () => {
      this.channel.send(answerTo(challenge.text, this.key));
      if (!(await this.channel.text()).startsWith('1000 OK auth')) {
        throw this.failure(
          'credentials',
          `refused the password of the console "${consoleNameOf(this.settings)}". Correct it in the settings`,
        );
      }
      const ours = ownChallenge();
      this.channel.send(challengeLine(ours, tlsNeed));
      if (!provesKey(await this.channel.payload(), ours, this.key)) {
        throw this.failure(
          'credentials',
          'did not prove that it knows the password itself: it is another Director, or an impostor',
        );
      }
      this.channel.send('1000 OK auth\n');
    });
  }

  private welcome(): Promise<Welcome> {
    const late = () => this.failure('timeout', `did not welcome us within ${inSeconds(this.limits.greetingMs)}`);
    return this.within(this.limits.greetingMs, late, 'protocol', async () => {
      const text = await this.channel.text();
      if (text.startsWith('1999'))
        throw this.failure('tls', 'refused us after the password: its TLS demands differ from our settings');
      if (/^1001\W/.test(text))
        throw this.failure(
          'credentials',
          'asks this console for a PAM log-in, which is not supported. Use a console without PAM',
        );
      const welcome = parseWelcome(text);
      if (!welcome) throw this.failure('protocol', 'answered the log-in with a text that is no welcome');
      if (welcome.product !== this.settings.product) throw this.wrongProduct(welcome);
      if (!expectsInformation(text)) return welcome;
      return { ...welcome, information: parseInformation(await this.channel.text()) };
    });
  }

  private wrongProduct(welcome: Welcome): WireFailure {
    return this.failure(
      'greeting',
      `is of ${welcome.product}, but its settings say ${this.settings.product}. Correct its kind`,
    );
  }

  private async greeting(): Promise<string> {
    const { greetingMs, patienceMs } = this.limits;
    const { onUnanswered } = this.options;
    const late = () =>
      this.failure(
        'greeting',
        `did not answer our hello within ${inSeconds(greetingMs)}: it is busy or at its limit of consoles`,
      );
    const timer = onUnanswered && setTimeout(() => onUnanswered(late()), greetingMs);
    try {
      return await this.within(onUnanswered ? patienceMs : greetingMs, late, 'greeting', () => this.channel.text());
    } finally {
      clearTimeout(timer);
    }
  }

  private async secure(): Promise<void> {
    const hint = this.settings.product === 'bareos' ? ': it may be no Bareos, or one before 18.2' : '';
    const late = () =>
      this.failure('tls', `did not finish the TLS handshake within ${inSeconds(this.limits.tlsMs)}${hint}`);
    await this.within(this.limits.tlsMs, late, 'tls', () =>
      this.channel.upgrade((socket) => startTls(this.settings, socket)),
    );
    this.secured = true;
  }

  private async within<T>(
    limitMs: number,
    late: () => WireFailure,
    closedAt: WireStage,
    work: () => Promise<T>,
  ): Promise<T> {
    const end = { limitMs, late, signal: this.options.signal, aborted: () => givenUp(this.director) };
    try {
      return await stage(this.channel, end, work);
    } catch (error) {
      throw error instanceof ChannelClosed ? this.closed(closedAt, error) : error;
    }
  }

  private closed(at: WireStage, error: ChannelClosed): WireFailure {
    if (this.isSecured && usesCertificates(this.settings.tls)) {
      const why = 'it may demand a certificate of ours, or not trust the one that it was shown';
      return this.failure('tls', `hung up after the TLS handshake: ${why}`, error);
    }
    return this.failure(at, hangUps[at] ?? 'hung up during the TLS handshake', error);
  }

  private failure(at: WireStage, what: string, cause?: unknown): WireFailure {
    return new WireFailure(at, `${this.director} ${what}.`, { cause });
  }
}
