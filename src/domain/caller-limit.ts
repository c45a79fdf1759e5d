import { callerKey, type Principal } from './principal.js';
import { Refusal, type RefusalCode } from './errors.js';

/** How many of one thing each caller has under way in this process. */
export class CallerLimit {
  private readonly counts = new Map<string, number>();

  /** `detail` is told to a caller who has `most` of them already. */
  constructor(
    private readonly most: number,
    private readonly code: RefusalCode,
    private readonly detail: string,
  ) {}

  /** Counts one more and returns how to take it off, once. Refusal with the code of this limit. */
  enter(principal: Principal): () => void {
    const caller = callerKey(principal);
    const count = this.counts.get(caller) ?? 0;
    if (count >= this.most) throw new Refusal(this.code, this.detail, { retryAfterSeconds: 5 });
    this.counts.set(caller, count + 1);
    return () => {
      const left = (this.counts.get(caller) ?? 1) - 1;
      if (left > 0) this.counts.set(caller, left);
      else this.counts.delete(caller);
    };
  }
}
