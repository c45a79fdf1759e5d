import { keptTimes } from '../../components/format-cache';

/** With seconds: two versions may be of one minute. */
const time = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
const form = { weekday: 'short', month: 'short', day: 'numeric', ...time } as const;
const momentsOfThisYear = keptTimes(form);
const momentsOfOtherYears = keptTimes({ ...form, year: 'numeric' });

/** With the day of the week, by which people know their nights: Tue 17 Nov, 02:14:05. */
export function moment(time: string | number, timeZone?: string): string {
  const date = new Date(time);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return (isThisYear ? momentsOfThisYear : momentsOfOtherYears)(timeZone).format(date);
}

/** When today began here, in milliseconds. */
export function startOfToday(): number {
  return new Date().setHours(0, 0, 0, 0);
}

/** The beginning of a day of the calendar here, or of the day after it; undefined for what is no day. */
export function dayStart(day: string | undefined, plusDays = 0): string | undefined {
  if (day === undefined || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const start = new Date(`${day}T00:00:00`);
  if (Number.isNaN(start.getTime())) return undefined;
  start.setDate(start.getDate() + plusDays);
  return start.toISOString();
}

interface Version {
  readonly modifiedAt: string | null;
  readonly endedAt: string | null;
}

/**
 * Where in the list, newest first, the version stands that a file had when yesterday ended: the newest one that was not changed
 * today. A backup of last night counts, if nobody changed the file since midnight. -1 where there is none.
 */
export function asOfYesterday(versions: readonly Version[], today: number): number {
  return versions.findIndex(({ modifiedAt, endedAt }) => {
    const time = modifiedAt ?? endedAt;
    return time !== null && Date.parse(time) < today;
  });
}
