import { Injectable } from '@nestjs/common';
import { type Actor } from '../../../domain/actor.js';
import { resolveDirector, type DirectorEntry, Directors } from '../../../domain/directors.port.js';
import { Clock } from '../../../domain/clock.js';
import { type DirectorDescription, type EstimateOrder, type RunOrder } from '../../../domain/director.port.js';
import { type ConfiguredJob, matchLevel } from '../../../domain/job.js';
import { type Principal, type Scope } from '../../../domain/principal.js';
import { AppError, type ErrorCode } from '../../../domain/error-codes.js';
import { type Run } from '../../../domain/run.js';
import { type ValidatedRequest, RunRequestsService, type AcceptedRun } from './idempotent-run-requests.service.js';
import { type PendingAuditAction } from './run-requests.repository.js';
import { definedFields } from '../../audit/audit-recorder.js';
import { type RunJobBody } from './run-job.dto.js';
import { RunHistory } from '../store/run-history.service.js';

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

type AcceptedRunAnswer = AcceptedRun<object>;

/** The caller who requests a run, and the Idempotency-Key or null. */
export interface RunCaller {
  readonly principal: Principal;
  readonly actor: Actor;
  readonly key: string | null;
}

interface RequestedJob {
  readonly job: ConfiguredJob;
  readonly wanted: RequestedRun;
  readonly action: Omit<PendingAuditAction, 'changes'>;
}

/** Starts runs of configured jobs, new ones or repetitions of an earlier run. */
@Injectable()
export class StartRun {
  constructor(
    private readonly directors: Directors,
    private readonly orders: RunRequestsService,
    private readonly history: RunHistory,
    private readonly clock: Clock,
  ) {}

  runJob(caller: RunCaller, body: RunJobBody): Promise<AcceptedRunAnswer> {
    const { scope } = caller.principal;
    const entry = resolveDirector(this.directors, body.director);
    const request = { ...caller, route: 'runJob', body: { wanted: body, director: entry.name }, entry };
    return this.orders.place(request, async () => {
      const job = await getJobToRun(scope, entry, body.job);
      const action = { action: 'job.run', target: `job:${entry.name}:${job.name}` } as const;
      return this.checked(scope, entry, { job, wanted: body, action });
    });
  }

  rerunRun(caller: RunCaller, jobId: number, director: string | undefined): Promise<AcceptedRunAnswer> {
    const { scope } = caller.principal;
    const entry = resolveDirector(this.directors, director);
    const request = { ...caller, route: `rerunRun ${jobId}`, body: { director: entry.name }, entry };
    return this.orders.place(request, async () => {
      const run = await this.history.get(scope, entry, jobId);
      if (run.type === 'Restore') {
        throw new AppError(
          'job_not_runnable',
          `Run ${jobId} is a restore. Start a new restore with POST /api/v1/restore/run.`,
        );
      }
      const job = await getJobToRun(scope, entry, run.job);
      const action = { action: 'job.rerun', target: `run:${entry.name}:${jobId}` } as const;
      return this.checked(scope, entry, { job, wanted: toRerunRequest(run, job), action });
    });
  }

  private async checked(
    scope: Scope,
    entry: DirectorEntry,
    { job, wanted, action }: RequestedJob,
  ): Promise<ValidatedRequest<object>> {
    const description = await entry.director.describe(scope);
    const order = validateRunRequest(wanted, job, description, this.clock.now());
    const send = (mark: string) => entry.director.startRun(scope, { ...order, mark });
    const { pool, storage } = order;
    const media = { ...(pool === undefined ? {} : { pool }), ...(storage === undefined ? {} : { storage }) };
    const chosen = Object.keys(media).length === 0 ? {} : { media };
    return { send, more: {}, action: { ...action, changes: definedFields(order) }, ...chosen };
  }
}

async function getJobToRun(scope: Scope, entry: DirectorEntry, name: string): Promise<ConfiguredJob> {
  const job = await entry.director.findJob(scope, name);
  if (!job) throw new AppError('unknown_job', `Director ${entry.name} has no job named ${name}.`);
  return job;
}
