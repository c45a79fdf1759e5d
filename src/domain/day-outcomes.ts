/** What one day was for one client; the worst of what happened comes first. */
export const dayOutcomes = [
  'error',
  'missed',
  'canceled',
  'warning',
  'running',
  'completed',
  'pending',
  'noneDue',
  'unknown',
] as const;
export type DayOutcome = (typeof dayOutcomes)[number];

/** What is known of one client on one day. */
export interface DayFacts {
  /** Of the runs queued on that day that have ended. */
  readonly statuses: ReadonlySet<string>;
  readonly isRunning: boolean;
  /** Planned starts for which no run was found. */
  readonly missed: number;
  /** A planned start is still to come, or it is too early to call it missed. */
  readonly isPending: boolean;
  /** The plan of the whole day, of today until now, is known. */
  readonly isWatched: boolean;
}

/** That nothing was due is said only where the plan was known, and nothing is guessed where it was not. */
export function dayOutcome(facts: DayFacts): DayOutcome {
  const happened: DayOutcome[] = [
    ...(['error', 'canceled', 'warning', 'completed'] as const).filter((status) => facts.statuses.has(status)),
    ...(facts.missed > 0 ? (['missed'] as const) : []),
    ...(facts.isRunning ? (['running'] as const) : []),
    ...(facts.isPending ? (['pending'] as const) : []),
    facts.isWatched ? 'noneDue' : 'unknown',
  ];
  return dayOutcomes.find((outcome) => happened.includes(outcome)) ?? 'unknown';
}
