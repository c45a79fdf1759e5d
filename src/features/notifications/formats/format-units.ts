const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** Bytes in IEC units with three figures: `1.21 GiB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  const digits = power === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${units[power] ?? ''}`;
}

export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

/** `1 job`, `2 jobs`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

const spans = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** Seconds in their two greatest units: `3 days 4 hours`, `45 seconds`. */
export function formatSpan(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const first = spans.findIndex(([length]) => whole >= length);
  if (first === -1) return '0 seconds';
  const words: string[] = [];
  let rest = whole;
  for (const [length, unit] of spans.slice(first, first + 2)) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) words.push(countOf(count, unit));
  }
  return words.join(' ');
}

/** `2026-11-22 03:12:07 UTC`: the reader may be in another zone than the console. */
export function timeInWords(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
