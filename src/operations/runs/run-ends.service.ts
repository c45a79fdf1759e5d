import { Injectable } from '@nestjs/common';
import { type Actor } from '../../domain/actor.js';
import { chosenDirector } from '../../domain/chosen-directors.js';
import { Directors } from '../../domain/directors.port.js';
import { type Principal } from '../../domain/principal.js';
import { Refusal } from '../../domain/refusals.js';
import { hasEnded } from '../../domain/run.js';
import { AuditedDeeds } from '../../events/audited-deeds.js';
import { type RunRecord } from '../../runs/run-record.dto.js';
import { RunRecords } from '../../runs/run-records.service.js';
import { RunLookup } from './run-lookup.service.js';

/** Ends runs before their time. */
@Injectable()
export class RunEnds {
  constructor(
    private readonly directors: Directors,
    private readonly records: RunRecords,
    private readonly lookup: RunLookup,
    private readonly deeds: AuditedDeeds,
  ) {}

  /** The record right after the wish was taken: the run ends a moment later. */
  async cancelRun({ scope }: Principal, actor: Actor, jobId: number, director?: string): Promise<RunRecord> {
    const entry = chosenDirector(this.directors, director);
    const run = await this.lookup.getRunAt(scope, entry, jobId);
    if (hasEnded(run.status)) throw new Refusal('run_already_ended', `Run ${jobId} has already ended.`);
    const changes = { job: { to: run.job }, client: { to: run.client }, status: { from: run.status } };
    const deed = { actor, action: 'run.cancel', target: `run:${entry.name}:${jobId}`, changes } as const;
    await this.deeds.perform(deed, () => entry.director.cancelRun(scope, jobId));
    return this.records.recordOf(scope, entry, await this.lookup.getRunAt(scope, entry, jobId));
  }
}
