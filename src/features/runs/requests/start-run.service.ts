import { Injectable } from '@nestjs/common';
import { type Actor } from '../../../domain/actor.js';
import { chosenDirector, type DirectorEntry, Directors } from '../../../domain/directors.port.js';
import { Clock } from '../../../domain/clock.js';
import { type ConfiguredJob } from '../../../domain/job.js';
import { checkedOrder, type WantedRun, wishToRepeat } from './run-request.rules.js';
import { type Principal, type Scope } from '../../../domain/principal.js';
import { Refusal } from '../../../domain/errors.js';
import { type CheckedRequest, Orders, type PlacedOrder } from './run-requests.service.js';
import { givenMembers, type OrderDeed } from './pending-audit-action.js';
import { type RunJobBody } from './run-job.dto.js';
import { RunLookup } from '../store/run-history.service.js';

type Placed = PlacedOrder<object>;

/** Who asks for a run, and under which Idempotency-Key, or null. */
export interface RunCaller {
  readonly principal: Principal;
  readonly actor: Actor;
  readonly key: string | null;
}

interface WantedJob {
  readonly job: ConfiguredJob;
  readonly wanted: WantedRun;
  readonly deed: Omit<OrderDeed, 'changes'>;
}

/** Starts runs of configured jobs, anew or like an earlier run. */
@Injectable()
export class StartRuns {
  constructor(
    private readonly directors: Directors,
    private readonly orders: Orders,
    private readonly lookup: RunLookup,
    private readonly clock: Clock,
  ) {}

  runJob(caller: RunCaller, body: RunJobBody): Promise<Placed> {
    const { scope } = caller.principal;
    const entry = chosenDirector(this.directors, body.director);
    const request = { ...caller, route: 'runJob', body: { wanted: body, director: entry.name }, entry };
    return this.orders.place(request, async () => {
      const job = await getJobToRun(scope, entry, body.job);
      const deed = { action: 'job.run', target: `job:${entry.name}:${job.name}` } as const;
      return this.checked(scope, entry, { job, wanted: body, deed });
    });
  }

  rerunRun(caller: RunCaller, jobId: number, director: string | undefined): Promise<Placed> {
    const { scope } = caller.principal;
    const entry = chosenDirector(this.directors, director);
    const request = { ...caller, route: `rerunRun ${jobId}`, body: { director: entry.name }, entry };
    return this.orders.place(request, async () => {
      const run = await this.lookup.getRunAt(scope, entry, jobId);
      if (run.type === 'Restore') {
        throw new Refusal(
          'job_not_runnable',
          `Run ${jobId} is a restore. Start a new restore with POST /api/v1/restore/run.`,
        );
      }
      const job = await getJobToRun(scope, entry, run.job);
      const deed = { action: 'job.rerun', target: `run:${entry.name}:${jobId}` } as const;
      return this.checked(scope, entry, { job, wanted: wishToRepeat(run, job), deed });
    });
  }

  private async checked(
    scope: Scope,
    entry: DirectorEntry,
    { job, wanted, deed }: WantedJob,
  ): Promise<CheckedRequest<object>> {
    const description = await entry.director.describe(scope);
    const order = checkedOrder(wanted, job, description, this.clock.now());
    const send = (mark: string) => entry.director.startRun(scope, { ...order, mark });
    const { pool, storage } = order;
    const media = { ...(pool === undefined ? {} : { pool }), ...(storage === undefined ? {} : { storage }) };
    const chosen = Object.keys(media).length === 0 ? {} : { media };
    return { send, more: {}, deed: { ...deed, changes: givenMembers(order) }, ...chosen };
  }
}

async function getJobToRun(scope: Scope, entry: DirectorEntry, name: string): Promise<ConfiguredJob> {
  const job = await entry.director.findJob(scope, name);
  if (!job) throw new Refusal('unknown_job', `Director ${entry.name} has no job named ${name}.`);
  return job;
}
