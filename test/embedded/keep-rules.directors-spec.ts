import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { fullScope } from '../../src/domain/principal.js';
import { EmbeddedMachine } from '../harness/fixtures/embedded-machine.js';
import { until } from '../harness/fixtures/until.js';

const hour = 3_600_000;
let machine: EmbeddedMachine;
let changes = 0;

beforeEach(async () => {
  machine = await EmbeddedMachine.make();
});
afterEach(() => machine.remove());

/** Each run fills at least one volume, and its retention is over before the next run. */
function configure(keep: string): void {
  machine.configure({
    pool: `volumeSize: 1 KB, retention: 1 hour${keep}`,
    schedules: 'director: { timezone: Europe/Berlin }',
    fileset: `include: [${JSON.stringify(machine.source)}] }, { name: Small, include: [${JSON.stringify(join(machine.data, 'director.yaml'))}]`,
    more: '  - { name: Small, client: second, fileset: Small, storage: Local, pool: Default }',
  });
}

const setClock = (at: string): void => void (machine.clock.shiftMs = Date.parse(at) - Date.now());

async function runAt(at: string, level: string): Promise<number> {
  setClock(at);
  changes += 1;
  writeFileSync(join(machine.source, `change-${changes}`), randomBytes(4096));
  const { jobid, status } = await machine.run(level);
  expect(status).toBe('T');
  return jobid;
}

async function cancelAt(at: string): Promise<number> {
  setClock(at);
  machine.makeEndless();
  const jobId = await machine.order('Source', 'Full');
  await machine.untilReading(jobId);
  await machine.director.cancelRun(fullScope, jobId);
  expect((await machine.waitForEnd(jobId)).status).toBe('A');
  rmSync(join(machine.source, 'endless'));
  return jobId;
}

/** The runs of job Source whose files are recorded and whose volumes are complete. */
async function listKept(): Promise<readonly number[]> {
  const { rows } = await machine.catalog.query<{ jobid: number; volumes: string[]; files: number }>(
    `SELECT jobid, ARRAY(SELECT DISTINCT volumename FROM jobmedia JOIN media USING (mediaid)
       WHERE jobmedia.jobid = job.jobid AND volstatus IN ('Full', 'Append')) AS volumes,
       (SELECT count(*)::int FROM file WHERE file.jobid = job.jobid) AS files
     FROM job WHERE name = 'Source' AND purgedfiles = 0 ORDER BY jobid`,
  );
  for (const { volumes, files } of rows) {
    expect(files).toBeGreaterThan(0);
    expect(volumes).not.toEqual([]);
    for (const volume of volumes) expect(machine.volumeSize(volume)).toBeGreaterThan(0);
  }
  return rows.map(({ jobid }) => jobid);
}

/** Stops the machine, which ends the expiry that is under way. */
async function keptAtStop(): Promise<readonly number[]> {
  await machine.run('Full', 'Small');
  await machine.stop();
  return listKept();
}

test('exactly the runs that no rule and no chain needs expire', async () => {
  configure(', keep: { last: 1, daily: 3, monthly: 2 }');
  await machine.start();
  const january = await runAt('2031-01-10T12:00+01:00', 'Full');
  const february = await runAt('2031-02-10T12:00+01:00', 'Full');
  const endOfFebruary = await runAt('2031-02-11T12:00+01:00', 'Incremental');
  const march27 = await runAt('2031-03-27T12:00+01:00', 'Full');
  const march28 = await runAt('2031-03-28T12:00+01:00', 'Full');
  const lateOnMarch28 = await runAt('2031-03-28T23:30+01:00', 'Incremental');
  const march29 = await runAt('2031-03-29T23:30+01:00', 'Full');
  // The day of 23 hours: in UTC it is still March 29.
  const march30 = await runAt('2031-03-30T00:30+01:00', 'Incremental');
  const canceled = await cancelAt('2031-03-31T12:00+02:00');
  setClock('2031-04-20T12:00+02:00');
  expect(await keptAtStop()).toEqual([february, endOfFebruary, march28, lateOnMarch28, march29, march30]);
  const { rows } = await machine.catalog.query<{ jobid: number }>(
    'SELECT jobid FROM job WHERE purgedfiles = 1 ORDER BY jobid',
  );
  expect(rows.map(({ jobid }) => jobid)).toEqual([january, march27, canceled]);
});

test('the runs of a pool that is no longer in director.yaml are kept by its last rules, until those are taken away', async () => {
  configure(', keep: { last: 2 }');
  await machine.start();
  const runs = [await runAt('2031-01-10T12:00Z', 'Full'), await runAt('2031-01-11T12:00Z', 'Full')];
  await machine.stop();
  const file = join(machine.data, 'director.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('Default', 'Other').replace(', keep: { last: 2 }', ''));
  await machine.start();
  const other = await runAt('2031-01-12T12:00Z', 'Full');
  expect(await keptAtStop()).toEqual([...runs, other]);

  configure('');
  await machine.start();
  const last = await runAt('2031-01-13T12:00Z', 'Full');
  setClock('2031-01-14T12:00Z');
  expect(await keptAtStop()).toEqual([last]);
});

test('what a running run has written does not expire, however short the retention is', async () => {
  configure('');
  await machine.start();
  const old = await runAt('2031-01-10T12:00Z', 'Full');
  await machine.run('Full');
  machine.makeEndless();
  const jobId = await machine.order('Source', 'Full');
  const segments = async (): Promise<readonly number[]> => {
    const { rows } = await machine.catalog.query<{ id: number }>(
      'SELECT jobmediaid AS id FROM jobmedia WHERE jobid = $1',
      [jobId],
    );
    return rows.map(({ id }) => id);
  };
  const written = await until(async () => {
    const ids = await segments();
    return ids.length > 0 ? ids : null;
  });
  machine.clock.shiftMs += 2 * hour;
  await machine.run('Full', 'Small');
  // Its volume is the oldest, so it goes first.
  await until(async () => {
    const { rows } = await machine.catalog.query('SELECT 1 FROM job WHERE jobid = $1 AND purgedfiles = 1', [old]);
    return rows.length > 0;
  });
  await machine.stop();
  expect(await segments()).toEqual(expect.arrayContaining([...written]));
});
