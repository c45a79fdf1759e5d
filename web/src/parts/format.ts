import { locale } from '../words/language';

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** Bytes in IEC units with three figures: 1.21 GiB. */
export function size(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  const digits = power === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const text = value.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${text} ${units[power] ?? ''}`;
}

export const count = (value: number): string => value.toLocaleString(locale());

/** A part of one: 98.4 %. */
export function percent(part: number): string {
  return part.toLocaleString(locale(), { style: 'percent', maximumFractionDigits: part > 0.99 || part < 0.01 ? 1 : 0 });
}

export function duration(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
}

const steps: readonly (readonly [number, Intl.RelativeTimeFormatUnit])[] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** "3 minutes ago"; a time ahead is "in 3 minutes". */
export function ago(time: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(time) - now) / 1000);
  const [length, unit] = steps.find(([step]) => Math.abs(seconds) >= step) ?? [1, 'second' as const];
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(Math.round(seconds / length), unit);
}

/** With the zone by name, for whoever reads it elsewhere. */
export function exact(time: string | number, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale(), {
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(time));
}

/** Short enough for a column: 17 Nov, 02:14; with its year where that is another. */
export function shortTime(time: string | number, timeZone?: string): string {
  const isOfThisYear = new Date(time).getFullYear() === new Date().getFullYear();
  return new Intl.DateTimeFormat(locale(), {
    ...(isOfThisYear ? {} : { year: 'numeric' }),
    ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(time));
}

/** Shorter still: its hour where that is today, else its day. */
export function hourOrDay(time: string | number, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const day = (of: string | number): string => new Date(of).toLocaleDateString('sv', zone);
  const [today, its] = [day(Date.now()), day(time)];
  const form: Intl.DateTimeFormatOptions =
    today === its ? { hour: '2-digit', minute: '2-digit' } : { month: 'short', day: 'numeric' };
  const year: Intl.DateTimeFormatOptions = today.slice(0, 4) === its.slice(0, 4) ? {} : { year: 'numeric' };
  return new Intl.DateTimeFormat(locale(), { ...form, ...year, ...zone }).format(new Date(time));
}

/** A day of the calendar, `2026-11-17`, in words. */
export function dayName(day: string, form: 'short' | 'long' = 'short'): string {
  return new Intl.DateTimeFormat(locale(), {
    ...{ weekday: form, day: 'numeric', month: form, timeZone: 'UTC' },
  }).format(new Date(`${day}T00:00:00Z`));
}
