import { useEffect, useRef } from 'react';
import { type Schemas } from '../../api/request';
import { useChosenDirector } from '../../api/directors';
import { forget, useApiInfiniteQuery } from '../../api/queries';
import { useRunStream } from '../../api/stream';
import { type CalendarView } from './calendar-view';
import { addDays, startOfDay } from '../../components/timezone-days';
import { useMedia } from '../../components/use-media';

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

/** Where the days are below each other; calendar.css has the same width. */
export const useIsList = (): boolean => useMedia('(max-width: 1080px)');

type CalendarPage = Schemas['CalendarPage'];
type Entry = Schemas['CalendarEntry'];

const perPage = 500;
/** More pages are not read. A month shows the entries of a day as counts, so that more of them are still a picture. */
const mostPages = { week: 6, month: 20 } as const;
/** Many runs change in the moment when schedules are due; after so long for each page that is read again. */
const settleMs = 5_000;

/** So many entries are shown at most. */
export function mostEntries({ name }: Pick<CalendarView, 'name'>): number {
  return perPage * mostPages[name];
}

export interface CalendarFilters {
  readonly job?: string;
  readonly client?: string;
}

/** The entries of the days in view; read on until all are there or there are too many, and anew when runs change. */
export function useCalendar({ name, since, until }: CalendarView, filters: CalendarFilters) {
  const { job, client } = filters;
  const chosen = { job, client };
  const query = { since, until, limit: perPage, ...chosen, ...useChosenDirector() };
  const pages = useApiInfiniteQuery<Entry, CalendarPage>(['calendar', query], (api, cursor, signal) =>
    api.GET('/api/v1/operations/calendar', { params: { query: { ...query, ...cursor } }, signal }),
  );
  const { data, hasNextPage, isFetching, fetchNextPage, isError } = pages;
  const count = data?.pages.length ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && count < mostPages[name]) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, count, name, fetchNextPage]);
  useFollowing(Math.max(1, count) * settleMs);
  return { pages, query };
}

function useFollowing(afterMs: number): void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useRunStream(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      forget('calendar');
    }, afterMs);
  });
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
    },
    [],
  );
}
