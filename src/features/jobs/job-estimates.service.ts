import { Injectable } from '@nestjs/common';
import { type Actor } from '../../domain/actor.js';
import { resolveDirector, Directors } from '../../domain/directors.port.js';
import { CallerCheck } from '../../domain/revalidation.js';
import { checkedEstimate, noSuchJob } from '../runs/requests/start-run.service.js';
import { type Principal } from '../../domain/principal.js';
import { AuditedActions } from '../audit/audited-actions.js';
import { definedFields } from '../audit/audit-recorder.js';
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
    private readonly actions: AuditedActions,
  ) {}

  /** The client works for it, which is why it is written down. */
  async estimate(principal: Principal, actor: Actor, request: EstimateRequest): Promise<JobEstimate> {
    const { name, director, wanted, gone } = request;
    const { scope } = principal;
    const entry = resolveDirector(this.directors, director);
    const [jobs, description] = await Promise.all([entry.director.listJobs(scope), entry.director.describe(scope)]);
    const job = jobs.find((known) => known.name === name);
    if (!job) throw noSuchJob(entry.name, name);
    const order = checkedEstimate(wanted, job, description);
    const { files, bytes, level } = await this.actions.perform(
      { actor, action: 'job.estimate', target: `job:${entry.name}:${name}`, changes: definedFields(order) },
      () => entry.director.estimate(scope, order, gone),
      (found) => ({ files: { to: found.files }, bytes: { to: found.bytes } }),
    );
    // It may have taken a minute, in which a right can be taken away.
    await this.callers.requireStillValid(principal);
    const { client = job.client, fileset = job.fileset } = order;
    return { job: name, director: entry.name, level, client, fileset, files, bytes };
  }
}
