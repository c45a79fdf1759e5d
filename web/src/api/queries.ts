import {
  hashKey,
  type InfiniteData,
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
  type UseQueryResult,
  type QueryKey,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Api, ask, type Outcome, Refused } from './request';

interface Failure {
  readonly hash: string;
  readonly error: Error;
}

/**
 * A question that failed stays failed while it is asked again, until its answer is there: else what says so, and the button
 * that asks again, would go and come with every try.
 */
function useStickyError<Result extends UseQueryResult | UseInfiniteQueryResult>(key: QueryKey, result: Result): Result {
  const [failure, setFailure] = useState<Failure | null>(null);
  const { error } = result;
  const hash = hashKey(key);
  if (error !== null && (failure?.error !== error || failure.hash !== hash)) setFailure({ hash, error });
  if (failure?.hash !== hash || !isAskedAgain(result)) return result;
  const failed = { data: undefined, error: failure.error, status: 'error', isError: true, isLoadingError: true };
  return { ...result, ...failed, isPending: false, isSuccess: false, isPlaceholderData: false };
}

/** Never answered yet, and refused before. */
function isAskedAgain(result: UseQueryResult | UseInfiniteQueryResult): boolean {
  return result.error === null && result.errorUpdatedAt > 0 && (result.isPending || result.isPlaceholderData);
}

const freshMs = 5_000;
/** What nobody looks at any more, lists page after page among it, is kept for one who comes right back. */
const keptMs = 60_000;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The console is often on this machine: whether there is an internet says nothing.
      networkMode: 'always',
      staleTime: freshMs,
      gcTime: keptMs,
      // What failed is said at once; the stream, or the asking in its place, brings the next try.
      retry: false,
    },
    mutations: { networkMode: 'always' },
  },
});

/** What it is about first (`runs`, `clients`, `volumes`…): what an event says is changed is found by it. Then whatever makes it another question. */
export type ApiQueryKey = readonly [subject: string, ...rest: unknown[]];

type Call<Data> = (api: Api, signal: AbortSignal) => Promise<Outcome<Data>>;

export interface AskedOptions {
  readonly enabled?: boolean;
  /** Asked again so often while the page is in view, unless the question itself is refused. */
  readonly everyMs?: number;
  /** Whether the answer to the last question stays until this one is answered. */
  readonly keepsOld?: boolean;
  /** Asked once: nothing but another key brings another answer. */
  readonly still?: boolean;
}

/** Refusals that pass by themselves, or after a sign-in: of nobody, of a slow request, of too many. */
const passing = [401, 408, 429];

/** The question is at fault: as it stands it would be refused again. */
function isFaulty(error: unknown): boolean {
  return error instanceof Refused && error.status >= 400 && error.status < 500 && !passing.includes(error.status);
}

/** One answer of the API, kept for all who ask the same. */
export function useApiQuery<Data>(
  key: ApiQueryKey,
  call: Call<Data>,
  { enabled = true, everyMs, keepsOld = false, still = false }: AskedOptions = {},
): UseQueryResult<Data> {
  const result = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => ask((api) => call(api, signal)),
    enabled,
    refetchInterval: ({ state }) => (everyMs === undefined || isFaulty(state.error) ? false : everyMs),
    ...(keepsOld ? { placeholderData: keepPreviousData } : {}),
    ...(still ? { staleTime: Infinity } : {}),
  });
  return useStickyError(key, result);
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

export interface PagesOptions extends Pick<AskedOptions, 'enabled' | 'everyMs'> {
  /** Nothing is read again by itself: rows stay where they are until the page says otherwise. */
  readonly staysAsRead?: boolean;
}

/** So many pages of a list that was left are kept for one who comes back: the way on is asked for again. */
const mostPagesKept = 10;

/** What was read of a long list would else grow with every visit. What is still looked at stays whole. */
function shorten(hash: string): void {
  const query = queries.getQueryCache().get<InfiniteData<unknown>>(hash);
  if (query === undefined || query.getObserversCount() > 0) return;
  const { data, dataUpdatedAt: updatedAt, isInvalidated } = query.state;
  if (data === undefined || data.pages.length <= mostPagesKept) return;
  const first = <One>(all: readonly One[]) => all.slice(0, mostPagesKept);
  queries.setQueryData(query.queryKey, { pages: first(data.pages), pageParams: first(data.pageParams) }, { updatedAt });
  if (isInvalidated) query.invalidate();
}

/** Once nobody looks at the list any more. A key is new at each drawing, its hash is not. */
function useShortened(key: ApiQueryKey): void {
  const hash = hashKey(key);
  useEffect(() => () => void setTimeout(() => shorten(hash)), [hash]);
}

/** A list, page by page as it is scrolled to. */
export function useApiInfiniteQuery<Item, Answer extends Page<Item>>(
  key: ApiQueryKey,
  call: (api: Api, cursor: { readonly cursor?: string }, signal: AbortSignal) => Promise<Outcome<Answer>>,
  { enabled = true, everyMs, staysAsRead = false }: PagesOptions = {},
): UseInfiniteQueryResult<InfiniteData<Answer>> {
  useShortened(key);
  const result = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      ask((api) => call(api, pageParam === null ? {} : { cursor: pageParam }, signal)),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled,
    refetchInterval: ({ state }) => (everyMs === undefined || isFaulty(state.error) ? false : everyMs),
    ...(staysAsRead ? { staleTime: Infinity } : {}),
  });
  return useStickyError(key, result);
}

/** Whatever was known about these is asked again where it is on the page, and forgotten elsewhere. */
export function forget(...subjects: readonly string[]): void {
  for (const subject of subjects) void queries.invalidateQueries({ queryKey: [subject] });
}

/** Everything that is on the page is asked again. */
export function forgetAll(): void {
  void queries.invalidateQueries();
}

/** What failed is asked again where it is on the page, and forgotten elsewhere. */
export function forgetFailed(): void {
  void queries.invalidateQueries({ predicate: ({ state }) => state.error !== null });
}

/** What no part of the page shows now is dropped, as is what a page that failed had read. */
export function dropUnused(): void {
  queries.removeQueries({ type: 'inactive' });
}
