import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { type Run } from '../../src/domain/run.js';
import { DefineGoodBackups1763700433000 } from '../../src/platform/database/migrations/1763700433000-define-good-backups.js';
import { makeRun } from '../harness/builders/domain-records.js';
import { openConsoleDatabase } from '../harness/fixtures/console-database.js';
import { runRecordParts } from '../harness/fixtures/run-records.js';

let database: DataSource;

beforeAll(async () => {
  database = await openConsoleDatabase();
});

afterAll(() => database.destroy());

const at = (day: number): Date => new Date(Date.UTC(2026, 10, day));
let lastId = 0;

function ended(job: string, day: number, values: Partial<Run> = {}): Run {
  lastId += 1;
  const times = { queuedAt: at(day), startedAt: at(day), endedAt: at(day) };
  return makeRun({ jobId: lastId, uniqueName: `run.${lastId}`, job, client: job.toLowerCase(), ...times, ...values });
}

const empty = { status: 'warning', statusCode: 'W', files: 0, bytes: 0 } as const;

test('an upgrade takes back what backups that read no file counted for, and nothing else', async () => {
  const { writes } = runRecordParts(database);
  const runner = database.createQueryRunner();
  const migration = new DefineGoodBackups1763700433000();
  await runner.startTransaction();
  await migration.down(runner);
  await runner.commitTransaction();
  const runs = [
    ...[ended('Mail', 1), ended('Mail', 2, empty)],
    ...[ended('Never', 2, empty)],
    ...[ended('Home', 2, empty), ended('Home', 3, { status: 'warning', statusCode: 'W' })],
  ];
  await writes.take({ director: 'one', runs, newest: lastId });
  // The record of what a client or a job had may be gone; then what is known of it stays.
  await database.query(`INSERT INTO job_outcome VALUES ('one', 'Gone', 'gone', 'Home', '2026-11-02', NULL)`);
  for (const [client, last] of [
    ['mail', at(2)],
    ['never', at(2)],
    ['home', at(3)],
    ['gone', at(2)],
  ]) {
    await database.query(
      `INSERT INTO client_silence (director, client, status, since, last_success_at, first_seen_at, enabled, evaluated,
         warn_seconds, crit_seconds, revision) VALUES ('one', $1, 'ok', $2, $2, $2, true, true, 1, 2, 0)`,
      [client, last],
    );
  }
  expect(await counted()).toMatchObject([
    ['gone', at(2)],
    ['home', at(3)],
    ['mail', at(2)],
    ['never', at(2)],
  ]);
  await runner.startTransaction();
  await migration.up(runner);
  await runner.commitTransaction();
  await runner.release();
  const right = [
    ['gone', at(2)],
    ['home', at(3)],
    ['mail', at(1)],
    ['never', null],
  ];
  expect(await counted()).toEqual(right);
  expect(await database.query('SELECT client, last_success_at FROM client_silence ORDER BY client')).toEqual(
    right.map(([client, last]) => ({ client, last_success_at: last })),
  );
  expect(await database.query('SELECT client, ended_at FROM run_success ORDER BY client')).toEqual([
    { client: 'home', ended_at: at(3) },
    { client: 'mail', ended_at: at(1) },
  ]);
  await writes.take({ director: 'one', runs: [ended('Mail', 4, empty)], newest: lastId });
  expect(await counted()).toEqual(right);
});

async function counted(): Promise<unknown[]> {
  const rows = await database.query<{ client: string; good_at: Date | null }[]>(
    'SELECT client, good_at FROM job_outcome ORDER BY client',
  );
  return rows.map(({ client, good_at }) => [client, good_at]);
}
