import { momentOfLocal } from '../../platform/local-times.js';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Reads the answer to `time`, as `Thu 26-Nov-2026 17:22:11`, local time of the Director; null where it is none. */
export function readTime(text: string, timezone: string): Date | null {
  const [, day, word = '', year, hour, minute, second] =
    /\b(\d{1,2})-([A-Z][a-z]{2})-(\d{4}) (\d{2}):(\d{2}):(\d{2})/.exec(text) ?? [];
  const month = months.indexOf(word) + 1;
  if (month === 0) return null;
  const local = { year: Number(year), month, day: Number(day), hour: Number(hour), minute: Number(minute) };
  return momentOfLocal({ ...local, second: Number(second) }, timezone);
}
