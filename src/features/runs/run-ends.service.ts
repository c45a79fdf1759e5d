import { Injectable } from '@nestjs/common';
import { type Actor } from '../../domain/actor.js';
import { chosenDirector } from '../../domain/chosen-directors.js';
import { Clock } from '../../domain/clock.js';
import { Directors } from '../../domain/directors.port.js';
import { type Principal } from '../../domain/principal.js';
import { Refusal } from '../../domain/errors.js';
import { hasEnded } from '../../domain/run.js';
import { AuditedDeeds } from '../audit/audited-actions.js';
import { RunCancelRequests } from './requests/run-cancel-requests.repository.js';
import { type RunRecord } from './run-record.dto.js';
import { RunRecords } from './run-records.service.js';
import { RunLookup } from './store/run-lookup.service.js';

/** Ends runs before their time. */
@Injectable()
export class RunEnds {
  constructor(
    private readonly directors: Directors,
    private readonly records: RunRecords,
    private readonly lookup: RunLookup,
    private readonly deeds: AuditedDeeds,
    private readonly requests: RunCancelRequests,
    private readonly clock: Clock,
  ) {}

  /** The record right after the Director took the request; the run ends later, after up to half a minute where it had not started. */
  async cancelRun({ scope }: Principal, actor: Actor, jobId: number, director?: string): Promise<RunRecord> {
    const entry = chosenDirector(this.directors, director);
    const run = await this.lookup.getRunAt(scope, entry, jobId);
    if (hasEnded(run.status)) throw new Refusal('run_already_ended', `Run ${jobId} has already ended.`);
    const changes = { job: { to: run.job }, client: { to: run.client }, status: { from: run.status } };
    const deed = { actor, action: 'run.cancel', target: `run:${entry.name}:${jobId}`, changes } as const;
    await this.deeds.perform(deed, () => entry.director.cancelRun(scope, jobId));
    await this.requests.keep(run, this.clock.now());
    return this.records.recordOf(scope, entry, await this.lookup.getRunAt(scope, entry, jobId));
  }
}
