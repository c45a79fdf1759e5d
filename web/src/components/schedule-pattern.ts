import { type Schemas } from '../api/request';
import { addDays, wallTime } from './timezone-days';

type Start = Pick<Schemas['PlannedRunRecord'], 'at' | 'level'>;

/** On which days, by the calendar of the Director. Weekdays are 1 for Monday to 7. */
export type DayRule =
  | { readonly kind: 'daily' }
  | { readonly kind: 'weekdays'; readonly weekdays: readonly number[] }
  /** Of these weekdays those in these weeks of a month: 1 is the first of them in it. */
  | { readonly kind: 'weeks'; readonly weekdays: readonly number[]; readonly weeks: readonly number[] }
  | { readonly kind: 'monthDays'; readonly days: readonly number[] };

export interface Rule {
  readonly level: string;
  readonly on: DayRule;
  /** In minutes since midnight, ascending. */
  readonly times: readonly number[];
}

/** What a schedule repeats: one level at even distances, or levels on days. */
export type Pattern = { readonly everySeconds: number; readonly level: string } | { readonly rules: readonly Rule[] };

const shortEnoughSeconds = 12 * 3600;
/** Fewer days than these prove no rule of weeks, and none of months. */
const [daysForWeeks, daysForMonths] = [14, 35];
const levels = ['Full', 'Differential', 'Incremental'];

/**
 * The rule behind planned starts, ascending; `isCut`: there are more. It is read from the starts and not from the Director's
 * own words, which each kind of Director has others of. null: no rule that repeats within these days.
 */
export function patternOf(
  starts: readonly Start[],
  isCut: boolean,
  zone: string | undefined,
  now: number,
): Pattern | null {
  const even = evenly(starts);
  if (even !== null) return even;
  const tomorrow = addDays(wallTime(now, zone).day, 1);
  const known = starts.map(({ at, level }) => ({ level, ...wallTime(Date.parse(at), zone) }));
  // Where there are more starts, the last day in view may have some of them.
  const cutDay = isCut ? known.at(-1)?.day : undefined;
  const placed = known.filter(({ day }) => day >= tomorrow && day !== cutDay);
  const last = placed.at(-1)?.day;
  if (last === undefined) return null;
  const days: string[] = [];
  for (let day = tomorrow; day <= last; day = addDays(day, 1)) days.push(day);
  const rules = new Map<string, { readonly level: string; readonly on: DayRule; readonly times: number[] }>();
  for (const { level, minutes, own } of daysByTime(placed)) {
    const on = ruleOf(own, days);
    if (on === null) return null;
    const key = JSON.stringify([level, on]);
    const rule = rules.get(key);
    if (rule) rule.times.push(minutes);
    else rules.set(key, { level, on, times: [minutes] });
  }
  return { rules: [...rules.values()].sort((a, b) => placeOf(a.level) - placeOf(b.level)) };
}

function placeOf(level: string): number {
  const place = levels.indexOf(level);
  return place === -1 ? levels.length : place;
}

function evenly(starts: readonly Start[]): Pattern | null {
  const [first, second] = starts;
  if (!first || !second || starts.length < 4) return null;
  const timeOf = ({ at }: Start): number => Date.parse(at);
  const distance = timeOf(second) - timeOf(first);
  const isEven = starts.every((start, index) => {
    const before = starts[index - 1];
    return start.level === first.level && (before === undefined || timeOf(start) - timeOf(before) === distance);
  });
  return isEven && distance / 1000 <= shortEnoughSeconds ? { everySeconds: distance / 1000, level: first.level } : null;
}

interface Placed {
  readonly level: string;
  readonly day: string;
  readonly minutes: number;
}

/** For each level and time of day the days on which it starts, by time. */
function daysByTime(placed: readonly Placed[]) {
  const found = new Map<string, { readonly level: string; readonly minutes: number; readonly own: Set<string> }>();
  for (const { level, day, minutes } of placed) {
    const key = `${level} ${minutes}`;
    const known = found.get(key);
    if (known) known.own.add(day);
    else found.set(key, { level, minutes, own: new Set([day]) });
  }
  return [...found.values()].sort((a, b) => a.minutes - b.minutes);
}

const weekdayOf = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
const monthDayOf = (day: string): number => Number(day.slice(-2));
const weekOf = (day: string): number => Math.ceil(monthDayOf(day) / 7);

function ruleOf(own: ReadonlySet<string>, days: readonly string[]): DayRule | null {
  const listed = (of: (day: string) => number): readonly number[] =>
    [...new Set([...own].map(of))].sort((a, b) => a - b);
  const isRule = (holds: (day: string) => boolean): boolean => days.every((day) => own.has(day) === holds(day));
  const [weekdays, weeks, monthDays] = [listed(weekdayOf), listed(weekOf), listed(monthDayOf)];
  if (days.length >= daysForWeeks) {
    if (isRule(() => true)) return { kind: 'daily' };
    if (isRule((day) => weekdays.includes(weekdayOf(day)))) return { kind: 'weekdays', weekdays };
  }
  if (days.length < daysForMonths) return null;
  const isOneOf = (day: string): boolean => weekdays.includes(weekdayOf(day));
  if (isRule((day) => isOneOf(day) && weeks.includes(weekOf(day)))) {
    // Few months have a fifth one. Where none is in view it goes with the fourth.
    const hasFifth = days.some((day) => isOneOf(day) && weekOf(day) === 5);
    return { kind: 'weeks', weekdays, weeks: !hasFifth && weeks.includes(4) ? [...weeks, 5] : weeks };
  }
  return isRule((day) => monthDays.includes(monthDayOf(day))) ? { kind: 'monthDays', days: monthDays } : null;
}
