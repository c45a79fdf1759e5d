import { Injectable } from '@nestjs/common';
import { chosenDirector } from '../../domain/chosen-directors.js';
import { CallerCheck } from '../../domain/caller-check.js';
import { Directors } from '../../domain/directors.port.js';
import { checkedEstimate } from '../../domain/job-order.js';
import { type Principal } from '../../domain/principal.js';
import { Refusal } from '../../domain/refusals.js';
import { type EstimateBody, type JobEstimate } from './job-estimates.dto.js';

interface EstimateRequest {
  readonly name: string;
  readonly director: string | undefined;
  readonly wanted: EstimateBody;
  /** Fires when the caller has hung up. */
  readonly gone: AbortSignal;
}

/** What runs of configured jobs would take. */
@Injectable()
export class JobEstimates {
  constructor(
    private readonly directors: Directors,
    private readonly callers: CallerCheck,
  ) {}

  async estimate(principal: Principal, { name, director, wanted, gone }: EstimateRequest): Promise<JobEstimate> {
    const { scope } = principal;
    const entry = chosenDirector(this.directors, director);
    const [jobs, description] = await Promise.all([entry.director.listJobs(scope), entry.director.describe(scope)]);
    const job = jobs.find((known) => known.name === name);
    if (!job) throw new Refusal('not_found', `Director ${entry.name} has no job named ${name}.`);
    const order = checkedEstimate(wanted, job, description);
    const { files, bytes, level } = await entry.director.estimate(scope, order, gone);
    // It may have taken a minute, in which a right can be taken away.
    await this.callers.requireStillValid(principal);
    const { client = job.client, fileset = job.fileset } = order;
    return { job: name, director: entry.name, level, client, fileset, files, bytes };
  }
}
