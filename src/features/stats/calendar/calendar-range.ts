import { invalidField } from '../../../domain/error-codes.js';

export const mostCalendarDays = 62;
const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** The first Monday that a computer's clock knows. */
const firstMonday = Date.UTC(1970, 0, 5);

/** From a moment up to another, which no longer belongs to it. */
export interface TimeSpan {
  readonly from: Date;
  readonly until: Date;
}

interface DayRangeQuery {
  readonly since?: Date;
  readonly until?: Date;
}

/** Both times as requested; a week from or to the one that is given; by default the week of `now`, from Monday in UTC. */
export function calendarSpan({ since, until }: DayRangeQuery, now: Date): TimeSpan {
  const from = since ?? (until === undefined ? mondayOf(now) : new Date(until.getTime() - weekMs));
  const end = until ?? new Date(from.getTime() + weekMs);
  if (from >= end) throw invalidField('until', 'until must be after since.', 'wrong_order');
  if (end.getTime() - from.getTime() > mostCalendarDays * dayMs) {
    throw invalidField('since', `since and until may be at most ${mostCalendarDays} days apart.`, 'too_far');
  }
  return { from, until: end };
}

function mondayOf(now: Date): Date {
  return new Date(firstMonday + Math.floor((now.getTime() - firstMonday) / weekMs) * weekMs);
}

/**
 * The range in stretches that are read one after the other until a page is full, each twice as long as the one before. The work
 * therefore grows with the result and not with the range. The future is one stretch.
 */
export function* stretchesOf({ from, until }: TimeSpan, now: Date): Generator<TimeSpan> {
  const edge = Math.min(now.getTime(), until.getTime());
  let start = from.getTime();
  for (let width = dayMs; start < edge; width *= 2) {
    const end = Math.min(start + width, edge);
    yield { from: new Date(start), until: new Date(end) };
    start = end;
  }
  if (start < until.getTime()) yield { from: new Date(start), until };
}

/** The same times in as few ranges as possible, oldest first, cut to the limits. */
export function joinedSpans(spans: readonly TimeSpan[], within: TimeSpan): TimeSpan[] {
  const found: TimeSpan[] = [];
  const sorted = [...spans].sort((a, b) => a.from.getTime() - b.from.getTime());
  for (const span of sorted) {
    const from = span.from < within.from ? within.from : span.from;
    const until = span.until > within.until ? within.until : span.until;
    if (from >= until) continue;
    const last = found.at(-1);
    if (last === undefined || from > last.until) found.push({ from, until });
    else if (until > last.until) found[found.length - 1] = { from: last.from, until };
  }
  return found;
}
