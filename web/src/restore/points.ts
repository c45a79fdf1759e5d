import { useEffect } from 'react';
import { useChosenDirector } from '../api/directors';
import { useAskedPages } from '../api/queries';
import { type Point } from './use-choice';

const pageSize = 200;
/** So far back a run that the address names is looked for by itself. */
const mostPoints = 10_000;

export interface Points {
  readonly points: readonly Point[];
  /** The one that is chosen; null while it is not known, and where there is none. */
  readonly point: Point | null;
  /** The address names a run that makes no restore point. */
  readonly isGone: boolean;
  readonly pages: ReturnType<typeof usePages>;
}

function usePages(client: string | undefined) {
  const director = useChosenDirector();
  return useAskedPages(
    ['points', client, director],
    (api, cursor, signal) => {
      const query = { client: client ?? '', limit: pageSize, ...director, ...cursor };
      return api.GET('/api/v1/restore/points', { params: { query }, signal });
    },
    { enabled: client !== undefined },
  );
}

/** The restore points of a client, newest first, and the one of the run `wanted`: else the newest of which anything is left. */
export function usePoints(client: string | undefined, wanted: string | undefined): Points {
  const pages = usePages(client);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, isError } = pages;
  const points = data?.pages.flatMap(({ items }) => items) ?? [];
  const named = points.find(({ jobId }) => String(jobId) === wanted);
  const isLookedFor = wanted !== undefined && !named && hasNextPage && points.length < mostPoints;
  useEffect(() => {
    if (isLookedFor && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [isLookedFor, isFetchingNextPage, isError, fetchNextPage]);
  if (wanted === undefined) return { points, point: usual(points), isGone: false, pages };
  return { points, point: named ?? null, isGone: data !== undefined && !named && !isLookedFor, pages };
}

function usual(points: readonly Point[]): Point | null {
  return points.find(({ restorable }) => restorable !== 'no') ?? points[0] ?? null;
}
