import { Injectable } from '@nestjs/common';
import { type Actor } from '../../domain/actor.js';
import { chosenDirector } from '../../domain/chosen-directors.js';
import { Directors } from '../../domain/directors.port.js';
import { type Principal } from '../../domain/principal.js';
import { Refusal } from '../../domain/errors.js';
import { type AcknowledgeBody } from './acknowledgements/acknowledgement.dto.js';
import { type Acknowledged, Acknowledging } from './acknowledgements/acknowledgements.service.js';
import { type RecordedRun } from './store/run-mapper.js';
import { type RunRecord } from './run-record.dto.js';
import { RunRecords } from './run-records.service.js';
import { RunLookup } from './store/run-lookup.service.js';

/** Acknowledges runs that did not end well. */
@Injectable()
export class RunAcknowledgements {
  constructor(
    private readonly directors: Directors,
    private readonly records: RunRecords,
    private readonly lookup: RunLookup,
    private readonly acknowledging: Acknowledging,
  ) {}

  /** The record with it. */
  async give(
    { scope }: Principal,
    actor: Actor,
    { jobId, director }: { readonly jobId: number; readonly director: string | undefined },
    body: AcknowledgeBody,
  ): Promise<RunRecord> {
    const entry = chosenDirector(this.directors, director);
    const run = await this.lookup.getRunAt(scope, entry, jobId);
    if (run.status !== 'error' && run.status !== 'warning') throw endedOtherwise(run);
    await this.acknowledging.give(actor, acknowledged(run), body);
    return this.records.recordOf(scope, entry, run);
  }

  async takeBack({ scope }: Principal, actor: Actor, jobId: number, director: string | undefined): Promise<void> {
    const entry = chosenDirector(this.directors, director);
    await this.acknowledging.takeBack(actor, acknowledged(await this.lookup.getRunAt(scope, entry, jobId)));
  }
}

function acknowledged({ director, uniqueName, jobId }: RecordedRun): Acknowledged {
  return { kind: 'run', director, name: uniqueName, target: String(jobId) };
}

function endedOtherwise({ jobId, status }: RecordedRun): Refusal {
  const detail = `Run ${jobId} has status ${status}. Only runs that ended with errors or warnings can be acknowledged.`;
  return new Refusal('conflict', detail, { reason: 'run_did_not_fail', params: { jobId, status } });
}
