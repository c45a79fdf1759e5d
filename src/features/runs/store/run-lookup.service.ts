import { Injectable } from '@nestjs/common';
import { type DirectorEntry } from '../../../domain/directors.port.js';
import { Refusal } from '../../../domain/errors.js';
import { type Scope } from '../../../domain/scope.js';
import { type RecordedRun } from './run-mapper.js';
import { RunHistory } from './run-history.service.js';

/** Finds the runs that paths name. */
@Injectable()
export class RunLookup {
  constructor(private readonly history: RunHistory) {}

  /** The run of this job id, or Refusal not_found. */
  async getRunAt(scope: Scope, entry: DirectorEntry, jobId: number): Promise<RecordedRun> {
    const run = await this.history.find(scope, entry, jobId);
    if (!run)
      throw new Refusal('not_found', `Director ${entry.name} has no run with job id ${jobId}.`, {
        reason: 'no_run',
        params: { director: entry.name, jobId },
      });
    return run;
  }
}
