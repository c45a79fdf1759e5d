/**
 * What one day was for one client; the worst of what happened comes first. A canceled run hides no other: users cancel runs that
 * are in the way, and a day with a good backup stays a good day.
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

/** What is known of one client on one day. */
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

/** That nothing was due is said only where the plan was known, and nothing is guessed where it was not. */
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
