import { type ConsoleConnection } from './console-connection.js';
import { type Reconnect } from './reconnect.js';
import { inSeconds } from './deadline.js';
import { WireFailure } from './protocol-error.js';

export interface LaneOptions {
  readonly director: string;
  readonly size: number;
  /** How many callers may wait for a connection. */
  readonly mostWaiting: number;
  /** A connection that nobody used for so long gives its place at the Director back. */
  readonly idleMs: number;
  /** Is told when the Director leaves the hello unanswered; the opening goes on. */
  readonly open: (onUnanswered: (failure: WireFailure) => void) => Promise<ConsoleConnection>;
}

interface Waiter {
  readonly resolve: (connection: ConsoleConnection) => void;
  readonly reject: (failure: WireFailure) => void;
}

/** Some connections to one Director, lent to one caller at a time; opened when needed, in the order of asking. */
export class Lane {
  private readonly idle = new Map<ConsoleConnection, NodeJS.Timeout>();
  private readonly busy = new Set<ConsoleConnection>();
  private readonly waiting = new Set<Waiter>();
  private opening = 0;
  private closed: WireFailure | null = null;

  constructor(
    private readonly options: LaneOptions,
    private readonly reconnect: Reconnect,
  ) {}

  get figures(): { readonly open: number; readonly busy: number; readonly waiting: number } {
    return { open: this.idle.size + this.busy.size, busy: this.busy.size, waiting: this.waiting.size };
  }

  /** Rejects with WireFailure: the reason why the Director cannot be reached, or `queue`, `aborted`. Nothing was sent then. */
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

  async close(reason: WireFailure): Promise<void> {
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

  /** Opens a connection for those who wait, or tells them that none will come. */
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
      this.reconnect.failed(error instanceof WireFailure ? error : this.failure('connect', String(error)));
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

  private rejectAll(failure: WireFailure): void {
    for (const waiter of [...this.waiting]) waiter.reject(failure);
  }

  private waitedTooLong(limitMs: number): WireFailure {
    if (this.busy.size > 0) return this.failure('queue', `had no free connection within ${inSeconds(limitMs)}`);
    return this.failure('timeout', `did not accept the login within ${inSeconds(limitMs)}`);
  }

  private failure(stage: 'queue' | 'aborted' | 'connect' | 'timeout', what: string): WireFailure {
    return new WireFailure(stage, `${this.options.director} ${what}.`);
  }
}
