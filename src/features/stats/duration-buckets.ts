/**
 * The outcome of one day for one client; the worst comes first. A canceled run does not count over others: a day with a good
 * backup stays a good day.
 */
export const dayOutcomes = [
  'error',
  'missed',
  'warning',
  'running',
  'completed',
  'canceled',
  'pending',
  'noneDue',
  'unknown',
] as const;
export type DayOutcome = (typeof dayOutcomes)[number];

/** The facts of one client on one day. */
export interface DayFacts {
  /** Of the runs queued on that day that have ended. */
  readonly statuses: readonly string[];
  readonly isRunning: boolean;
  /** Planned starts for which no run was found. */
  readonly missed: number;
  /** A planned start is still to come, or it is too early to call it missed. */
  readonly isPending: boolean;
  /** The plan of the whole day, of today until now, is known. */
  readonly isWatched: boolean;
}

/** "Nothing was due" requires a known schedule; otherwise the outcome is unknown. */
const holds: Readonly<Record<DayOutcome, (facts: DayFacts) => boolean>> = {
  error: ({ statuses }) => statuses.includes('error'),
  missed: ({ missed }) => missed > 0,
  warning: ({ statuses }) => statuses.includes('warning'),
  running: ({ isRunning }) => isRunning,
  completed: ({ statuses }) => statuses.includes('completed'),
  canceled: ({ statuses }) => statuses.includes('canceled'),
  pending: ({ isPending }) => isPending,
  noneDue: ({ isWatched }) => isWatched,
  unknown: () => true,
};

export function dayOutcome(facts: DayFacts): DayOutcome {
  return dayOutcomes.find((outcome) => holds[outcome](facts)) ?? 'unknown';
}

/** Durations are kept in buckets, each a tenth wider than the one before: bucket 0 below a second, bucket n from 1.1^(n-1) seconds on. */
const growth = 1.1;

export interface DurationBucket {
  readonly bucket: number;
  readonly runs: number;
}

/** The bucket of this many whole seconds; the trigger that counts runs computes the same in SQL. */
export function bucketOf(seconds: number): number {
  return seconds < 1 ? 0 : 1 + Math.floor(Math.log(seconds) / Math.log(growth));
}

/** Seconds that this part of the runs did not exceed, within five in a hundred; null where there are no runs. */
export function quantileOf(buckets: readonly DurationBucket[], part: number): number | null {
  const runs = buckets.reduce((sum, bucket) => sum + bucket.runs, 0);
  if (runs === 0) return null;
  let rest = Math.max(1, Math.ceil(runs * part));
  for (const { bucket, runs: own } of [...buckets].sort((a, b) => a.bucket - b.bucket)) {
    rest -= own;
    if (rest <= 0) return middleOf(bucket);
  }
  return null;
}

function middleOf(bucket: number): number {
  return bucket === 0 ? 0 : Math.round(growth ** (bucket - 0.5));
}
