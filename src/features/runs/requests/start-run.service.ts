import { Injectable } from '@nestjs/common';
import { type Actor } from '../../../domain/actor.js';
import { resolveDirector, type DirectorEntry, Directors } from '../../../domain/directors.port.js';
import { Clock } from '../../../domain/clock.js';
import { type ConfiguredJob } from '../../../domain/job.js';
import { validateRunRequest, type RequestedRun, toRerunRequest } from './run-request.rules.js';
import { type Principal, type Scope } from '../../../domain/principal.js';
import { AppError } from '../../../domain/error-codes.js';
import { type ValidatedRequest, RunRequestsService, type AcceptedRun } from './idempotent-run-requests.service.js';
import { definedFields, type PendingAuditAction } from './pending-audit-action.js';
import { type RunJobBody } from './run-job.dto.js';
import { RunLookup } from '../store/run-history.service.js';

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
    private readonly lookup: RunLookup,
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
      const run = await this.lookup.get(scope, entry, jobId);
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
