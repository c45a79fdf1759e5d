// Takes long. Temporary.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { RecordedRuns } from '../../src/runs/record/recorded-runs.repository.js';
import { openConsoleDatabase } from '../harness/fixtures/console-database.js';

let database: DataSource;
beforeAll(async () => {
  database = await openConsoleDatabase();
  await database.query('SET statement_timeout = 0');
  await database.query('ALTER TABLE run DISABLE TRIGGER USER');
  await database.query(
    `INSERT INTO run (director, unique_name, generation, job_id, job, type, level, client, pool, status, status_code, queued_at,
       files, bytes, errors, comment, ended, reads_client, first_seen_at, changed, trigger_kind, trigger_id, trigger_name)
     SELECT 'here', 'Backup' || n % 1000 || '.2026-01-01_21.00.00_' || n, 1, n, 'Backup' || n % 1000, 'Backup',
       CASE WHEN n % 30 = 0 THEN 'Full' ELSE 'Incremental' END, 'client' || n % 1000, 'Pool' || n % 5,
       CASE WHEN n % 33 = 0 THEN 'error' ELSE 'completed' END, 'T', '2024-01-01T00:00:00Z'::timestamptz + n * interval '1 min', 0, 0, 0,
       CASE WHEN n % 5000 = 0 THEN '' ELSE 'schedule:Nightly' END, true, true, now(), n,
       CASE WHEN n % 5000 = 0 THEN 'token' ELSE 'schedule' END,
       CASE WHEN n % 5000 = 0 THEN 't' || n % 3 END, CASE WHEN n % 5000 = 0 THEN 'ci' WHEN n % 40000 = 1 THEN 'Monthly' ELSE 'Nightly' END
     FROM generate_series(1, 1000000) n`,
  );
  await database.query('VACUUM ANALYZE run');
}, 600_000);
afterAll(() => database.destroy());

test('measure', async () => {
  const runs = new RecordedRuns(database);
  const out: string[] = [];
  const filters = [
    { kind: 'token' },
    { id: 't1' },
    { name: 'Monthly' },
    { kind: 'schedule' },
    { kind: 'unknown' },
    { kind: 'session' },
  ] as const;
  const measure = async (label: string) => {
    for (const trigger of filters) {
      for (const more of [{}, { statuses: ['error'] as const }]) {
        const times: number[] = [];
        for (let at = 0; at < 4; at += 1) {
          const begun = performance.now();
          await runs.list({
            director: 'here',
            filter: { trigger, ...more },
            sort: 'newest',
            limit: 101,
            after: null,
            downTo: null,
          });
          times.push(performance.now() - begun);
        }
        out.push(`${label} ${JSON.stringify({ trigger, ...more })} ${Math.min(...times).toFixed(1)} ms`);
      }
    }
  };
  await measure('with');
  const [sizes] = await database.query(
    "SELECT pg_relation_size('run_by_trigger_kind') AS k, pg_relation_size('run_by_trigger_id') AS i, pg_relation_size('run_by_trigger_name') AS n, pg_total_relation_size('run') AS all",
  );
  out.push(JSON.stringify(sizes));
  for (const column of ['kind', 'id', 'name']) await database.query(`DROP INDEX run_by_trigger_${column}`);
  await measure('without');
  process.stderr.write(`${out.join('\n')}\n`);
  expect(out.length).toBeGreaterThan(0);
}, 600_000);
