import { useApiQuery } from '../../api/queries';
import { type Run } from '../../api/stream';
import { type Usual, usualOf } from './usual-run';

const comparedWith = 10;

/** The medians of the ten good runs of the same job and level before this one; null if too few of them saved something. */
export function useUsual({ director, job, level, queuedAt, type }: Run): Usual | null {
  const query = { director, job, level, status: 'completed,warning', until: queuedAt, limit: comparedWith };
  const { data } = useApiQuery(
    ['run-peers', query],
    (api, signal) => api.GET('/api/v1/operations/runs', { params: { query }, signal }),
    { enabled: type === 'Backup' },
  );
  return data ? usualOf(data.items) : null;
}

const besideMs = 1000;
/** So many of the same second are looked through. */
const besideRows = 20;

export interface Neighbours {
  readonly before: number | null;
  readonly after: number | null;
}

/** The runs of the same job before and after this one. A catalog may keep whole seconds: who is first is told by the number. */
export function useNeighbours({ director, job, jobId, queuedAt }: Run): Neighbours {
  const until = new Date(Date.parse(queuedAt) + besideMs).toISOString();
  const earlier = { director, job, until, limit: besideRows };
  const later = { director, job, since: queuedAt, sort: 'oldest' as const, limit: besideRows };
  const before = useApiQuery(['run-peers', earlier], (api, signal) =>
    api.GET('/api/v1/operations/runs', { params: { query: earlier }, signal }),
  );
  // The next one may start at any time.
  const after = useApiQuery(['runs', later], (api, signal) =>
    api.GET('/api/v1/operations/runs', { params: { query: later }, signal }),
  );
  return {
    before: before.data?.items.find((run) => run.jobId < jobId)?.jobId ?? null,
    after: after.data?.items.find((run) => run.jobId > jobId)?.jobId ?? null,
  };
}
