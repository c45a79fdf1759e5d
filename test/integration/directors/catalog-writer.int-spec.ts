import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type PoolClient, type Pool } from 'pg';
import { CatalogWriter } from '../../../src/directors/embedded/backup/catalog-writer.js';
import { catalogPool } from '../../../src/directors/embedded/catalog-connection.js';
import { purgeVolume } from '../../../src/directors/embedded/volumes/change-volume.js';
import { findVolume } from '../../../src/directors/embedded/volumes/volume-rows.js';
import { copyDatabase } from '../../harness/fixtures/database.js';

let pool: Pool;
let catalog: PoolClient;

beforeEach(async () => {
  pool = catalogPool(await copyDatabase('template_catalog'), 'test');
  catalog = await pool.connect();
  await pool.query(
    `INSERT INTO pool (poolid, name) VALUES (1, 'Default');
     INSERT INTO media (mediaid, volumename, poolid) VALUES (1, 'V1', 1)`,
  );
});
afterEach(async () => {
  catalog.release();
  await pool.end();
});

/** Starts a run whose date in its chain is this one. */
async function run(jobId: number, date: string): Promise<void> {
  await pool.query(
    `INSERT INTO job (jobid, job, name, type, level, jobstatus, jobtdate)
     VALUES ($1::int, 'Source.' || $1, 'Source', 'B', 'F', 'R', $2)`,
    [jobId, Date.parse(date) / 1000],
  );
}

/** Writes on the volume at this time of the machine's clock. */
async function write(jobId: number, at: string): Promise<void> {
  const segment = { firstIndex: 1, lastIndex: 1, start: 0, end: 100 };
  const totals = { files: 0, bytes: 0 };
  const member = { mediaId: 1, volIndex: 1, opensVolume: true, segment, rows: [], totals, at: new Date(at) };
  await new CatalogWriter(catalog, jobId).commit(member);
}

async function lastWritten(): Promise<string | undefined> {
  const { rows } = await pool.query<{ at: string }>('SELECT lastwritten::text AS at FROM media');
  return rows[0]?.at;
}

test('a clock that is behind does not move the last write of a volume back', async () => {
  await run(1, '2031-03-10T12:00:00Z');
  await write(1, '2031-03-10T12:05:00Z');
  await run(2, '2000-01-01T00:00:00Z');
  await write(2, '2000-01-01T00:05:00Z');
  expect(await lastWritten()).toBe('2031-03-10 12:05:00');
});

test('the age of a volume does not count from before the date of its run in the chain', async () => {
  await run(1, '2031-03-10T12:00:00Z');
  await write(1, '2000-01-01T00:05:00Z');
  expect(await lastWritten()).toBe('2031-03-10 12:00:00');
});

test('a volume that was written to since the decision is not purged, even if the clock is behind', async () => {
  await run(1, '2031-03-10T12:00:00Z');
  await write(1, '2031-03-10T12:05:00Z');
  const decided = await findVolume(catalog, 'V1');
  await write(1, '2000-01-01T00:05:00Z');
  expect(decided && (await purgeVolume(catalog, decided, []))).toBe(false);
  const now = await findVolume(catalog, 'V1');
  expect(now && (await purgeVolume(catalog, now, []))).toBe(true);
});
