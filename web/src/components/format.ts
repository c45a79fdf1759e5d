import { keptFormat, keptTimes } from './format-cache';

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
const [whole, tenths, hundredths] = [numbers(0), numbers(1), numbers(2)];

function numbers(digits: number): () => Intl.NumberFormat {
  return keptFormat(
    (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );
}

/** Bytes in IEC units with three figures: 1.21 GiB. */
export function size(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  const figures = power === 0 || value >= 100 ? whole : value >= 10 ? tenths : hundredths;
  return `${figures().format(value)} ${units[power] ?? ''}`;
}

const counts = keptFormat((locale) => new Intl.NumberFormat(locale));

export const count = (value: number): string => counts().format(value);

const wholePercents = percents(0);
const exactPercents = percents(1);

function percents(digits: number): () => Intl.NumberFormat {
  return keptFormat((locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }));
}

/** A part of one: 98.4 %. */
export function percent(part: number): string {
  return (part > 0.99 || part < 0.01 ? exactPercents : wholePercents)().format(part);
}

/** Below it in hours: 36 hours are neither one day nor two. The API says ages the same way. */
const daysFromSeconds = 172_800;
const [minuteSeconds, hourSeconds, daySeconds] = [60, 3600, 86_400];

/** In its two largest units, the smaller one only where it is not zero: 36 h, 5 d 14 h. */
export function duration(seconds: number | null): string {
  if (seconds === null) return '–';
  const whole = Math.round(seconds);
  if (whole < minuteSeconds) return `${whole} s`;
  if (whole < hourSeconds) return inTwo(whole, [minuteSeconds, 'min'], [1, 's']);
  if (whole < daysFromSeconds) return inTwo(whole, [hourSeconds, 'h'], [minuteSeconds, 'min']);
  return inTwo(whole, [daySeconds, 'd'], [hourSeconds, 'h']);
}

type Unit = readonly [seconds: number, sign: string];

function inTwo(seconds: number, [large, largeSign]: Unit, [small, smallSign]: Unit): string {
  const rest = Math.floor((seconds % large) / small);
  return `${Math.floor(seconds / large)} ${largeSign}${rest === 0 ? '' : ` ${rest} ${smallSign}`}`;
}

/** In its largest unit alone, rounded down: 36 h, 5 d. It agrees with `ago`. */
export function age(seconds: number): string {
  return duration(Math.floor(seconds)).split(' ').slice(0, 2).join(' ');
}

const steps: readonly (readonly [from: number, length: number, Intl.RelativeTimeFormatUnit])[] = [
  [daysFromSeconds, daySeconds, 'day'],
  [hourSeconds, hourSeconds, 'hour'],
  [minuteSeconds, minuteSeconds, 'minute'],
  [1, 1, 'second'],
];

const distances = keptFormat((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** Two clocks differ, and the page's own ticks only every ten seconds: what is so little ahead is now. */
const aheadIsNowSeconds = 15;

/** "3 minutes ago", rounded down; a time ahead is "in 3 minutes", a few seconds ahead are "now". */
export function ago(time: string, now = Date.now()): string {
  const exactly = Math.round((Date.parse(time) - now) / 1000);
  const seconds = exactly > 0 && exactly <= aheadIsNowSeconds ? 0 : exactly;
  const [, length, unit] = steps.find(([from]) => Math.abs(seconds) >= from) ?? [1, 1, 'second' as const];
  return distances().format(seconds < 0 ? Math.ceil(seconds / length) : Math.round(seconds / length), unit);
}

const minutes = { hour: '2-digit', minute: '2-digit' } as const;
const days = { month: 'short', day: 'numeric' } as const;
const exactTimes = keptTimes({ year: 'numeric', ...days, ...minutes, second: '2-digit', timeZoneName: 'short' });

/** With the zone by name, for whoever reads it elsewhere. */
export function exact(time: string | number, timeZone?: string): string {
  return exactTimes(timeZone).format(new Date(time));
}

const clockTimes = keptTimes({ timeStyle: 'medium' });

/** The clock alone: 02:14:09. */
export function clock(time: string | number, timeZone?: string): string {
  return clockTimes(timeZone).format(new Date(time));
}

const timesOfThisYear = keptTimes({ ...days, ...minutes });
const timesOfOtherYears = keptTimes({ year: 'numeric', ...days, ...minutes });

const secondsOfThisYear = keptTimes({ ...days, ...minutes, second: '2-digit' });
const secondsOfOtherYears = keptTimes({ year: 'numeric', ...days, ...minutes, second: '2-digit' });

function isOfThisYear(time: string | number): boolean {
  return new Date(time).getFullYear() === new Date().getFullYear();
}

/** Short enough for a column: 17 Nov, 02:14; with its year where that is another. */
export function shortTime(time: string | number, timeZone?: string): string {
  return (isOfThisYear(time) ? timesOfThisYear : timesOfOtherYears)(timeZone).format(new Date(time));
}

/** The same with seconds: 17 Nov, 02:14:09. Many runs take less than a minute. */
export function timeToTheSecond(time: string | number, timeZone?: string): string {
  return (isOfThisYear(time) ? secondsOfThisYear : secondsOfOtherYears)(timeZone).format(new Date(time));
}

/** 2026-11-17, as no language needs to say it otherwise. */
const plainDays = keptFormat((_locale, timeZone) => new Intl.DateTimeFormat('sv', { timeZone }));
const hours = keptTimes(minutes);
const daysOfThisYear = keptTimes(days);
const daysOfOtherYears = keptTimes({ year: 'numeric', ...days });

/** Shorter still: its hour where that is today, else its day. */
export function hourOrDay(time: string | number, timeZone?: string): string {
  const day = (of: string | number): string => plainDays(timeZone).format(new Date(of));
  const [today, its] = [day(Date.now()), day(time)];
  const isThisYear = today.slice(0, 4) === its.slice(0, 4);
  const form = today === its ? hours : isThisYear ? daysOfThisYear : daysOfOtherYears;
  return form(timeZone).format(new Date(time));
}

const dayNames = {
  short: keptTimes({ weekday: 'short', ...days }),
  long: keptTimes({ weekday: 'long', day: 'numeric', month: 'long' }),
  /** For an axis. */
  plain: keptTimes(days),
};

/** A day of the calendar, `2026-11-17`, in words. */
export function dayName(day: string, form: keyof typeof dayNames = 'short'): string {
  return dayNames[form]('UTC').format(new Date(`${day}T00:00:00Z`));
}

const weekdays = keptTimes({ weekday: 'short' });
const relativeDays = keptFormat((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** A time near today by its clock: "today 23:05", "tomorrow 23:05", "Fri 23:05" within the week, else "4 Dec, 23:05". */
export function dayClock(time: string | number, timeZone?: string, now = Date.now()): string {
  const dayOf = (of: string | number): number => Date.parse(plainDays(timeZone).format(new Date(of)));
  const days = Math.round((dayOf(time) - dayOf(now)) / 86_400_000);
  if (Math.abs(days) > 6) return shortTime(time, timeZone);
  const near = Math.abs(days) <= 1;
  const day = near ? relativeDays().format(days, 'day') : weekdays(timeZone).format(new Date(time));
  return `${day} ${hours(timeZone).format(new Date(time))}`;
}

const shortCounts = keptFormat(
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 2 }),
);

/** A number in a place too narrow for it: 650, 1.2K. */
export function shortCount(value: number): string {
  return value < 1000 ? count(value) : shortCounts().format(value);
}
