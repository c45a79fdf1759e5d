/** Seconds from a try that failed to the next one, before jitter. */
export const retryPauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

const longestPause = 86_400;
/** From the first try to the last. */
export const retryPeriodMs = 3 * 24 * 3600 * 1000;
const jitter = 0.2;
/** How often the receiver's own Retry-After may bring a try sooner than the schedule: it must not make us call forever. */
const hastenedTries = 3;

/** A try that failed. */
export interface FailedTry {
  /** Tries started, including this one. */
  readonly attempts: number;
  readonly now: Date;
  readonly deadline: Date;
  /** The Retry-After of the receiver. */
  readonly retryAfterSeconds: number | null;
}

/**
 * When to try again; null: that was the last try. The pauses grow, each up to a fifth shorter or longer so that many deliveries
 * are not retried at the same time, and the last try is at the deadline.
 *
 * @param random from 0 to 1
 */
export function nextTry({ attempts, now, deadline, retryAfterSeconds }: FailedTry, random: number): Date | null {
  if (now >= deadline) return null;
  const planned = (retryPauses[attempts - 1] ?? longestPause) * (1 - jitter + 2 * jitter * random);
  const requested = retryAfterSeconds === null ? null : clamp(retryAfterSeconds) * (1 + jitter * random);
  const isHastened = requested !== null && attempts <= hastenedTries;
  const seconds = isHastened ? requested : Math.max(planned, requested ?? 0);
  return new Date(Math.min(now.getTime() + seconds * 1000, deadline.getTime()));
}

function clamp(seconds: number): number {
  return Math.min(Math.max(seconds, 1), longestPause);
}

/** A row of failures of one channel. */
export interface Streak {
  readonly failures: number;
  readonly since: Date;
}

const failingAfterMs = 15 * 60_000;
/** Five tries at one moment are one failure: a receiver that restarts. */
const failingAtLeastMs = 60_000;
const failingAfterTries = 5;

/** Whether to report that a channel fails. */
export function isFailing({ failures, since }: Streak, now: Date): boolean {
  const lastsMs = now.getTime() - since.getTime();
  return (failures >= failingAfterTries && lastsMs >= failingAtLeastMs) || (failures >= 2 && lastsMs >= failingAfterMs);
}
