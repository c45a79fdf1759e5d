import { Injectable } from '@nestjs/common';
import { chosenDirector } from '../../domain/chosen-directors.js';
import { Clock } from '../../domain/clock.js';
import { type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { type ConfiguredJob } from '../../domain/job.js';
import { checkedOrder, type WantedRun, wishToRepeat } from '../../domain/job-order.js';
import { type Principal } from '../../domain/principal.js';
import { Refusal } from '../../domain/refusals.js';
import { type Scope } from '../../domain/scope.js';
import { type CheckedRequest, Orders, type PlacedOrder } from '../../runs/orders.service.js';
import { type RunJobBody } from '../jobs/jobs.dto.js';
import { RunLookup } from './run-lookup.service.js';

type Placed = PlacedOrder<object>;

/** Starts runs of configured jobs, anew or like an earlier run. */
@Injectable()
export class StartRuns {
  constructor(
    private readonly directors: Directors,
    private readonly orders: Orders,
    private readonly lookup: RunLookup,
    private readonly clock: Clock,
  ) {}

  runJob(principal: Principal, body: RunJobBody, key: string | null): Promise<Placed> {
    const entry = chosenDirector(this.directors, body.director);
    const request = { principal, key, route: 'runJob', body: { wanted: body, director: entry.name }, entry };
    return this.orders.place(request, async () => {
      const job = await getJobToRun(principal.scope, entry, body.job);
      return this.checked(principal.scope, entry, job, body);
    });
  }

  rerunRun(principal: Principal, jobId: number, director: string | undefined, key: string | null): Promise<Placed> {
    const entry = chosenDirector(this.directors, director);
    const request = { principal, key, route: `rerunRun ${jobId}`, body: { director: entry.name }, entry };
    return this.orders.place(request, async () => {
      const run = await this.lookup.getRunAt(principal.scope, entry, jobId);
      if (run.type === 'Restore') {
        throw new Refusal(
          'job_not_runnable',
          `Run ${jobId} is a restore. Start a new one by POST /api/v1/restore/run.`,
        );
      }
      const job = await getJobToRun(principal.scope, entry, run.job);
      return this.checked(principal.scope, entry, job, wishToRepeat(run, job));
    });
  }

  private async checked(
    scope: Scope,
    entry: DirectorEntry,
    job: ConfiguredJob,
    wanted: WantedRun,
  ): Promise<CheckedRequest<object>> {
    const description = await entry.director.describe(scope);
    const order = checkedOrder(wanted, job, description, this.clock.now());
    return { send: (mark) => entry.director.startRun(scope, { ...order, mark }), more: {} };
  }
}

async function getJobToRun(scope: Scope, entry: DirectorEntry, name: string): Promise<ConfiguredJob> {
  const job = (await entry.director.listJobs(scope)).find((known) => known.name === name);
  if (!job) throw new Refusal('unknown_job', `Director ${entry.name} has no job named ${name}.`);
  return job;
}
