import { lastDayOf } from '../day-range.js';
import { endedStatuses } from '../../../domain/run.js';
import { type SumsQuestion } from '../sums-question.js';

/** The spans of which sums are kept, by their days. */
const spans: ReadonlyMap<number, string> = new Map([
  [7, 'week'],
  [30, 'month'],
  [90, 'quarter'],
]);

/** What the columns of the kept sums of what is asked begin with; undefined where none are kept of it. */
export function keptSpan({ span, types }: SumsQuestion): string | undefined {
  return types.length === 1 ? spans.get(span.days) : undefined;
}

/** The day that kept sums must stand at to answer what is asked. */
export function keptDay({ span }: SumsQuestion): string {
  return lastDayOf(span);
}

/** Whether the sums of all these Directors stand at the day, which for some moments after midnight they do not. */
export function standAt(day: string, directors: string): string {
  return `NOT EXISTS (SELECT FROM run_sum_day d WHERE d.director = ANY (${directors}::text[]) AND d.day <> ${day}::date)`;
}

/** How many runs ended within the span. */
export function ranWithin(span: string): string {
  return endedStatuses.map((status) => `${span}_${status}`).join(' + ');
}
