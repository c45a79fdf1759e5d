import {
  type CommandOptions,
  type ConnectionLimits,
  ConsoleConnection,
  type OpenOptions,
} from './console-connection.js';
import { type ConsoleSettings, directorIn } from './console-settings.js';
import { type Reply } from './reply.js';
import { type Welcome } from './handshake.js';
import { ProtocolError } from './protocol-error.js';
import { inSeconds } from './deadline.js';

interface ReconnectTiming {
  readonly firstPauseMs: number;
  readonly mostPauseMs: number;
  /** After a rejected name or password. Failed logins occupy the Director's few slots and raise its security alerts. */
  readonly credentialsPauseMs: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** 0 to 1, as Math.random. */
  readonly random: () => number;
}

export const usualTiming: ReconnectTiming = {
  firstPauseMs: 500,
  mostPauseMs: 30_000,
  credentialsPauseMs: 600_000,
  now: () => performance.now(),
  random: () => Math.random(),
};

/**
 * Decides when a Director may be connected to again: one try at a time, and after failures with growing pauses. It starts nothing
 * itself: the next caller after the pause is the one who tries.
 */
export class Reconnect {
  /** Called when a try ended or is not answered, so that waiting callers check again. */
  onNews: () => void = () => undefined;
  private failures = 0;
  private lastFailure: ProtocolError | null = null;
  private isTrying = false;
  private isUnanswered = false;
  private retryAtMs = 0;

  constructor(private readonly timing: ReconnectTiming) {}

  /** Why the last try failed or is not answered; null while all is well. */
  get failure(): ProtocolError | null {
    return this.lastFailure;
  }

  /** Milliseconds until the next caller may try; 0 also while a try waits for its answer; null while all is well. */
  get retryInMs(): number | null {
    return this.lastFailure ? Math.max(0, this.retryAtMs - this.timing.now()) : null;
  }

  /** A try is under way that may soon bring a connection. */
  get isHopeful(): boolean {
    return this.isTrying && !this.isUnanswered;
  }

  /** Whether the caller may try now; then it must report the result. */
  begin(): boolean {
    if (this.isTrying) return false;
    if (this.lastFailure && this.timing.now() < this.retryAtMs) return false;
    this.isTrying = true;
    return true;
  }

  /** The try continues, but callers should no longer wait for it. */
  unanswered(failure: ProtocolError): void {
    this.isUnanswered = true;
    this.lastFailure = failure;
    this.onNews();
  }

  succeeded(): void {
    this.failures = 0;
    this.lastFailure = null;
    this.settle();
  }

  failed(failure: ProtocolError): void {
    this.lastFailure = failure;
    this.retryAtMs = this.timing.now() + this.pauseMs(failure);
    this.failures += 1;
    this.settle();
  }

  /** The next caller may try immediately: settings changed, or a user requests it. */
  retryNow(): void {
    this.failures = 0;
    this.retryAtMs = this.timing.now();
  }

  private settle(): void {
    this.isTrying = false;
    this.isUnanswered = false;
    this.onNews();
  }

  private pauseMs(failure: ProtocolError): number {
    const { firstPauseMs, mostPauseMs, credentialsPauseMs, random } = this.timing;
    if (failure.stage === 'credentials') return credentialsPauseMs;
    const pause = Math.min(mostPauseMs, firstPauseMs * 2 ** this.failures);
    return pause * (0.5 + random() / 2);
  }
}

interface LaneOptions {
  readonly director: string;
  readonly size: number;
  /** How many callers may wait for a connection. */
  readonly mostWaiting: number;
  /** A connection that is unused for this long is closed, to free its slot at the Director. */
  readonly idleMs: number;
  /** Called when the Director leaves the hello unanswered; the opening continues. */
  readonly open: (onUnanswered: (failure: ProtocolError) => void) => Promise<ConsoleConnection>;
}

interface Waiter {
  readonly resolve: (connection: ConsoleConnection) => void;
  readonly reject: (failure: ProtocolError) => void;
}

/** Some connections to one Director, lent to one caller at a time; opened when needed, in the order of requests. */
class SubPool {
  private readonly idle = new Map<ConsoleConnection, NodeJS.Timeout>();
  private readonly busy = new Set<ConsoleConnection>();
  private readonly waiting = new Set<Waiter>();
  private opening = 0;
  private closed: ProtocolError | null = null;

  constructor(
    private readonly options: LaneOptions,
    private readonly reconnect: Reconnect,
  ) {}

  get figures(): { readonly open: number; readonly busy: number; readonly waiting: number } {
    return { open: this.idle.size + this.busy.size, busy: this.busy.size, waiting: this.waiting.size };
  }

  /** Rejects with ProtocolError: the reason why the Director cannot be reached, or `queue`, `aborted`. Nothing was sent then. */
  async acquire(limitMs: number, signal?: AbortSignal): Promise<ConsoleConnection> {
    if (this.closed) throw this.closed;
    if (signal?.aborted) throw this.failure('aborted', 'was not called: the caller canceled the request');
    const newest = [...this.idle.keys()].at(-1);
    if (newest) return this.lend(newest);
    if (this.waiting.size >= this.options.mostWaiting) {
      throw this.failure('queue', `already has ${this.waiting.size} callers waiting. Try again later`);
    }
    return this.wait(limitMs, signal);
  }

  release(connection: ConsoleConnection): void {
    this.busy.delete(connection);
    if (connection.isOpen) this.offer(connection);
    else this.grow();
  }

  async close(reason: ProtocolError): Promise<void> {
    this.closed = reason;
    this.rejectAll(reason);
    await Promise.all([...this.idle.keys(), ...this.busy].map((connection) => connection.close()));
  }

  private wait(limitMs: number, signal?: AbortSignal): Promise<ConsoleConnection> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.waiting.delete(waiter);
      };
      const waiter: Waiter = {
        resolve: (connection) => {
          leave();
          resolve(connection);
        },
        reject: (failure) => {
          leave();
          reject(failure);
        },
      };
      const onAbort = () => waiter.reject(this.failure('aborted', 'was not called: the caller canceled the request'));
      const onLate = () => waiter.reject(this.waitedTooLong(limitMs));
      const timer = setTimeout(onLate, limitMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.waiting.add(waiter);
      this.grow();
    });
  }

  /** Opens a connection for waiting callers, or reports to them that there will be none. */
  grow(): void {
    const places = this.options.size - this.idle.size - this.busy.size - this.opening;
    if (this.closed === null && this.waiting.size > 0 && places > 0 && this.reconnect.begin()) void this.openOne();
    const { failure, isHopeful } = this.reconnect;
    const willBeServed = this.busy.size > 0 || (this.opening > 0 && isHopeful);
    if (failure && !willBeServed) this.rejectAll(failure);
  }

  private async openOne(): Promise<void> {
    this.opening += 1;
    try {
      const connection = await this.options.open((failure) => this.reconnect.unanswered(failure));
      this.opening -= 1;
      this.offer(connection);
      this.reconnect.succeeded();
    } catch (error) {
      this.opening -= 1;
      this.reconnect.failed(error instanceof ProtocolError ? error : this.failure('connect', String(error)));
    }
  }

  private offer(connection: ConsoleConnection): void {
    if (this.closed) {
      void connection.close();
      return;
    }
    const [waiter] = this.waiting;
    const timer = setTimeout(() => void connection.close(), this.options.idleMs).unref();
    this.idle.set(connection, timer);
    connection.onGone = () => this.forget(connection);
    if (waiter) waiter.resolve(this.lend(connection));
  }

  private lend(connection: ConsoleConnection): ConsoleConnection {
    clearTimeout(this.idle.get(connection));
    this.idle.delete(connection);
    this.busy.add(connection);
    return connection;
  }

  private forget(connection: ConsoleConnection): void {
    clearTimeout(this.idle.get(connection));
    this.idle.delete(connection);
  }

  private rejectAll(failure: ProtocolError): void {
    for (const waiter of [...this.waiting]) waiter.reject(failure);
  }

  private waitedTooLong(limitMs: number): ProtocolError {
    if (this.busy.size > 0) return this.failure('queue', `had no free connection within ${inSeconds(limitMs)}`);
    return this.failure('timeout', `did not accept the login within ${inSeconds(limitMs)}`);
  }

  private failure(stage: 'queue' | 'aborted' | 'connect' | 'timeout', what: string): ProtocolError {
    return new ProtocolError(stage, `${this.options.director} ${what}.`);
  }
}

/** `slow` is for what waits for other daemons: status of clients and storages, estimates. */
export type LaneName = 'quick' | 'slow';

export interface PoolOptions extends Pick<OpenOptions, 'lookupFor' | 'knownTls'> {
  /** See OpenOptions. */
  readonly mode: (welcome: Welcome) => string | null;
  readonly limits?: Partial<ConnectionLimits>;
  readonly timing?: Partial<ReconnectTiming>;
  readonly quickConnections?: number;
  readonly slowConnections?: number;
  readonly mostWaiting?: number;
  readonly idleMs?: number;
}

export interface Lease {
  readonly lane: LaneName;
  /** For waiting, connecting and all commands together. */
  readonly limitMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface PoolState {
  readonly open: number;
  readonly busy: number;
  readonly waiting: number;
  /** Why the Director could not be reached at the last try; null while all is well. */
  readonly failure: ProtocolError | null;
  /** Until the next caller may try; null while all is well. */
  readonly retryInMs: number | null;
  /** Name or password are rejected: not tried again by every caller until `retryNow`, or once in ten minutes. */
  readonly needsCredentials: boolean;
}

/**
 * All our connections to one Director, at most four: its slots for consoles are few (20 by default) and shared with people. One
 * unreachable client blocks the slow lane only.
 */
export class ConnectionPool {
  private readonly closing = new AbortController();
  private readonly reconnect: Reconnect;
  private readonly lanes: Readonly<Record<LaneName, SubPool>>;
  private readonly director: string;

  constructor(settings: ConsoleSettings, options: PoolOptions) {
    this.director = directorIn(settings);
    this.reconnect = new Reconnect({ ...usualTiming, ...options.timing });
    const lane = (size: number) => {
      const open = (onUnanswered: (failure: ProtocolError) => void) =>
        ConsoleConnection.open(settings, { ...options, onUnanswered }, this.closing.signal);
      const { mostWaiting = 50, idleMs = 60_000 } = options;
      return new SubPool({ director: this.director, size, mostWaiting, idleMs, open }, this.reconnect);
    };
    this.lanes = { quick: lane(options.quickConnections ?? 3), slow: lane(options.slowConnections ?? 1) };
    this.reconnect.onNews = () => {
      for (const each of Object.values(this.lanes)) each.grow();
    };
  }

  get state(): PoolState {
    const [quick, slow] = [this.lanes.quick.figures, this.lanes.slow.figures];
    const { failure, retryInMs } = this.reconnect;
    return {
      open: quick.open + slow.open,
      busy: quick.busy + slow.busy,
      waiting: quick.waiting + slow.waiting,
      failure,
      retryInMs,
      needsCredentials: failure?.stage === 'credentials',
    };
  }

  /** One command on whichever connection is free. Rejects as ConsoleConnection.command does, and with what Lane.acquire rejects. */
  command(text: string, options: CommandOptions & { readonly lane?: LaneName }): Promise<Reply> {
    const { lane = 'quick', limitMs, signal } = options;
    return this.use({ lane, limitMs, signal }, (connection, remainingMs) =>
      connection.command(text, { ...options, limitMs: remainingMs() }),
    );
  }

  /** Lends one connection for several commands in a row. `remainingMs` is the rest of the timeout, at least one millisecond. */
  async use<T>(
    borrowing: Lease,
    work: (connection: ConsoleConnection, remainingMs: () => number) => Promise<T>,
  ): Promise<T> {
    const endMs = performance.now() + borrowing.limitMs;
    const lane = this.lanes[borrowing.lane];
    const connection = await lane.acquire(borrowing.limitMs, borrowing.signal);
    try {
      return await work(connection, () => Math.max(1, endMs - performance.now()));
    } finally {
      lane.release(connection);
    }
  }

  /** Ends pauses and retries rejected credentials: settings changed, or a user requests it. */
  retryNow(): void {
    this.reconnect.retryNow();
  }

  /** Commands in flight and callers that wait fail immediately. Settles when every connection has ended, after two seconds at most. */
  async close(): Promise<void> {
    const reason = new ProtocolError('aborted', `The console closed its connections to ${this.director}.`);
    this.closing.abort();
    await Promise.all(Object.values(this.lanes).map((lane) => lane.close(reason)));
  }
}
