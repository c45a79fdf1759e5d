import { checkCommand } from '../../domain/console-command.js';
import { connectTo, type LookupFor } from './connect.js';
import { type ConsoleSettings, directorIn } from './console-settings.js';
import { ChannelClosed, FrameChannel } from './frame-channel.js';
import { ConsoleLogin, type LogInLimits, type Welcome } from './handshake.js';
import { type Reply, isInvalidCommand, ReplyCollector, type ReplyItem } from './reply.js';
import { signals } from './signals.js';
import { givenUp, inSeconds, withDeadline } from './deadline.js';
import { ProtocolError } from './protocol-error.js';

export interface ConnectionLimits extends LogInLimits {
  readonly connectMs: number;
  /** For the command that sets the mode. */
  readonly modeMs: number;
}

export const usualLimits: ConnectionLimits = {
  connectMs: 5_000,
  tlsMs: 5_000,
  greetingMs: 5_000,
  patienceMs: 120_000,
  credentialsMs: 5_000,
  modeMs: 5_000,
};

/** What this console knows of TLS with one Director. */
export interface KnownTls {
  /** Whether TLS worked with it before. Rejects with ProtocolError where that cannot be known. */
  hasWorked(): Promise<boolean>;
  remember(): Promise<void>;
}

export interface OpenOptions {
  /** The first command, `.api …`, which versions differ in; null leaves the mode for people. */
  readonly mode: (welcome: Welcome) => string | null;
  readonly limits?: Partial<ConnectionLimits>;
  /** See LogInOptions. */
  readonly onUnanswered?: (failure: ProtocolError) => void;
  /** Without it every address is connected to. */
  readonly lookupFor?: LookupFor;
  /** For TLS that is preferred: once it worked, it is required. */
  readonly knownTls?: KnownTls;
}

export interface CommandOptions {
  readonly limitMs: number;
  readonly signal?: AbortSignal | undefined;
  /** The longest answer, in bytes on the wire. */
  readonly maxBytes?: number;
  /** Receives each item as it comes; the reply then contains none. */
  readonly onData?: (item: ReplyItem) => void;
  /** Called for each question of the Director, before it is answered by a dot. */
  readonly onQuestion?: () => void;
}

const usualMaxBytes = 16_000_000;
const mostPrompts = 5;

/**
 * One authenticated connection to a Director: one command at a time. A timeout, an abort and a protocol violation close it
 * permanently, because there is no request id that could distinguish a late reply from the next one.
 */
export class ConsoleConnection {
  /** Called once when the connection is of no use any more. */
  onGone: () => void = () => undefined;
  private readonly director: string;
  private endSignal: number = signals.endOfData;
  private isBusy = false;
  /** The command that chose the form of the answers; repeated it changes nothing. */
  private mode: string | null = null;

  private constructor(
    private readonly channel: FrameChannel,
    settings: ConsoleSettings,
    readonly welcome: Welcome,
    private readonly isEncrypted: boolean,
  ) {
    this.director = directorIn(settings);
    channel.isLoggedIn = true;
    channel.onStir = () => this.checkQuiet();
  }

  /** Connects, negotiates TLS, logs in and sets the mode. Rejects with ProtocolError, whose stage is where it failed. */
  static async open(settings: ConsoleSettings, options: OpenOptions, signal: AbortSignal): Promise<ConsoleConnection> {
    const { knownTls } = options;
    if (settings.tls.mode !== 'preferred' || !knownTls) return ConsoleConnection.openAsSet(settings, options, signal);
    if (await knownTls.hasWorked()) return ConsoleConnection.openAsBefore(settings, options, signal);
    const connection = await ConsoleConnection.openAsSet(settings, options, signal);
    if (connection.isEncrypted) await knownTls.remember();
    return connection;
  }

  /** An attacker who breaks one handshake must not be able to read everything that follows. */
  private static async openAsBefore(settings: ConsoleSettings, options: OpenOptions, signal: AbortSignal) {
    try {
      const tls = { ...settings.tls, mode: 'required' } as const;
      return await ConsoleConnection.openOnce({ ...settings, tls }, options, signal);
    } catch (error) {
      if (!(error instanceof ProtocolError) || error.stage !== 'tls') throw error;
      const sentence = `TLS with ${directorIn(settings)} worked before and does not work now, so nothing is sent in clear text: an attacker may be suppressing it. If the Director no longer encrypts, save its settings again or set TLS to "none". ${error.message}`;
      throw new ProtocolError('tls', sentence, { cause: error });
    }
  }

  private static async openAsSet(settings: ConsoleSettings, options: OpenOptions, signal: AbortSignal) {
    try {
      return await ConsoleConnection.openOnce(settings, options, signal);
    } catch (error) {
      // A Bareos before 18.2 hangs up on TLS instead of declining it, so "preferred" has to knock twice.
      const mayBeOld = settings.product === 'bareos' && settings.tls.mode === 'preferred';
      if (!mayBeOld || !(error instanceof ProtocolError) || error.stage !== 'tls') throw error;
      return ConsoleConnection.openOnce({ ...settings, tls: { mode: 'none' } }, options, signal);
    }
  }

  private static async openOnce(settings: ConsoleSettings, options: OpenOptions, signal: AbortSignal) {
    const limits = { ...usualLimits, ...options.limits };
    const channel = new FrameChannel(
      await connectTo(settings, { limitMs: limits.connectMs, signal, lookupFor: options.lookupFor }),
    );
    try {
      const logIn = new ConsoleLogin(channel, settings, { limits, signal, onUnanswered: options.onUnanswered });
      const welcome = await logIn.run();
      const connection = new ConsoleConnection(channel, settings, welcome, logIn.isSecured);
      const mode = options.mode(welcome);
      if (mode !== null) await connection.setMode(mode, limits.modeMs, signal);
      return connection;
    } catch (error) {
      // Failed logins occupy one of the Director's few slots until their socket closes.
      channel.fail(error instanceof ProtocolError ? error : givenUp(directorIn(settings)));
      throw error;
    }
  }

  get isOpen(): boolean {
    return this.channel.isOpen;
  }

  /**
   * Sends one command and reads its whole reply. Rejects with AppError (400) for a text that cannot be sent, and with
   * ProtocolError; `outcomeUnknown` says whether the Director may have executed the command.
   */
  async command(text: string, options: CommandOptions): Promise<Reply> {
    checkCommand(text);
    if (this.isBusy) throw new Error('A connection to a Director can run only one command at a time.');
    if (!this.isOpen) throw this.broken(false);
    if (options.signal?.aborted) throw givenUp(this.director);
    this.isBusy = true;
    const endSignal = this.endSignalFor(text);
    const collector = new ReplyCollector(
      endSignal,
      options.maxBytes ?? usualMaxBytes,
      options.onData,
      isModeChange(text),
    );
    try {
      return await withDeadline(this.channel, this.endOf(options), async () => {
        await this.makeRoomFor(text);
        return this.converse(text, collector, this.mode !== null, options.onQuestion);
      });
    } catch (error) {
      throw this.ruined(error);
    } finally {
      this.isBusy = false;
      this.checkQuiet();
    }
  }

  /**
   * Says goodbye. A command in flight fails immediately. Settles when the Director has closed the connection too, after two
   * seconds at most.
   */
  close(): Promise<void> {
    if (this.isBusy) this.channel.fail(givenUp(this.director, true));
    else this.channel.close();
    return this.channel.closed;
  }

  /** Ends the connection for this reason, a command in flight with it. */
  fail(reason: ProtocolError): void {
    this.channel.fail(reason);
  }

  private async setMode(text: string, limitMs: number, signal: AbortSignal): Promise<void> {
    const reply = await this.command(text, { limitMs, signal });
    if (reply.errorText === '' && !isInvalidCommand(reply.text)) {
      this.mode = text;
      return;
    }
    const words = (reply.errorText || reply.text).trim();
    const sentence = `${this.director} does not let this console choose the reply format ("${text}"): ${words} Allow the console the command .api.`;
    throw new ProtocolError('command', sentence);
  }

  /** Ends a frame that was started by a short command, which a long one cannot. */
  private async makeRoomFor(text: string): Promise<void> {
    if (this.mode === null || this.channel.canSend(text)) return;
    await this.converse(this.mode, new ReplyCollector(this.endSignal, usualMaxBytes), false);
  }

  /** `isHurried`: received data is acknowledged immediately. */
  private async converse(
    text: string,
    collector: ReplyCollector,
    isHurried: boolean,
    onQuestion: () => void = () => undefined,
  ): Promise<Reply> {
    let prompts = 0;
    this.channel.send(text);
    for (let hasBegun = false; ; hasBegun = true) {
      for (let frame = this.channel.take(); frame !== null; frame = this.channel.take()) {
        if (frame.kind === 'signal' && frame.signal === signals.terminate)
          throw new ChannelClosed('The Director closed the session.');
        const state = collector.accept(frame);
        if (state === 'done') return collector.reply;
        if (state !== 'prompt') continue;
        onQuestion();
        if (++prompts > mostPrompts) throw this.endlessPrompts();
        // Anything but a dot could choose something; see the decision on unexpected questions.
        this.channel.send('.');
      }
      if (hasBegun && isHurried) this.channel.acknowledge();
      await this.channel.more();
    }
  }

  private endOf(options: CommandOptions) {
    const limit = inSeconds(options.limitMs);
    return {
      limitMs: options.limitMs,
      signal: options.signal,
      aborted: () => givenUp(this.director, true),
      late: () =>
        new ProtocolError('timeout', `${this.director} did not complete its answer within ${limit}.`, {
          outcomeUnknown: true,
        }),
    };
  }

  /** The reply to a change of mode already ends in the new way. */
  private endSignalFor(text: string): number {
    const [verb, mode] = text.trim().split(/\s+/);
    if (verb === '.api') this.endSignal = mode === '0' || mode === 'off' ? signals.endOfData : signals.mainPrompt;
    return this.endSignal;
  }

  private endlessPrompts(): ProtocolError {
    const sentence = `${this.director} kept asking questions after ${mostPrompts} replies of ".".`;
    return new ProtocolError('protocol', sentence, { outcomeUnknown: true });
  }

  private ruined(error: unknown): unknown {
    const failure = this.failureFrom(error);
    this.channel.fail(failure);
    return error instanceof ProtocolError || error instanceof ChannelClosed ? failure : error;
  }

  private failureFrom(error: unknown): ProtocolError {
    if (error instanceof ChannelClosed) return this.broken(true, error);
    if (!(error instanceof ProtocolError)) return givenUp(this.director, true);
    if (error.stage !== 'protocol' || error.outcomeUnknown) return error;
    return new ProtocolError('protocol', error.message, { outcomeUnknown: true, cause: error });
  }

  private broken(outcomeUnknown: boolean, cause?: unknown): ProtocolError {
    const what = outcomeUnknown ? 'broke before the answer was complete' : 'is closed';
    return new ProtocolError('command', `The connection to ${this.director} ${what}.`, { outcomeUnknown, cause });
  }

  /** Between commands a Director sends nothing: such data would be taken for the next reply. */
  private checkQuiet(): void {
    if (this.isBusy) return;
    try {
      if (this.channel.take() !== null)
        this.channel.fail(new ProtocolError('protocol', `${this.director} sent data without being asked.`));
    } catch {
      // The end of the connection, which isOpen reports.
    }
    if (this.isOpen) return;
    const notify = this.onGone;
    this.onGone = () => undefined;
    notify();
  }
}

function isModeChange(text: string): boolean {
  return /^\s*\.api\b/.test(text);
}
