/** Below two days in hours: 36 hours are neither one day nor two. */
const units = [
  ['day', 86_400, 172_800],
  ['hour', 3_600, 3_600],
  ['minute', 60, 60],
  ['second', 1, 1],
] as const;

/** A duration in whole parts of the largest unit that fits: "4 days", "36 hours". The page formats ages the same way. */
export function formatDuration(seconds: number): string {
  const [word, size] = units.find(([, , from]) => seconds >= from) ?? units[3];
  const count = Math.floor(seconds / size);
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
