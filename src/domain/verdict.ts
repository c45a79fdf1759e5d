export const verdicts = ['ok', 'warn', 'crit', 'unknown'] as const;
export type Verdict = (typeof verdicts)[number];

/** One thing that was looked at. */
export interface HealthFinding {
  readonly id: string;
  readonly component: string;
  readonly status: Verdict;
  readonly value: number | null;
  readonly unit: string | null;
  /** A sentence. */
  readonly message: string;
  readonly hint: string | null;
}
