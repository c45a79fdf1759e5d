import { type KeptId } from '../../../domain/file-search.js';
import { type RunGroup } from './file-place.js';

/** So many runs' names are merged by one statement. */
const mostTogether = 30;

export interface GroupedRuns {
  readonly groups: readonly { readonly group: RunGroup; readonly jobIds: readonly number[] }[];
  /** Runs up to this id are in the groups. */
  readonly to: number;
}

/**
 * The next runs that stand in no lineage, by client. `runs` ascend by id and come after `after`; `until` is where the groups
 * ended on the page before, which others than now may have led to; null: as many as are read together.
 */
export function groupRuns(
  runs: readonly KeptId[],
  indexed: ReadonlySet<number>,
  after: number,
  until: number | null,
): GroupedRuns {
  const unindexed = runs.filter(({ jobId }) => !indexed.has(jobId) && (until === null || jobId <= until));
  const isCut = until === null && unindexed.length > mostTogether;
  const to = until ?? (isCut ? unindexed[mostTogether - 1]?.jobId : runs.at(-1)?.jobId) ?? after;
  const byClient = new Map<string, number[]>();
  for (const { jobId, client } of unindexed) {
    if (jobId <= to) byClient.set(client, [...(byClient.get(client) ?? []), jobId]);
  }
  const groups = [...byClient]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([client, jobIds]) => ({ group: { after, to, client }, jobIds }));
  return { groups, to };
}
