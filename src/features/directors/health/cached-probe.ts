import { type Reachability } from '../../../domain/health.js';
import { directorTimeoutMs, type Outcome, outcomeWithin } from '../timeouts.js';

/** Calls to a Director have timeouts of their own; a probe that did not end by then is abandoned. */
const probeTimeoutMs = 30_000;

/** The result of one probe, and when it started. */
export interface Observation<T> {
  readonly at: Date;
  readonly seen: T;
}

/** The end of the last probe that finished or was abandoned. */
export interface ProbeEnd {
  readonly answered: boolean;
  readonly tookSeconds: number;
  readonly ageSeconds: number;
}

/** The last observation of a part, and whether it answered this time. */
export interface MonitoredProbe<T> {
  readonly observation: Observation<T> | null;
  readonly contact: Reachability;
}

/** Caches the last observation of something that may hang, so that there is always an answer. Concurrent pollers share one probe. */
export class CachedProbe<T> {
  private last: Observation<T> | null = null;
  private running: { readonly observation: Promise<Observation<T>>; readonly since: number } | null = null;

  private lastEnd: { readonly answered: boolean; readonly tookMs: number; readonly endedMs: number } | null = null;

  constructor(
    private readonly observe: () => Promise<T>,
    private readonly now: () => Date,
  ) {}

  /** `observe` runs unless a probe is already in progress. */
  async watch(waitMs = directorTimeoutMs, observe = this.observe): Promise<MonitoredProbe<T>> {
    const outcome = await outcomeWithin(waitMs, this.probe(observe));
    if (outcome.state === 'answers') {
      return { observation: outcome.value, contact: { state: 'answers', silentForSeconds: 0, detail: '' } };
    }
    return { observation: this.last, contact: this.lostContact(outcome) };
  }

  /** null: no probe has ended yet. Starts no probe. */
  get probeEnd(): ProbeEnd | null {
    const nowMs = performance.now();
    if (this.running !== null && nowMs - this.running.since > probeTimeoutMs) {
      const ageSeconds = (nowMs - this.running.since - probeTimeoutMs) / 1000;
      return { answered: false, tookSeconds: probeTimeoutMs / 1000, ageSeconds };
    }
    if (this.lastEnd === null) return null;
    const { answered, tookMs, endedMs } = this.lastEnd;
    return { answered, tookSeconds: tookMs / 1000, ageSeconds: (nowMs - endedMs) / 1000 };
  }

  /** The last answered observation; starts no probe. */
  get lastSeen(): T | null {
    return this.last?.seen ?? null;
  }

  private lostContact({ state, detail }: Exclude<Outcome<Observation<T>>, { state: 'answers' }>): Reachability {
    const silentForSeconds = this.last === null ? null : ageSeconds(this.last.at, this.now());
    return { state, silentForSeconds, detail };
  }

  private probe(observe: () => Promise<T>): Promise<Observation<T>> {
    const isGivenUp = this.running !== null && performance.now() - this.running.since > probeTimeoutMs;
    if (this.running === null || isGivenUp) {
      const probe = { observation: this.recordFirstSeen(observe), since: performance.now() };
      this.running = probe;
      const forget = (): void => {
        if (this.running === probe) this.running = null;
      };
      probe.observation.then(forget, forget);
    }
    return this.running.observation;
  }

  private async recordFirstSeen(observe: () => Promise<T>): Promise<Observation<T>> {
    const at = this.now();
    const beganMs = performance.now();
    try {
      const observation = { at, seen: await observe() };
      this.last = observation;
      this.noteEnd(true, beganMs);
      return observation;
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
