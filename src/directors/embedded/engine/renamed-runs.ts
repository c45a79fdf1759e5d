import { newNameOf, type Renames } from '../resources/renames.js';
import { type RunSpec } from './active-run.js';
import { type NewRun } from './run-store.js';

const ofSchedule = 'schedule:';

/** A run that is stored under the new names; its ids remain. */
export function renameRun(run: NewRun, renames: Renames): NewRun {
  if (renames.length === 0) return run;
  const { name, comment } = run;
  const schedule = comment.startsWith(ofSchedule) ? comment.slice(ofSchedule.length) : null;
  return {
    ...run,
    name: newNameOf(renames, 'job', name),
    comment: schedule === null ? comment : ofSchedule + newNameOf(renames, 'schedule', schedule),
  };
}

/** A run that waits or is in progress gets the new names of what it is of: it would be taken for one of something that was removed. */
export function renameSpec(spec: RunSpec, renames: Renames): void {
  if (renames.length === 0) return;
  spec.stored = { ...spec.stored, name: newNameOf(renames, 'job', spec.stored.name) };
  spec.client = newNameOf(renames, 'client', spec.client);
  spec.fileset = newNameOf(renames, 'fileset', spec.fileset);
  spec.pool = newNameOf(renames, 'pool', spec.pool);
  spec.storage = newNameOf(renames, 'storage', spec.storage);
}
