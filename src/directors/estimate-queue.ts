import { AppError } from '../domain/error-codes.js';

/** Below the minute that callers are promised. */
const usualLimitMs = 55_000;
const mostWaiting = 20;

export interface EstimateSlot {
  /** The rest of the timeout, at least a millisecond. */
  readonly leftMs: () => number;
  /** Fires when the limit is reached or the caller has hung up. */
  readonly over: AbortSignal;
}

/**
 * Estimates of one Director, one after the other: each reads a whole fileset of a client, and concurrent ones would be too much
 * load. Waiting and work together take less than a minute.
 */
export class EstimateQueue {
  private last: Promise<void> = Promise.resolve();
  private waiting = 0;

  constructor(
    private readonly director: string,
    private readonly limitMs = usualLimitMs,
  ) {}

  async take<T>(job: string, gone: AbortSignal | undefined, work: (turn: EstimateSlot) => Promise<T>): Promise<T> {
    if (this.waiting >= mostWaiting) {
      throw this.late(`already has ${mostWaiting} estimates waiting, so ${job} was not estimated. Try again later`);
    }
    const before = this.last;
    let finish: () => void = () => undefined;
    const mine = new Promise<void>((resolve) => (finish = resolve));
    this.last = before.then(() => mine);
    this.waiting += 1;
    try {
      return await this.within(gone, async (turn) => {
        await untilOver(before, turn.over);
        if (turn.over.aborted) throw this.late(`was busy with other estimates, so ${job} was not started`);
        return work(turn);
      });
    } finally {
      this.waiting -= 1;
      finish();
    }
  }

  private async within<T>(gone: AbortSignal | undefined, work: (turn: EstimateSlot) => Promise<T>): Promise<T> {
    const over = new AbortController();
    const end = () => over.abort();
    const endMs = performance.now() + this.limitMs;
    const timer = setTimeout(end, this.limitMs);
    gone?.addEventListener('abort', end, { once: true });
    if (gone?.aborted === true) end();
    try {
      return await work({ over: over.signal, leftMs: () => Math.max(1, endMs - performance.now()) });
    } finally {
      clearTimeout(timer);
      gone?.removeEventListener('abort', end);
    }
  }

  private late(what: string): AppError {
    return new AppError('director_too_slow', `Director ${this.director} ${what}.`);
  }
}

/** Resolves when the earlier work ended or the deadline passed, whichever comes first. */
function untilOver(before: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      signal.removeEventListener('abort', done);
      resolve();
    };
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
    void before.then(done);
  });
}
