import { Refusal } from '../../domain/refusals.js';

const limitMs = 55_000;
const mostWaiting = 20;

/** What is left for one that waited for its turn, at least a millisecond. */
type RemainingMs = () => number;

/**
 * Estimates of one Director, one after the other: each reads a whole fileset of a client, and many at once would be a load that
 * nobody asked for. Waiting and work together take less than a minute.
 */
export class EstimateTurns {
  private last: Promise<void> = Promise.resolve();
  private waiting = 0;

  constructor(private readonly director: string) {}

  async take<T>(job: string, signal: AbortSignal | undefined, work: (left: RemainingMs) => Promise<T>): Promise<T> {
    if (this.waiting >= mostWaiting) {
      throw this.late(`has ${mostWaiting} estimates to make already: ${job} is not estimated. Try again later`);
    }
    const endMs = performance.now() + limitMs;
    const before = this.last;
    let finish: () => void = () => undefined;
    const mine = new Promise<void>((resolve) => (finish = resolve));
    this.last = before.then(() => mine);
    this.waiting += 1;
    try {
      const limit = AbortSignal.timeout(limitMs);
      await untilAborted(before, signal ? AbortSignal.any([signal, limit]) : limit);
      if (performance.now() >= endMs) throw this.late(`was still busy with other estimates: ${job} was not begun`);
      return await work(() => Math.max(1, endMs - performance.now()));
    } finally {
      this.waiting -= 1;
      finish();
    }
  }

  private late(what: string): Refusal {
    return new Refusal('director_too_slow', `Director ${this.director} ${what}.`);
  }
}

/** Resolves when the work before ended or nobody wants to wait any longer, whichever comes first. */
function untilAborted(before: Promise<void>, signal: AbortSignal): Promise<void> {
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
