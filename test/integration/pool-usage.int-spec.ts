import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { PoolWritingsRepository } from '../../src/features/media/pool-usage.repository.js';
import { openConsoleDatabase } from '../harness/fixtures/console-database.js';

let database: DataSource;
const firstDay = Date.parse('2026-11-01T00:00:00Z') / 86_400_000;

beforeAll(async () => {
  database = await openConsoleDatabase();
});
afterAll(() => database.destroy());

test('what was written into a pool is summed by day, whatever only read or ordered left out', async () => {
  await database.query(
    `INSERT INTO run (director, unique_name, generation, job_id, job, type, level, client, pool, status, status_code, queued_at,
       files, bytes, errors, comment, ended, reads_client, first_seen_at, changed)
     SELECT director, director || n, 1, n, 'Home', type, 'Full', 'laptop', pool, 'completed', 'T', $1::timestamptz + n * interval '10 hours',
       1, n * 100, 0, '', true, true, now(), n
     FROM (VALUES ('here', 0, 'Backup', 'Daily'), ('here', 1, 'Backup', 'Daily'), ('here', 2, 'Restore', 'Daily'), ('here', 3, 'Copied', 'Daily'),
       ('here', 4, 'Backup', 'Other'), ('there', 5, 'Backup', 'Daily'), ('here', 9, 'Backup', 'Daily')) made(director, n, type, pool)`,
    [new Date(firstDay * 86_400_000)],
  );
  const writings = await new PoolWritingsRepository(database).read('here', firstDay, firstDay + 3);
  expect([...writings].sort((a, b) => a.day - b.day || a.bytes - b.bytes)).toEqual([
    { pool: 'Daily', day: firstDay, bytes: 100 },
    { pool: 'Daily', day: firstDay + 1, bytes: 300 },
    { pool: 'Other', day: firstDay + 1, bytes: 400 },
  ]);
});
