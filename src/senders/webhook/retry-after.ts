const mostSeconds = 24 * 3600;

/** Seconds that a Retry-After header asks for, at most a day; null where it says nothing that can be read. */
export function retryAfterSeconds(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), mostSeconds);
  // Only dates as HTTP writes them: Date.parse takes nearly anything for one.
  const time = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) return null;
  return Math.min(Math.max(Math.ceil((time - now.getTime()) / 1000), 0), mostSeconds);
}
