import { type CatalogPort } from '../../domain/catalog.port.js';
import { Refusal } from '../../domain/errors.js';
import { hasEnded } from '../../domain/run.js';
import { everything } from '../../domain/scope.js';

/** Refuses (404, 409) a run that the catalog does not know or that has ended: there is nothing to cancel. */
export async function refuseEnded(catalog: CatalogPort, jobId: number): Promise<void> {
  const run = await catalog.findRun(everything, jobId);
  if (!run) throw new Refusal('not_found', 'This Director has no run with this id.');
  if (hasEnded(run.status)) throw new Refusal('run_already_ended', 'This run has already ended.');
}
