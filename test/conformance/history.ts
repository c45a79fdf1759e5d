import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Run } from '../../src/domain/run.js';
import { until } from '../harness/fixtures/until.js';
import { type Fixture } from './fixture.js';

/** Four backups of the tree with changes between them; the tree stays as the last one saw it. */
export interface History {
  readonly full: Run;
  readonly incremental: Run;
  readonly differential: Run;
  readonly last: Run;
}

export const deletedAfterFull = '100%_of $it;.txt';
export const madeForIncremental = 'later.txt';
export const madeForDifferential = 'differential.txt';
export const madeForLast = 'last.txt';

export async function makeHistory(fixture: Fixture): Promise<History> {
  const { ok } = fixture.jobs;
  const at = (name: string): string => join(fixture.tree, name);
  const run = (level: string): Promise<Run> => runInSecondOfItsOwn(fixture, ok, level);
  const full = await run('Full');
  rmSync(at(deletedAfterFull));
  writeFileSync(at(madeForIncremental), 'made for the Incremental\n');
  const incremental = await run('Incremental');
  writeFileSync(at(madeForDifferential), 'made for the Differential\n');
  const differential = await run('Differential');
  rmSync(at(madeForIncremental));
  writeFileSync(at(madeForLast), 'made for the last Incremental\n');
  writeFileSync(at('日本語.txt'), 'changed before the last Incremental\n');
  const last = await run('Incremental');
  return { full, incremental, differential, last };
}

/** Bacula itself leaves a run out of a chain that began in the second in which the one before ended (seen on 9.6). */
async function runInSecondOfItsOwn(fixture: Fixture, job: string, level: string): Promise<Run> {
  const run = await fixture.run(job, level);
  await until(() => Date.now() - run.endedAt!.getTime() > 1_000);
  return run;
}
