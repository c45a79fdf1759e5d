const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A span as people say it, in whole parts of the largest unit that fits: "4 days", "1 hour". */
export function inOneUnit(seconds: number): string {
  const [word, size] = units.find(([, length]) => seconds >= length) ?? units[3];
  const count = Math.floor(seconds / size);
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
