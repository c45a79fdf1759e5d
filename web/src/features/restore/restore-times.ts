import { keptTimes } from '../../components/format-cache';
import { addDays, isDay, startOfDay, wallTime } from '../../components/timezone-days';

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

/** When today began in the zone in which times are shown, in milliseconds. */
export function startOfToday(zone: string | undefined): number {
  return startOfDay(wallTime(Date.now(), zone).day, zone);
}

/** The beginning of a day in the zone in which times are shown, or of the day after it; undefined for what is no day. */
export function dayStart(day: string | undefined, zone: string | undefined, plusDays = 0): string | undefined {
  const begun = isDay(day) ? addDays(day, plusDays) : day;
  return isDay(begun) ? new Date(startOfDay(begun, zone)).toISOString() : undefined;
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
