import { type DirectorDescription, type EstimateOrder, type RunOrder } from '../../../domain/director.port.js';
import { type ConfiguredJob, matchLevel } from '../../../domain/job.js';
import { AppError, type ErrorCode } from '../../../domain/error-codes.js';
import { type Run } from '../../../domain/run.js';

/** The requested run, not yet validated against the Director's resources. */
export interface RequestedRun {
  readonly level?: string | undefined;
  readonly client?: string | undefined;
  readonly fileset?: string | undefined;
  readonly storage?: string | undefined;
  readonly pool?: string | undefined;
  readonly priority?: number | undefined;
  readonly when?: Date | undefined;
}

export type CheckedOrder = Omit<RunOrder, 'mark'>;

/** Validates a request against this job; throws an AppError of status 422 that names what the Director does not have. */
export function validateRunRequest(
  wanted: RequestedRun,
  job: ConfiguredJob,
  director: DirectorDescription,
  now: Date,
): CheckedOrder {
  if (job.type === 'Restore') {
    const detail = `${job.name} is a restore job and cannot be run directly. Use POST /api/v1/restore/run.`;
    throw new AppError('job_not_runnable', detail);
  }
  const level = checkedLevel(wanted.level ?? job.level, job);
  const { client, fileset, storage, pool, priority, when } = wanted;
  checkName(client, director.clients, 'unknown_client', 'client');
  checkName(fileset, director.filesets, 'unknown_fileset', 'fileset');
  checkName(storage, director.storages, 'unknown_storage', 'storage');
  checkName(pool, director.pools, 'unknown_pool', 'pool');
  if (when !== undefined && when < now) {
    throw new AppError(
      'when_in_past',
      `The start time ${when.toISOString()} is in the past. Use a later time, or omit when.`,
    );
  }
  return { job: job.name, level, ...given({ client, fileset, storage, pool, priority, when }) };
}

/** The same for an estimate. */
export function checkedEstimate(
  { level: wantedLevel, client, fileset }: Pick<RequestedRun, 'level' | 'client' | 'fileset'>,
  job: ConfiguredJob,
  director: DirectorDescription,
): EstimateOrder {
  if (job.type !== 'Backup') {
    const detail = `${job.name} is of type ${job.type}. Only backup jobs can be estimated.`;
    throw new AppError('job_not_runnable', detail);
  }
  const level = checkedLevel(wantedLevel ?? job.level, job);
  if (level === 'VirtualFull') {
    const allowed = job.allowedLevels.filter((other) => other !== level);
    const detail = `A ${level} is built from earlier runs without reading the client, so it cannot be estimated. Use ${allowed.join(', ')}.`;
    throw new AppError('invalid_level', detail, { members: { allowed } });
  }
  checkName(client, director.clients, 'unknown_client', 'client');
  checkName(fileset, director.filesets, 'unknown_fileset', 'fileset');
  return { job: job.name, level, ...given({ client, fileset }) };
}

function checkedLevel(level: string, job: ConfiguredJob): string {
  // A job without levels (an admin job) runs at none.
  const known = matchLevel(level, job.allowedLevels.length === 0 ? [job.level] : job.allowedLevels);
  if (known !== null) return known;
  const allowed = [...job.allowedLevels];
  if (allowed.length === 0) {
    throw new AppError('invalid_level', `${job.name} has no levels. Omit level.`, { members: { allowed } });
  }
  const detail = `${job.name} cannot run at level ${level}. Use ${allowed.join(', ')}.`;
  throw new AppError('invalid_level', detail, { members: { allowed } });
}

function checkName(name: string | undefined, known: readonly string[], code: ErrorCode, word: string): void {
  if (name === undefined || known.includes(name)) return;
  throw new AppError(code, `The Director has no ${word} named ${name}.`);
}

/** Without the members that are undefined. */
function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** A request that repeats an earlier run: with its level and its resources, not the job's current ones. */
export function toRerunRequest(run: Run, job: ConfiguredJob): RequestedRun {
  const instead = (had: string | null, has: string): string | undefined =>
    had === null || had === has ? undefined : had;
  return {
    level: run.level,
    client: instead(run.client, job.client),
    fileset: instead(run.fileset, job.fileset),
    storage: instead(run.storage, job.storage),
    pool: instead(run.pool, job.pool),
  };
}

export function noSuchJob(director: string, job: string): AppError {
  const params = { director, job };
  return new AppError('not_found', `Director ${director} has no job named ${job}.`, { reason: 'no_job', params });
}
