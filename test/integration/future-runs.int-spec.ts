import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { createDataSource } from '../../src/data-source.js';
import { type Run } from '../../src/domain/run.js';
import { RunsRepository } from '../../src/features/runs/store/runs.repository.js';
import { copyDatabase } from '../harness/fixtures/database.js';
import { makeRun } from '../harness/builders/domain-records.js';
import { endsTold, runRecordParts, type RunRecordParts } from '../harness/fixtures/run-records.js';

const minute = 60_000;
let database: DataSource;
let parts: RunRecordParts;

beforeEach(async () => {
  database = await createDataSource(await copyDatabase('template_console')).initialize();
  parts = runRecordParts(database);
});
afterEach(() => database.destroy());

/** A good backup that ended at `end`, after ten minutes. */
function endedAt(end: Date, more: Partial<Run> = {}): Run {
  const start = new Date(end.getTime() - 10 * minute);
  const times = { queuedAt: start, scheduledAt: start, startedAt: start, endedAt: end };
  return makeRun({ jobId: 7, uniqueName: 'one.7', readsClient: true, client: 'ada', ...times, ...more });
}

async function stored(): Promise<{ startedAt: Date; endedAt: Date; future: Date | null }> {
  const [row] = await database.query<{ startedAt: Date; endedAt: Date; future: Date | null }[]>(
    'SELECT started_at AS "startedAt", ended_at AS "endedAt", future_end_at AS future FROM run',
  );
  return row!;
}

const take = (run: Run, newest: number | null = 7) => parts.writes.take({ director: 'one', runs: [run], newest });

test('a run that ended in the future ended when it was first seen, and took as long as it took', async () => {
  const future = new Date(Date.now() + 10 * 365 * 1440 * minute);
  const before = Date.now();
  await take(endedAt(future));
  const row = await stored();
  expect(row.endedAt.getTime()).toBeGreaterThanOrEqual(before);
  expect(row.endedAt.getTime()).toBeLessThanOrEqual(Date.now());
  expect(row.endedAt.getTime() - row.startedAt.getTime()).toBe(10 * minute);
  expect(row.future).toEqual(future);
});

test('reading it again changes nothing', async () => {
  const run = endedAt(new Date(Date.now() + 1440 * minute));
  await take(run);
  const first = await stored();
  expect(await parts.writes.isOnRecord({ director: 'one', runs: [run], newest: 7 })).toBe(true);
  await take(run);
  expect(await stored()).toEqual(first);
});

test('it does not become newer when its date comes', async () => {
  const run = endedAt(new Date(Date.now() + 1440 * minute));
  await take(run);
  // As if its date had passed: the database's own clock cannot be moved.
  const passed = new Date(Date.now() - minute);
  await database.query('UPDATE run SET future_end_at = $1, ended_at = $2', [
    passed,
    new Date(Date.now() - 60 * minute),
  ]);
  const before = await stored();
  await take({ ...run, ...endedAt(passed) });
  expect(await stored()).toEqual(before);
});

test('a date that its Director corrects is taken', async () => {
  await take(endedAt(new Date(Date.now() + 1440 * minute)));
  const right = new Date(Math.floor(Date.now()) - 30 * minute);
  await take(endedAt(right));
  expect(await stored()).toMatchObject({ endedAt: right, future: null });
});

test('a clock that is a minute ahead moves nothing', async () => {
  const end = new Date(Date.now() + minute);
  await take(endedAt(end));
  expect(await stored()).toMatchObject({ endedAt: end, future: null });
});

test('a database clock that is behind the last plausible time makes no run a run of the future', async () => {
  const believed = new Date(Date.now() + 30 * 1440 * minute);
  await database.query('INSERT INTO clock_state (id, believed_at, latest_at) VALUES (1, $1, $1)', [believed]);
  const end = new Date(believed.getTime() - minute);
  await take(endedAt(end));
  expect(await stored()).toMatchObject({ endedAt: end, future: null });
});

test('health learns which clients have a backup dated in the future', async () => {
  await take(endedAt(new Date(Date.now() + 1440 * minute)));
  expect(await new RunsRepository(database).datedAhead('one', 10)).toEqual(['ada']);
});

test('the event of its end has the dates of the record', async () => {
  await take(makeRun({ jobId: 6, uniqueName: 'one.6' }), 6);
  await take(endedAt(new Date(Date.now() + 10 * 365 * 1440 * minute)));
  const row = await stored7();
  const told = (await endsTold(database)).filter(({ data }) => data['jobId'] === 7);
  expect(told.map(({ data }) => data['endedAt'])).toEqual([row.toISOString()]);
});

async function stored7(): Promise<Date> {
  const rows = await database.query<{ at: Date }[]>('SELECT ended_at AS at FROM run WHERE job_id = 7');
  return rows[0]!.at;
}
