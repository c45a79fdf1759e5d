import { type UseQueryResult } from '@tanstack/react-query';
import { useChosenDirector } from '../../api/directors';
import { queries, useApiQuery } from '../../api/queries';
import { type Run, useRunStream } from '../../api/stream';

/** The Director of a run's page: one that was chosen, never all of them. */
export function useRunDirector(): { readonly director?: string } {
  const chosen = useChosenDirector();
  return chosen.director === '*' ? {} : chosen;
}

const keyOf = (jobId: number, director: string | undefined) => ['runs', 'one', jobId, director ?? null] as const;

/** What an answer says of the run is shown at once. */
export function keepRun(jobId: number, director: string | undefined, run: Run): void {
  queries.setQueryData<Run>(keyOf(jobId, director), run);
}

/** A run as the stream tells of it; read again at every gap. Asked for when it is clear at which Director. */
export function useRun(jobId: number): UseQueryResult<Run> {
  const { director } = useRunDirector();
  const enabled = useChosenDirector().director !== '*';
  const key = keyOf(jobId, director);
  useRunStream((changed) => {
    const known = queries.getQueryData<Run>(key);
    // The numbers of two Directors may be the same.
    if (changed === null || known === undefined || changed.uniqueName !== known.uniqueName) return;
    if (changed.director !== known.director) return;
    // Why it failed is told only where the one run is asked for, which follows.
    const { diagnosis } = known;
    const refs = known.restore?.refs;
    queries.setQueryData<Run>(key, {
      ...changed,
      ...(diagnosis ? { diagnosis } : {}),
      // So is what was chosen for a restore.
      ...(changed.restore && refs ? { restore: { ...changed.restore, refs } } : {}),
    });
  });
  return useApiQuery(
    key,
    (api, signal) =>
      api.GET('/api/v1/operations/runs/{jobId}', { params: { path: { jobId }, query: { director } }, signal }),
    { enabled },
  );
}
