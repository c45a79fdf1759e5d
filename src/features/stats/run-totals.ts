/** Ended runs by how they ended. */
export interface Outcomes {
  readonly total: number;
  readonly completed: number;
  readonly warning: number;
  readonly error: number;
  readonly canceled: number;
}

/** What the runs of a span come to. */
export interface RunSums {
  readonly runs: Outcomes;
  readonly files: number;
  readonly bytes: number;
}

/** The share of successful runs, 0 to 1; a canceled run neither failed nor succeeded. null: no runs. */
export function successRate({ completed, warning, error }: Outcomes): number | null {
  const judged = completed + warning + error;
  return judged === 0 ? null : round((completed + warning) / judged);
}

/** By which part the bytes of a span are more than those before it; negative: less. null: there were none before. */
export function growthOf(bytes: number, before: number): number | null {
  return before === 0 ? null : round((bytes - before) / before);
}

/** Four digits: more would be noise. */
function round(part: number): number {
  return Math.round(part * 10_000) / 10_000;
}
