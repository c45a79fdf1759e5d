import { useAsked } from '../api/queries';
import { type Run } from '../api/stream';

export interface Usual {
  /** Of so many runs. */
  readonly of: number;
  readonly seconds: number;
  readonly files: number;
  readonly bytes: number;
  /** Bytes a second. */
  readonly speed: number;
}

const comparedWith = 10;
/** Fewer say nothing of what is usual. */
const fewest = 3;

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

function usualOf(runs: readonly Run[]): Usual | null {
  if (runs.length < fewest) return null;
  const seconds = (run: Run) => run.durationSeconds ?? 0;
  return {
    of: runs.length,
    seconds: medianOf(runs.map(seconds)),
    files: medianOf(runs.map(({ files }) => files)),
    bytes: medianOf(runs.map(({ bytes }) => bytes)),
    speed: medianOf(runs.map((run) => run.bytes / Math.max(1, seconds(run)))),
  };
}

/** The medians of the ten good runs of the same job and level before this one; null where there are too few. */
export function useUsual({ director, job, level, queuedAt, type }: Run): Usual | null {
  const query = { director, job, level, status: 'completed,warning', until: queuedAt, limit: comparedWith };
  const { data } = useAsked(
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
  const before = useAsked(['run-peers', earlier], (api, signal) =>
    api.GET('/api/v1/operations/runs', { params: { query: earlier }, signal }),
  );
  // The next one may start at any time.
  const after = useAsked(['runs', later], (api, signal) =>
    api.GET('/api/v1/operations/runs', { params: { query: later }, signal }),
  );
  return {
    before: before.data?.items.find((run) => run.jobId < jobId)?.jobId ?? null,
    after: after.data?.items.find((run) => run.jobId > jobId)?.jobId ?? null,
  };
}
