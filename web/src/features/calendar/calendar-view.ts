import { addDays, firstOfMonth, isDay, mondayOf, startOfDay, wallTime } from '../../components/timezone-days';

export type ViewName = 'week' | 'month';

/** Which days are in view. */
export interface CalendarView {
  readonly name: ViewName;
  /** Whole weeks, from Monday on. */
  readonly days: readonly string[];
  /** The first day of the week, or of the month. */
  readonly first: string;
  readonly last: string;
  readonly since: string;
  readonly until: string;
  readonly before: string;
  readonly after: string;
}

/** What the address says, or the week of today. */
export function calendarView(
  view: string | undefined,
  from: string | undefined,
  now: number,
  zone: string | undefined,
): CalendarView {
  const day = isDay(from) ? from : wallTime(now, zone).day;
  return view === 'month' ? monthOf(day, zone) : weekOf(day, zone);
}

function weekOf(day: string, zone: string | undefined): CalendarView {
  const first = mondayOf(day);
  const last = addDays(first, 6);
  return {
    name: 'week',
    first,
    last,
    before: addDays(first, -7),
    after: addDays(first, 7),
    ...spanOf(first, last, zone),
  };
}

function monthOf(day: string, zone: string | undefined): CalendarView {
  const first = firstOfMonth(day);
  const last = addDays(firstOfMonth(day, 1), -1);
  const span = spanOf(mondayOf(first), addDays(mondayOf(last), 6), zone);
  return { name: 'month', first, last, before: firstOfMonth(day, -1), after: firstOfMonth(day, 1), ...span };
}

function spanOf(first: string, last: string, zone: string | undefined): Pick<CalendarView, 'days' | 'since' | 'until'> {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  const textOf = (of: string): string => new Date(startOfDay(of, zone)).toISOString();
  return { days, since: textOf(first), until: textOf(addDays(last, 1)) };
}
