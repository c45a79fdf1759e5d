import { AppError, type ErrorCode } from '../../domain/error-codes.js';
import { type RunReader } from '../../domain/run-reader.port.js';
import { hasEnded } from '../../domain/run.js';
import { fullScope } from '../../domain/principal.js';
import { type Reply } from '../protocol/reply.js';
import { type Send } from './director-console.js';

/** Rejects (404, 409) a run that the catalog does not have or that has ended: there is nothing to cancel. */
export async function rejectEnded(runs: RunReader, jobId: number): Promise<void> {
  const run = await runs.findRun(fullScope, jobId);
  if (!run) throw new AppError('not_found', 'This Director has no run with this id.');
  if (hasEnded(run.status)) throw new AppError('run_already_ended', 'This run has already ended.');
}

/** The id that the Director gave the run it queued; null where it queued none. */
export function queuedJobId(reply: Reply): number | null {
  const id = Number(/Job queued\. JobId=(\d{1,10})\b/.exec(reply.text)?.[1] ?? Number.NaN);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

export type NamedResources = 'job' | 'client' | 'fileset' | 'storage' | 'pool';

const codes: Readonly<Record<NamedResources | 'volume', ErrorCode>> = {
  job: 'unknown_job',
  client: 'unknown_client',
  fileset: 'unknown_fileset',
  storage: 'unknown_storage',
  pool: 'unknown_pool',
  volume: 'unknown_volume',
};

/** Lists the names of one kind that the Director has at this moment. */
export type ListNames = (kind: NamedResources) => Promise<readonly string[]>;

/**
 * Rejects a request that names resources the Director lacks. It must never see such a name: for an unknown client it prompts, and
 * after any answer it runs the job for the job's own client (Bacula 9.6 and 15).
 */
export async function rejectUnknownNames(
  director: string,
  order: Readonly<Partial<Record<NamedResources, string>>>,
  list: ListNames,
): Promise<void> {
  for (const kind of ['job', 'client', 'fileset', 'storage', 'pool'] as const) {
    const name = order[kind];
    if (name !== undefined) rejectUnknown(director, kind, name, await list(kind));
  }
}

export function rejectUnknown(
  director: string,
  kind: NamedResources | 'volume',
  name: string,
  known: readonly string[],
): void {
  if (known.includes(name)) return;
  throw new AppError(codes[kind], `Director ${director} has no ${kind} named ${name}.`);
}

const listCommands = {
  job: '.jobs',
  client: '.clients',
  fileset: '.filesets',
  storage: '.storage',
  pool: '.pools',
} as const;

/** Lists names on the connection of `send`, in the mode for people. */
export function nameLists(send: Send): ListNames {
  return async (kind) => namesIn(await send(listCommands[kind]));
}

/** The names that `.jobs`, `.clients` and their like list, one a line, in the Director's order. */
export function namesIn(reply: Reply): readonly string[] {
  const names = reply.items
    .filter(({ kind }) => kind === 'text')
    .map(({ bytes }) => bytes.toString('utf8'))
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return [...new Set(names)];
}
