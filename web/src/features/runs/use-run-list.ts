import { type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ask, asProblem, type Problem } from '../../api/request';
import { useApiInfiniteQuery } from '../../api/queries';
import { whenSignedIn } from '../../api/session';
import { type Run, useRunStream } from '../../api/stream';
import { keyOf, RunListCache, type RunPage } from './run-list-cache';
import { type RunsQuery } from './run-query';

const settleMs = 400;
const none: readonly Run[] = [];

export interface RunList {
  readonly pages: UseInfiniteQueryResult<InfiniteData<RunPage>>;
  readonly rows: readonly Run[];
  /** Runs that are on the server's first page and not in the list. */
  readonly waiting: number;
  /** Whether there may be more of them than were counted. */
  readonly isMany: boolean;
  /** Why it is not known what is new. */
  readonly problem: Problem | null;
  /** Begins the list anew with what waits. */
  readonly take: () => void;
  readonly look: () => void;
}

/**
 * A list of runs in which nothing moves: what changes is changed in its row, what is new waits until it is asked for. The
 * server alone decides what passes the filters: after a change that is not of a row its first page is looked at.
 */
export function useRunList(query: RunsQuery): RunList {
  const asked = JSON.stringify(query);
  const pages = useApiInfiniteQuery(
    ['run-list', asked],
    (api, cursor, signal) => api.GET('/api/v1/operations/runs', { params: { query: { ...query, ...cursor } }, signal }),
    { staysAsRead: true },
  );
  const cache = useMemo(() => new RunListCache(['run-list', asked]), [asked]);
  const { first, problem, look } = useFirstPage(query, cache);
  const statuses = useRef(new Map<string, string>());
  useRunStream((run) => {
    if (run === null) {
      look();
      return;
    }
    if (cache.has(run)) cache.renew([run]);
    else if (statuses.current.get(keyOf(run)) !== run.status) look();
    statuses.current.set(keyOf(run), run.status);
  });
  const rows = useMemo(() => pages.data?.pages.flatMap(({ items }) => items) ?? none, [pages.data]);
  const fresh = first === null ? 0 : countNew(first, rows);
  const isMany = fresh > 0 && fresh === first?.items.length && first.nextCursor !== null;
  const take = () => first !== null && cache.startAt(first);
  return { pages, rows, waiting: fresh, isMany, problem, take, look };
}

function countNew({ items }: RunPage, rows: readonly Run[]): number {
  const known = new Set(rows.map(keyOf));
  return items.filter((run) => !known.has(keyOf(run))).length;
}

interface FirstPage {
  /** As it was looked at last; null before. */
  readonly first: RunPage | null;
  readonly problem: Problem | null;
  readonly look: () => void;
}

/** The server's first page of a list, read when asked, several wishes at once. What it says of known rows is taken. */
function useFirstPage(query: RunsQuery, cache: RunListCache): FirstPage {
  const [seen, setSeen] = useState<{ readonly of: RunListCache; readonly first: RunPage } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const latest = useRef({ query, cache });
  useEffect(() => {
    latest.current = { query, cache };
  });
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const look = useCallback(() => {
    const read = async () => {
      timer.current = null;
      const wanted = latest.current;
      try {
        const first = await ask((api) => api.GET('/api/v1/operations/runs', { params: { query: wanted.query } }));
        setSeen({ of: wanted.cache, first });
        await takeIn(wanted.cache, first);
        setProblem(null);
      } catch (error) {
        setProblem(asProblem(error));
      }
    };
    timer.current ??= setTimeout(() => void read(), settleMs);
  }, []);
  useEffect(() => {
    // What was read before this page was left may be old.
    if (cache.rows() !== null) look();
  }, [cache, look]);
  useEffect(() => whenSignedIn(look), [look]);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  return { first: seen?.of === cache ? seen.first : null, problem, look };
}

/** Nothing can jump where there is nothing: an empty list takes what came. */
async function takeIn(cache: RunListCache, first: RunPage): Promise<void> {
  const rows = cache.rows();
  if (rows === null || rows.length === 0) {
    cache.startAt(first);
    return;
  }
  cache.renew(first.items);
  await cache.renewLost(first.items);
}
