import { useEffect, useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { forget } from '../../api/queries';
import { type Action, useAction } from '../../components/action';

type Job = Schemas['JobRecord'];
type Changed = Schemas['ChangedJob'];

export interface ScheduleChange {
  readonly action: Action;
  /** What was just done, as long as it can be undone by one press. */
  readonly done: Changed | null;
  readonly change: (job: Job) => void;
  readonly undo: () => void;
}

const undoableMs = 10_000;

/** Takes a job out of its schedule or puts it back, without asking: the way back stands there for ten seconds. */
export function useScheduleChange(): ScheduleChange {
  const action = useAction();
  const [done, setDone] = useState<Changed | null>(null);
  useEffect(() => {
    if (done === null) return undefined;
    const timer = setTimeout(() => setDone(null), undoableMs);
    return () => clearTimeout(timer);
  }, [done]);
  const set = async ({ name, director }: Job, enabled: boolean): Promise<Changed> => {
    const params = { path: { name }, query: { director } };
    const changed = await ask((api) => api.PATCH('/api/v1/operations/jobs/{name}', { params, body: { enabled } }));
    forget('jobs', 'schedule');
    return changed;
  };
  return {
    action,
    done,
    change: (job) => action.act(async () => setDone(await set(job, !job.enabled))),
    undo: () =>
      action.act(async () => {
        if (done) await set(done, !done.enabled);
        setDone(null);
      }),
  };
}
