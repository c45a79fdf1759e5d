import {
  type CommandOptions,
  type ConnectionLimits,
  ConsoleConnection,
  type OpenOptions,
} from './console-connection.js';
import { type ConsoleSettings, directorIn } from './console-settings.js';
import { Lane } from './lane.js';
import { Reconnect, type ReconnectTiming, usualTiming } from './reconnect.js';
import { type Reply } from './reply.js';
import { type Welcome } from './welcome.js';
import { WireFailure } from './protocol-error.js';

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

export interface Borrowing {
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
  readonly failure: WireFailure | null;
  /** Until the next caller may try; null while all is well. */
  readonly retryInMs: number | null;
  /** Name or password are refused: not tried again by every caller until `retryNow`, or once in ten minutes. */
  readonly needsCredentials: boolean;
}

/**
 * All our connections to one Director, at most four: its places for consoles are few (20 by default) and shared with people.
 * One dead client holds up the slow lane only.
 */
export class ConnectionPool {
  private readonly closing = new AbortController();
  private readonly reconnect: Reconnect;
  private readonly lanes: Readonly<Record<LaneName, Lane>>;
  private readonly director: string;

  constructor(settings: ConsoleSettings, options: PoolOptions) {
    this.director = directorIn(settings);
    this.reconnect = new Reconnect({ ...usualTiming, ...options.timing });
    const lane = (size: number) => {
      const open = (onUnanswered: (failure: WireFailure) => void) =>
        ConsoleConnection.open(settings, { ...options, onUnanswered }, this.closing.signal);
      const { mostWaiting = 50, idleMs = 60_000 } = options;
      return new Lane({ director: this.director, size, mostWaiting, idleMs, open }, this.reconnect);
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

  /** Lends one connection for several commands in a row. `remainingMs` is what is left of the limit, at least one millisecond. */
  async use<T>(
    borrowing: Borrowing,
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

  /** Forgets pauses and refused credentials: settings changed, or a person asks. */
  retryNow(): void {
    this.reconnect.retryNow();
  }

  /** Commands in flight and callers that wait fail immediately. Settles when every connection has ended, after two seconds at most. */
  async close(): Promise<void> {
    const reason = new WireFailure('aborted', `The console closed its connections to ${this.director}.`);
    this.closing.abort();
    await Promise.all(Object.values(this.lanes).map((lane) => lane.close(reason)));
  }
}
