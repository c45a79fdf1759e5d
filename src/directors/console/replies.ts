import { AppError, type RefusalCode } from '../../domain/error-codes.js';
import { type RunReader } from '../../domain/run-reader.port.js';
import { hasEnded } from '../../domain/run.js';
import { fullScope } from '../../domain/principal.js';
import { type Reply } from '../protocol/reply.js';

/** Refuses (404, 409) a run that the catalog does not know or that has ended: there is nothing to cancel. */
export async function refuseEnded(runs: RunReader, jobId: number): Promise<void> {
  const run = await runs.findRun(fullScope, jobId);
  if (!run) throw new AppError('not_found', 'This Director has no run with this id.');
  if (hasEnded(run.status)) throw new AppError('run_already_ended', 'This run has already ended.');
}

/** The id that the Director gave the run it queued; null where it queued none. */
export function queuedJobId(reply: Reply): number | null {
  const id = Number(/Job queued\. JobId=(\d{1,10})\b/.exec(reply.text)?.[1] ?? Number.NaN);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

export type Named = 'job' | 'client' | 'fileset' | 'storage' | 'pool';

const codes: Readonly<Record<Named | 'volume', RefusalCode>> = {
  job: 'unknown_job',
  client: 'unknown_client',
  fileset: 'unknown_fileset',
  storage: 'unknown_storage',
  pool: 'unknown_pool',
  volume: 'unknown_volume',
};

/** Lists the names of one kind that the Director has at this moment. */
export type ListNames = (kind: Named) => Promise<readonly string[]>;

/**
 * Refuses an order that names what the Director does not have. It must never see such a name: asked to run a job for a client it does
 * not know, it asks back, and whatever it is answered runs the job for the job's own client (Bacula 9.6 and 15).
 */
export async function refuseUnknownNames(
  director: string,
  order: Readonly<Partial<Record<Named, string>>>,
  list: ListNames,
): Promise<void> {
  for (const kind of ['job', 'client', 'fileset', 'storage', 'pool'] as const) {
    const name = order[kind];
    if (name !== undefined) refuseUnknown(director, kind, name, await list(kind));
  }
}

export function refuseUnknown(director: string, kind: Named | 'volume', name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  throw new AppError(codes[kind], `Director ${director} has no ${kind} named ${name}.`);
}
