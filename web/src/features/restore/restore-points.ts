import { useEffect } from 'react';
import { useApiQuery, useApiInfiniteQuery } from '../../api/queries';
import { type Point, useOwnDirector } from './use-restore-state';

const pageSize = 200;
/** So far back a run that the address names is looked for by itself. */
const mostPoints = 10_000;
/** Filesets of one client that are taken together. */
const mostFilesets = 100;

export interface Points {
  readonly points: readonly Point[];
  /** The one that is chosen; null while it is not known, and where there is none. */
  readonly point: Point | null;
  /** The address names a run that makes no restore point. */
  readonly isGone: boolean;
  readonly pages: ReturnType<typeof usePages>;
}

function usePages(client: string | undefined) {
  const director = useOwnDirector();
  return useApiInfiniteQuery(
    ['points', client, director],
    (api, cursor, signal) => {
      const query = { client: client ?? '', limit: pageSize, ...director, ...cursor };
      return api.GET('/api/v1/restore/points', { params: { query }, signal });
    },
    { enabled: client !== undefined },
  );
}

/**
 * The restore points of a client, newest first, and the one of the run `wanted`: else the newest of which anything is left.
 * `isWhole`: the chosen point is all filesets of the client as of that time.
 */
export function usePoints(client: string | undefined, wanted: string | undefined, isWhole: boolean): Points {
  const pages = usePages(client);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, isError } = pages;
  const points = data?.pages.flatMap(({ items }) => items) ?? [];
  const named = points.find(({ jobId }) => String(jobId) === wanted);
  const isLookedFor = wanted !== undefined && !named && hasNextPage && points.length < mostPoints;
  useEffect(() => {
    if (isLookedFor && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [isLookedFor, isFetchingNextPage, isError, fetchNextPage]);
  const point = usePart(wanted === undefined ? usual(points) : (named ?? null), isWhole);
  const isFound = wanted === undefined || named !== undefined;
  return { points, point, isGone: data !== undefined && !isFound && !isLookedFor, pages };
}

/** The point itself, or all filesets of its client. */
function usePart(chosen: Point | null, isWhole: boolean): Point | null {
  const whole = useWhole(isWhole ? chosen : null);
  return isWhole ? whole : chosen;
}

function usual(points: readonly Point[]): Point | null {
  return points.find(({ restorable }) => restorable !== 'no') ?? points[0] ?? null;
}

/** Catalogs keep whole seconds: runs of the same second as the point's end belong to it. */
function momentAfter(time: string): string {
  return new Date(Date.parse(time) + 1000).toISOString();
}

/** The newest point of each fileset as of the end of `anchor`, as one; null while it is not known. */
function useWhole(anchor: Point | null): Point | null {
  const director = useOwnDirector();
  const query = {
    client: anchor?.client ?? '',
    before: momentAfter(anchor?.endedAt ?? new Date(0).toISOString()),
    perFileset: true,
    limit: mostFilesets,
    ...director,
  };
  const parts = useApiQuery(
    ['points', 'whole', query],
    (api, signal) => api.GET('/api/v1/restore/points', { params: { query }, signal }),
    { enabled: anchor !== null },
  );
  return anchor === null || !parts.data ? null : together(anchor, parts.data.items);
}

const worst = ['no', 'partial', 'yes'] as const;

/** One point of several filesets. Of a part that cannot be read the others are left: the whole is then there in parts. */
export function together(anchor: Point, parts: readonly Point[]): Point {
  const states = worst.filter((state) => parts.some(({ restorable }) => restorable === state));
  const [state = anchor.restorable] = states;
  const sum = (figure: (point: Point) => number) => parts.reduce((total, part) => total + figure(part), 0);
  return {
    ...anchor,
    fileset: parts.map(({ fileset }) => fileset).join(', '),
    files: sum(({ files }) => files),
    bytes: sum(({ bytes }) => bytes),
    jobids: [...new Set(parts.flatMap(({ jobids }) => jobids))],
    restorable: state === 'no' && states.length > 1 ? 'partial' : state,
    reasons: parts.flatMap(({ reasons }) => reasons),
    faults: parts.flatMap(({ faults }) => faults),
  };
}
