import { type Start, type Values } from './records';
import { type DayRule, type Pattern, type Rule } from '../../components/schedule-pattern';

/** A start at one time on days, or every so many hours; what cannot be said so stays an expression. */
export type Timing =
  | { readonly kind: 'days'; readonly on: DayRule; readonly time: string }
  | { readonly kind: 'hours'; readonly every: number; readonly minute: number }
  | { readonly kind: 'expression'; readonly at: string };

const names = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
/** Intervals that divide a day: each day has the same starts. */
export const hourSteps: readonly number[] = [1, 2, 3, 4, 6, 8, 12];
export const everyDay: DayRule = { kind: 'daily' };

const clock = (hour: number, minute: number): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

export function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

/** The timing of a cron expression: minute hour day month weekday. */
export function timingOf(at: string): Timing {
  const parts = at.trim().split(/\s+/);
  const [minutes = '', hours = '', days = '', months = '', weekdays = ''] = parts;
  const minute = numberIn(minutes, 0, 59);
  if (parts.length !== 5 || minute === null || months !== '*') return { kind: 'expression', at };
  const every = stepOf(hours);
  if (every !== null && days === '*' && weekdays === '*') return { kind: 'hours', every, minute };
  const hour = numberIn(hours, 0, 23);
  const on = hour === null ? null : dayRuleOf(days, weekdays);
  return hour === null || on === null ? { kind: 'expression', at } : { kind: 'days', on, time: clock(hour, minute) };
}

function stepOf(hours: string): number | null {
  if (hours === '*') return 1;
  const step = hours.startsWith('*/') ? numberIn(hours.slice(2), 1, 23) : null;
  return step !== null && hourSteps.includes(step) ? step : null;
}

function numberIn(text: string, least: number, most: number): number | null {
  const value = /^\d{1,2}$/.test(text) ? Number(text) : NaN;
  return value >= least && value <= most ? value : null;
}

function dayRuleOf(days: string, weekdays: string): DayRule | null {
  if (days !== '*') {
    const listed = weekdays === '*' ? listOf(days, (text) => numberIn(text, 1, 31)) : null;
    return listed && { kind: 'monthDays', days: listed };
  }
  if (weekdays === '*') return everyDay;
  const [day = '', week] = weekdays.split('#');
  if (week !== undefined) {
    const [weekday, nth] = [weekdayOf(day), numberIn(week, 1, 5)];
    return weekday === null || nth === null ? null : { kind: 'weeks', weekdays: [weekday], weeks: [nth] };
  }
  const listed = listOf(weekdays, weekdayOf);
  if (listed === null) return null;
  return listed.length === 7 ? everyDay : { kind: 'weekdays', weekdays: listed };
}

/** 1 is Monday; cron calls Sunday 0 or 7. */
function weekdayOf(text: string): number | null {
  const named = names.indexOf(text.toUpperCase()) + 1;
  if (named > 0) return named;
  const value = numberIn(text, 0, 7);
  return value === 0 ? 7 : value;
}

/** `1,3-5` as ascending numbers; null where one of them is none. */
function listOf(text: string, valueOf: (text: string) => number | null): readonly number[] | null {
  const found = new Set<number>();
  for (const part of text.split(',')) {
    const [first = '', last = first] = part.split('-');
    const [from, to] = [valueOf(first), valueOf(last)];
    if (from === null || to === null || from > to) return null;
    for (let value = from; value <= to; value += 1) found.add(value);
  }
  return [...found].sort((a, b) => a - b);
}

export function cronOf(timing: Timing): string {
  if (timing.kind === 'expression') return timing.at;
  if (timing.kind === 'hours') return `${timing.minute} ${timing.every === 1 ? '*' : `*/${timing.every}`} * * *`;
  const minutes = minutesOf(timing.time);
  return `${minutes % 60} ${Math.floor(minutes / 60)} ${cronDaysOf(timing.on)}`;
}

function cronDaysOf(on: DayRule): string {
  if (on.kind === 'daily') return '* * *';
  if (on.kind === 'monthDays') return `${on.days.join(',')} * *`;
  const named = on.weekdays.map((weekday) => names[weekday - 1] ?? '');
  if (on.kind === 'weekdays') return `* * ${shortened(named, on.weekdays)}`;
  return `* * ${on.weeks.map((week) => `${named[0] ?? 'SUN'}#${week}`).join(',')}`;
}

/** `MON-SAT` where weekdays follow each other. */
function shortened(texts: readonly string[], weekdays: readonly number[]): string {
  const follow = weekdays.every((day, index) => index === 0 || day === (weekdays[index - 1] ?? 0) + 1);
  return follow && texts.length > 2 ? `${texts[0] ?? ''}-${texts.at(-1) ?? ''}` : texts.join(',');
}

export const usualLevel = 'Incremental';

/** The starts of a schedule as the file has them. */
export function startsIn(values: Values): readonly Start[] {
  const starts = values['starts'];
  return Array.isArray(starts) ? (starts as readonly Start[]) : [];
}

/** What schedule words are made from: a pattern for each start, or its expression where that has no words. */
export function patternsOfStarts(starts: readonly Start[]): readonly (Pattern | Required<Start>)[] {
  return starts.map(({ level = usualLevel, at }) => {
    const timing = timingOf(at);
    if (timing.kind === 'expression') return { level, at };
    if (timing.kind === 'hours') return { everySeconds: timing.every * 3600, level };
    const rule: Rule = { level, on: timing.on, times: [minutesOf(timing.time)] };
    return { rules: [rule] };
  });
}
