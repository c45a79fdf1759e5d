import { type DirectorEntry } from '../../domain/directors.port.js';
import { Refusal } from '../../domain/refusals.js';
import { type Run } from '../../domain/run.js';
import { type Scope } from '../../domain/scope.js';

/** The run of this job id, or Refusal not_found: the id stands in a path. */
export async function getRunAt(scope: Scope, entry: DirectorEntry, jobId: number): Promise<Run> {
  const run = await entry.catalog.findRun(scope, jobId);
  if (!run) throw new Refusal('not_found', `Director ${entry.name} has no run with job id ${jobId}.`);
  return run;
}
