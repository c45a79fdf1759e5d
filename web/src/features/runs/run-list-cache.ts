import { type InfiniteData } from '@tanstack/react-query';
import { ask, type Schemas } from '../../api/request';
import { type ApiQueryKey, queries } from '../../api/queries';
import { type Run } from '../../api/stream';
import { isUnfinished } from '../../components/run-status';

export type RunPage = Schemas['RunRecordPage'];
type Known = InfiniteData<RunPage>;

export const keyOf = ({ director, uniqueName }: Pick<Run, 'director' | 'uniqueName'>): string =>
  `${director} ${uniqueName}`;

/** So many rows that may have been missed are asked for one by one. */
const askedAlone = 5;

/** What is known of one list of runs, changed without moving a row. */
export class RunListCache {
  constructor(private readonly key: ApiQueryKey) {}

  /** Null while nothing is known. */
  rows(): readonly Run[] | null {
    return queries.getQueryData<Known>(this.key)?.pages.flatMap(({ items }) => items) ?? null;
  }

  has(run: Run): boolean {
    return this.rows()?.some((row) => keyOf(row) === keyOf(run)) ?? false;
  }

  /** The same rows at the same places, each as it is now. */
  renew(runs: readonly Run[]): void {
    const fresh = new Map(runs.map((run) => [keyOf(run), run]));
    const items = (page: RunPage) => page.items.map((run) => fresh.get(keyOf(run)) ?? run);
    queries.setQueryData<Known>(
      this.key,
      (old) => old && { ...old, pages: old.pages.map((page) => ({ ...page, items: items(page) })) },
    );
  }

  startAt(first: RunPage): void {
    queries.setQueryData<Known>(this.key, { pages: [first], pageParams: [null] });
  }

  /** Rows that were at work and are not among the newest may have ended while nobody listened. */
  async renewLost(newest: readonly Run[]): Promise<void> {
    const names = new Set(newest.map(keyOf));
    const lost = (this.rows() ?? []).filter((row) => isUnfinished(row) && !names.has(keyOf(row)));
    for (const { jobId, director } of lost.slice(0, askedAlone)) {
      const params = { path: { jobId }, query: { director } };
      this.renew([await ask((api) => api.GET('/api/v1/operations/runs/{jobId}', { params }))]);
    }
  }
}
