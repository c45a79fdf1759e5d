import { useEffect, useRef } from 'react';
import { type Schemas } from '../api/ask';
import { useChosenDirector } from '../api/directors';
import { forget, useAskedPages } from '../api/queries';
import { useRunStream } from '../api/stream';
import { type CalendarView } from './calendar-view';

type CalendarPage = Schemas['CalendarPage'];
type Entry = Schemas['CalendarEntry'];

const perPage = 500;
/** More entries are no picture any more. */
const mostPages = 6;
export const mostEntries = perPage * mostPages;
/** Many runs change in the moment when schedules are due. */
const settleMs = 5_000;

export interface CalendarFilters {
  readonly job?: string;
  readonly client?: string;
}

/** The entries of the days in view; read on until all are there or there are too many, and anew when runs change. */
export function useCalendar({ since, until }: CalendarView, filters: CalendarFilters) {
  const { job, client } = filters;
  const chosen = { ...(job === undefined ? {} : { job }), ...(client === undefined ? {} : { client }) };
  const query = { since, until, limit: perPage, ...chosen, ...useChosenDirector() };
  const pages = useAskedPages<Entry, CalendarPage>(['calendar', query], (api, cursor, signal) =>
    api.GET('/api/v1/operations/calendar', { params: { query: { ...query, ...cursor } }, signal }),
  );
  const { data, hasNextPage, isFetching, fetchNextPage, isError } = pages;
  const count = data?.pages.length ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && count < mostPages) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, count, fetchNextPage]);
  useFollowing();
  return { pages, query };
}

function useFollowing(): void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useRunStream(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      forget('calendar');
    }, settleMs);
  });
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
    },
    [],
  );
}
