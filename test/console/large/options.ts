function numberOf(name: string, usual: number): number {
  const value = Number(process.env[name] ?? usual);
  if (!(value > 0)) throw new Error(`${name} is "${process.env[name] ?? ''}"; it is a number above zero.`);
  return value;
}

/** What the suite is run with, each by a variable of its environment. */
export const options = {
  /** Runs of the one catalog. */
  runs: numberOf('RUNS', 1_000_000),
  /** Files of the one chain of the other. */
  files: numberOf('FILES', 10_000_000),
  /** How long the page is used. */
  minutes: numberOf('MINUTES', 10),
  /** Milliseconds that the p95 of each kind of input may take. */
  limitMs: numberOf('LIMIT_MS', 200),
  /** By what share the memory of the last third of the time may be above that of the second. */
  growth: numberOf('GROWTH', 0.05),
  /** A folder for catalogs and console, taken from there the next time; null: made anew, and thrown away. */
  keep: process.env['KEEP'] ?? null,
} as const;
