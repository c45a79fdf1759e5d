import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { earlierRuns } from '../../src/features/runs/outliers/outliers.repository.js';
import { hasRun, nearestRun } from '../../src/features/stats/schedule-monitor/expected-starts.repository.js';
import { openConsoleDatabase } from '../harness/fixtures/console-database.js';
import { rowsRead } from '../harness/fixtures/count-rows-scanned.js';

const clients = 1_000;
const nights = 20;
let database: DataSource;

beforeAll(async () => {
  database = await openConsoleDatabase();
  await database.query(
    `INSERT INTO run (director, unique_name, generation, job_id, job, type, level, client, pool, status, status_code, queued_at,
       started_at, ended_at, files, bytes, errors, comment, ended, reads_client, first_seen_at, changed)
     SELECT 'here', 'run.' || n, 1, n, 'Backup' || n % $1, 'Backup', 'Full', 'client' || n % $1, 'Pool' || n % 3, 'completed', 'T',
       at, at, at + interval '1 min', 1, n, 0, '', true, true, now(), n
     FROM generate_series(1, $2) n, LATERAL (SELECT timestamptz '2026-01-01T00:00:00Z' + n * interval '1 min' AS at) queued`,
    [clients, clients * nights],
  );
  await database.query(
    `INSERT INTO planned_start (director, at, job, client, missed) VALUES ('here', '2026-06-01T00:00:00Z', 'Backup7', 'client7', false)`,
  );
  await database.query('ANALYZE');
});

afterAll(() => database.destroy());

test('what a run is compared with is found without looking through the runs of others, newest first', async () => {
  const text = `SELECT earlier.bytes FROM run r CROSS JOIN LATERAL (${earlierRuns}) earlier
    WHERE r.director = 'here' AND r.unique_name = $1`;
  const values = [`run.${7 + clients * 15}`];
  const [found] = await database.query<{ bytes: number[] }[]>(text, values);
  expect(found?.bytes).toEqual(Array.from({ length: 10 }, (_, back) => 7 + clients * (14 - back)));
  expect(await rowsRead(database, { text, values })).toBeLessThanOrEqual(1 + 3 * 11);
});

test('whether a run came of a planned start is found without looking through the runs of others', async () => {
  const text = `SELECT ${hasRun} AS came FROM planned_start p`;
  expect(await database.query(text)).toEqual([{ came: false }]);
  expect(await rowsRead(database, { text, values: [] })).toBeLessThan(nights + 1);
});

test('which run came of a planned start is found without looking through the runs of others', async () => {
  const at = '2026-01-01T00:07:00Z';
  await database.query('UPDATE planned_start SET at = $1', [at]);
  const text = `SELECT ${nearestRun} AS came FROM planned_start p`;
  expect(await database.query(text)).toEqual([{ came: 'run.7' }]);
  expect(await rowsRead(database, { text, values: [] })).toBeLessThan(10);
});
