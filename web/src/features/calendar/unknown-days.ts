import { type Schemas } from '../../api/request';
import { type CalendarView } from './calendar-view';
import { addDays, startOfDay } from '../../components/timezone-days';

/**
 * The days of which the plan is not known, of one of the Directors in view at least: past days from their beginning to their end, of
 * today and later days what is still to come.
 */
export function unknownDays(
  { days }: CalendarView,
  known: readonly Schemas['KnownPlan'][],
  today: string,
  zone: string | undefined,
): ReadonlySet<string> {
  const directors = [...new Set(known.map(({ director }) => director))];
  const isKnown = (day: string): boolean => {
    const [from, until] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)];
    const covers = (span: Schemas['KnownPlan']): boolean =>
      (day >= today || Date.parse(span.from) <= from) && Date.parse(span.until) >= until;
    return (
      directors.length > 0 && directors.every((name) => known.some((span) => span.director === name && covers(span)))
    );
  };
  return new Set(days.filter((day) => !isKnown(day)));
}
