import { invalidField } from '../../domain/error-codes.js';

/** Whole days in UTC, as texts like 2026-11-20; `until` is the first day that no longer belongs to it. */
export interface DaySpan {
  readonly since: string;
  readonly until: string;
  readonly days: number;
}

const dayMs = 86_400_000;
export const defaultDays = 30;
export const mostDays = 400;
/** Days that every calendar of a computer knows, and that are written with four digits. */
const firstDayMs = Date.UTC(1970, 0, 1);
const lastDayMs = Date.UTC(9999, 11, 31);

/** The parameters of a range: times, or a number of days. */
export interface DayRangeQuery {
  readonly since?: Date;
  readonly until?: Date;
  readonly days?: number;
}

/**
 * The days of these times: `since` is rounded down to the start of its day, `until` up to the end of its. Or a number of days up
 * to today; thirty by default.
 */
export function daySpan({ since, until, days: requestedDays }: DayRangeQuery, now: Date): DaySpan {
  if (requestedDays !== undefined) {
    if (since ?? until) throw invalidField('days', 'days cannot be combined with since or until.');
    return lastDays(requestedDays, now);
  }
  const end = until === undefined ? endOfDay(now.getTime() + 1) : endOfDay(until.getTime());
  const begin = since === undefined ? end - defaultDays * dayMs : Math.floor(since.getTime() / dayMs) * dayMs;
  rejectOddYears(since ? 'since' : 'until', begin, end);
  if (begin >= end) throw invalidField('until', 'until must be after since.', 'wrong_order');
  const days = (end - begin) / dayMs;
  if (days > mostDays) throw invalidField('since', `since and until may be at most ${mostDays} days apart.`, 'too_far');
  return { since: dayText(begin), until: dayText(end), days };
}

function rejectOddYears(first: 'since' | 'until', begin: number, end: number): void {
  if (begin < firstDayMs) throw invalidField(first, 'The days must be in the year 1970 or later.');
  if (end > lastDayMs) throw invalidField('until', 'until must be before the last day of the year 9999.');
}

/** The span of the same length right before. */
export function spanBefore({ since, days }: DaySpan): DaySpan {
  return { since: dayText(Date.parse(since) - days * dayMs), until: since, days };
}

/** This many days up to today. */
export function lastDays(days: number, now: Date): DaySpan {
  const end = endOfDay(now.getTime() + 1);
  return { since: dayText(end - days * dayMs), until: dayText(end), days };
}

export function lastDayOf({ until }: DaySpan): string {
  return dayText(Date.parse(until) - dayMs);
}

/** A day that is at most this many days from the given one, in the direction of the day of `now`. */
export function stepTowards(day: string, now: Date, most: number): string {
  const from = Date.parse(day);
  const days = Math.floor(now.getTime() / dayMs) - from / dayMs;
  return dayText(from + Math.max(-most, Math.min(most, days)) * dayMs);
}

export function isDayAfter(day: string, now: Date): boolean {
  return day === dayText(now.getTime() + dayMs);
}

export function daysOf({ since, days }: DaySpan): string[] {
  const begin = Date.parse(since);
  return Array.from({ length: days }, (_, index) => dayText(begin + index * dayMs));
}

export function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The end of the day that ends at or contains this time. */
function endOfDay(ms: number): number {
  return Math.ceil(ms / dayMs) * dayMs;
}
