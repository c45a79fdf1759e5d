import { type Reachability } from '../../../domain/health.js';
import { directorTimeoutMs, type Outcome, outcomeWithin } from '../timeouts.js';

/** Calls to a Director end by limits of their own; a look that did not is not waited for any more. */
const lookLimitMs = 30_000;

/** What one look showed, and when it began. */
export interface Observation<T> {
  readonly at: Date;
  readonly seen: T;
}

/** How the last look went that ended, or that is not waited for any more. */
export interface ProbeEnd {
  readonly answered: boolean;
  readonly tookSeconds: number;
  readonly ageSeconds: number;
}

/** The last sight of a part, and whether it answered this time. */
export interface Watched<T> {
  readonly sight: Observation<T> | null;
  readonly contact: Reachability;
}

/**
 * Keeps the last sight of something that may hang, so that there is an answer all the same. Looks are shared: many pollers at
 * once ask once.
 */
export class CachedProbe<T> {
  private last: Observation<T> | null = null;
  private looking: { readonly sight: Promise<Observation<T>>; readonly since: number } | null = null;

  private lastEnd: { readonly answered: boolean; readonly tookMs: number; readonly endedMs: number } | null = null;

  constructor(
    private readonly see: () => Promise<T>,
    private readonly now: () => Date,
  ) {}

  /** `see` serves unless a look is under way already. */
  async watch(waitMs = directorTimeoutMs, see = this.see): Promise<Watched<T>> {
    const outcome = await outcomeWithin(waitMs, this.look(see));
    if (outcome.state === 'answers') {
      return { sight: outcome.value, contact: { state: 'answers', silentForSeconds: 0, detail: '' } };
    }
    return { sight: this.last, contact: this.lostContact(outcome) };
  }

  /** null: no look has ended yet. Nobody is asked. */
  get lookEnd(): ProbeEnd | null {
    const nowMs = performance.now();
    if (this.looking !== null && nowMs - this.looking.since > lookLimitMs) {
      const ageSeconds = (nowMs - this.looking.since - lookLimitMs) / 1000;
      return { answered: false, tookSeconds: lookLimitMs / 1000, ageSeconds };
    }
    if (this.lastEnd === null) return null;
    const { answered, tookMs, endedMs } = this.lastEnd;
    return { answered, tookSeconds: tookMs / 1000, ageSeconds: (nowMs - endedMs) / 1000 };
  }

  /** What the last look showed that was answered; nobody is asked. */
  get lastSeen(): T | null {
    return this.last?.seen ?? null;
  }

  private lostContact({ state, detail }: Exclude<Outcome<Observation<T>>, { state: 'answers' }>): Reachability {
    const silentForSeconds = this.last === null ? null : ageSeconds(this.last.at, this.now());
    return { state, silentForSeconds, detail };
  }

  private look(see: () => Promise<T>): Promise<Observation<T>> {
    const isGivenUp = this.looking !== null && performance.now() - this.looking.since > lookLimitMs;
    if (this.looking === null || isGivenUp) {
      const look = { sight: this.recordFirstSeen(see), since: performance.now() };
      this.looking = look;
      const forget = (): void => {
        if (this.looking === look) this.looking = null;
      };
      look.sight.then(forget, forget);
    }
    return this.looking.sight;
  }

  private async recordFirstSeen(see: () => Promise<T>): Promise<Observation<T>> {
    const at = this.now();
    const beganMs = performance.now();
    try {
      const sight = { at, seen: await see() };
      this.last = sight;
      this.noteEnd(true, beganMs);
      return sight;
    } catch (error) {
      this.noteEnd(false, beganMs);
      throw error;
    }
  }

  private noteEnd(answered: boolean, beganMs: number): void {
    const endedMs = performance.now();
    this.lastEnd = { answered, tookMs: endedMs - beganMs, endedMs };
  }
}

export function ageSeconds(at: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - at.getTime()) / 1000));
}
