import { useRef, useState } from 'react';
import { ask, asProblem, type Problem } from '../../api/request';
import { type Run } from '../../api/stream';
import { isInDoubt, newOrderKey } from '../../components/idempotency-key';
import { keyOf } from './run-list-cache';

export type BulkAction = 'cancel' | 'rerun';

/** What became of one of the runs. */
export interface BulkOutcome {
  readonly run: Run;
  /** The run that was started in its place, where one was. */
  readonly started?: number;
  readonly problem?: Problem;
}

export interface BulkReport {
  readonly action: BulkAction;
  readonly of: number;
  readonly outcomes: readonly BulkOutcome[];
}

export interface Bulk {
  readonly report: BulkReport | null;
  readonly isBusy: boolean;
  readonly perform: (action: BulkAction, runs: readonly Run[]) => Promise<void>;
  readonly dismiss: () => void;
}

/** So many at once: a Director takes orders one after the other. */
const lanes = 4;

async function cancel(run: Run): Promise<BulkOutcome> {
  const params = { path: { jobId: run.jobId }, query: { director: run.director } };
  await ask((api) => api.POST('/api/v1/operations/runs/{jobId}/cancel', { params }));
  return { run };
}

/** The same key until an answer leaves no doubt, so that trying again starts nothing twice. */
async function rerun(run: Run, keys: Map<string, string>): Promise<BulkOutcome> {
  const key = keys.get(keyOf(run)) ?? newOrderKey();
  keys.set(keyOf(run), key);
  const params = {
    path: { jobId: run.jobId },
    query: { director: run.director },
    header: { 'Idempotency-Key': key },
  };
  try {
    const { jobId } = await ask((api) => api.POST('/api/v1/operations/runs/{jobId}/rerun', { params }));
    keys.delete(keyOf(run));
    return { run, started: jobId };
  } catch (error) {
    if (!isInDoubt(error)) keys.delete(keyOf(run));
    throw error;
  }
}

/** Does the same to many runs, each on its own: what is refused for one is told and holds up no other. */
export function useBulk(): Bulk {
  const [report, setReport] = useState<BulkReport | null>(null);
  const [isBusy, setBusy] = useState(false);
  const keys = useRef(new Map<string, string>());
  const one = (action: BulkAction, run: Run): Promise<BulkOutcome> =>
    (action === 'cancel' ? cancel(run) : rerun(run, keys.current)).catch((error: unknown) => ({
      run,
      problem: asProblem(error),
    }));
  const perform = async (action: BulkAction, runs: readonly Run[]) => {
    const queue = [...runs];
    setBusy(true);
    setReport({ action, of: runs.length, outcomes: [] });
    const work = async () => {
      for (let run = queue.shift(); run !== undefined; run = queue.shift()) {
        const outcome = await one(action, run);
        setReport((old) => old && { ...old, outcomes: [...old.outcomes, outcome] });
      }
    };
    await Promise.all(Array.from({ length: lanes }, work));
    setBusy(false);
  };
  return { report, isBusy, perform, dismiss: () => setReport(null) };
}
