/** The end of an axis: the next round number, in steps of 1, 2 or 5. */
export function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((one) => one * power >= value) ?? 10;
  return step * power;
}

/** The same for bytes, whose round numbers are those of 1024. */
export function roundUpBytes(value: number): number {
  if (value <= 1024) return 1024;
  const unit = 1024 ** Math.floor(Math.log2(value) / 10);
  const end = roundUp(value / unit);
  return end >= 1000 ? 1024 * unit : end * unit;
}

const roundSeconds = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800].concat(
  [1, 2, 4, 6, 12, 24].map((hours) => hours * 3600),
);

/** The same for durations, whose round numbers are those of the clock, and whole days beyond one. */
export function roundUpSeconds(value: number): number {
  return roundSeconds.find((seconds) => seconds >= value) ?? 86_400 * roundUp(value / 86_400);
}

/** Which of so many columns get a name below them, so that these do not touch. */
export function namedColumns(count: number, most: number): ReadonlySet<number> {
  const step = Math.max(1, Math.ceil(count / most));
  return new Set(Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step));
}
