import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { type DataSource, type EntityManager } from 'typeorm';
import { DirectorRegistry } from '../../src/domain/director-registry.js';
import { spanBefore } from '../../src/features/stats/day-range.js';
import { type Run } from '../../src/domain/run.js';
import { LockConnection } from '../../src/database/lock-connection.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { createLog } from '../../src/platform/logging/log.js';
import { OutlierDetection } from '../../src/features/runs/outliers/outlier-detection.service.js';
import { RunOutliers } from '../../src/features/runs/outliers/outliers.repository.js';
import { jobsOfDays, JobStatisticsRepository } from '../../src/features/stats/jobs/job-statistics.repository.js';
import { Acknowledgements } from '../../src/features/runs/acknowledgements/acknowledgements.repository.js';
import { RunsRepository } from '../../src/features/runs/store/runs.repository.js';
import { RunChanges } from '../../src/features/runs/store/run-changes.service.js';
import { type RunWrites } from '../../src/features/runs/sync/run-writes.repository.js';
import { openConsoleDatabase } from '../harness/fixtures/console-database.js';
import { FakeClock } from '../harness/fakes/fake-clock.js';
import { makeRun } from '../harness/builders/domain-records.js';
import { FakeDirector } from '../harness/fakes/fake-director.js';
import { runRecordParts } from '../harness/fixtures/run-records.js';

let database: DataSource;
let writes: RunWrites;
let outliers: RunOutliers;
let records: RunsRepository;
let weighing: OutlierDetection;
let session: LockConnection;
let lastId = 0;

beforeAll(async () => {
  database = await openConsoleDatabase();
  ({ writes } = runRecordParts(database));
  outliers = new RunOutliers(database);
  records = new RunsRepository(database);
  session = new LockConnection(database);
  await session.onModuleInit();
  const directors = new DirectorRegistry([new FakeDirector('one', true)]);
  const parts = [new UnitOfWork(database), session, new RunChanges(session), new FakeClock()] as const;
  weighing = new OutlierDetection(directors, outliers, ...parts, createLog('silent'));
});
beforeEach(async () => {
  await database.query('TRUNCATE run, run_sync_state, run_outlier, outlier_queue, duration_baseline');
  lastId = 0;
});
afterAll(async () => {
  await session.onApplicationShutdown();
  await database.destroy();
});

/** A run that took so many seconds and saved so many bytes. */
function ran(seconds: number, bytes: number, values: Partial<Run> = {}): Run {
  lastId += 1;
  const startedAt = new Date(Date.UTC(2026, 10, 1, lastId));
  const endedAt = new Date(startedAt.getTime() + seconds * 1000);
  return makeRun({ jobId: lastId, queuedAt: startedAt, startedAt, endedAt, bytes, ...values });
}

async function take(...runs: Run[]): Promise<void> {
  await writes.take({ director: 'one', runs, newest: lastId });
  await database.query('UPDATE run_sync_state SET filled_from = 0');
}

async function found(): Promise<string[]> {
  await weighing.compare(true);
  return (await outliers.list(['one'], null, 50)).map(
    ({ jobId, kind, usual, value }) => `${jobId} ${kind} ${usual} ${value}`,
  );
}

const usual = (): Run[] => [ran(100, 1000), ran(110, 1010), ran(90, 990)];

test('a run is not compared with those that read no file and ended with warnings', async () => {
  const empty = { status: 'warning', statusCode: 'W', files: 0 } as const;
  await take(...usual(), ...Array.from({ length: 12 }, () => ran(1, 0, empty)), ran(110, 1000), ran(100, 400));
  expect((await found()).filter((text) => !text.endsWith(' 0'))).toEqual(['17 small 1000 400']);
});

test('a run of three times the usual time and one of half the usual size are found, newest first', async () => {
  await take(...usual(), ran(300, 1000), ran(100, 500), ran(299, 600));
  expect(await found()).toEqual(['5 small 1000 500', '4 slow 100 300']);
  expect(await outliers.ofRuns('one', [ran(1, 1).uniqueName, makeRun({ jobId: 5 }).uniqueName])).toEqual(
    new Map([[makeRun({ jobId: 5 }).uniqueName, [{ kind: 'small', usual: 1000, value: 500 }]]]),
  );
});

test('an Incremental soon after another backup is not found small, and one at its usual time is', async () => {
  const level = 'Incremental';
  const at = (hours: number, bytes: number, values: Partial<Run> = {}) => {
    const startedAt = new Date(Date.UTC(2026, 10, 1) + hours * 3_600_000);
    return ran(100, bytes, {
      queuedAt: startedAt,
      startedAt,
      endedAt: new Date(startedAt.getTime() + 100_000),
      level,
      ...values,
    });
  };
  const nightly = [0, 24, 48, 72].map((hours) => at(hours, 1000));
  await take(...nightly, at(80, 0), at(94, 10, { level: 'Full' }), at(96, 0), at(120, 0));
  expect(await found()).toEqual(['8 small 1000 0']);
});

test('what is found of a run stands on its record too, which is neither compared nor counted again for it', async () => {
  const runs = [...usual(), ran(300, 400)];
  await take(...runs);
  const sums = (): Promise<unknown> =>
    database.query('SELECT d.*, f.changed FROM run_client_day d, (SELECT max(changed) AS changed FROM run) f');
  const before = await sums();
  await found();
  const onRecord = async (): Promise<unknown> => (await records.find('one', 4))?.outliers;
  expect(await onRecord()).toEqual([
    { kind: 'slow', usual: 100, value: 300 },
    { kind: 'small', usual: 1000, value: 400 },
  ]);
  expect(await sums()).toEqual(before);
  expect(await database.query('SELECT FROM outlier_queue')).toEqual([]);
  await database.query(`UPDATE run_outlier SET value = 310 WHERE kind = 'slow'`);
  await database.query(`DELETE FROM run_outlier WHERE kind = 'small'`);
  expect(await onRecord()).toEqual([{ kind: 'slow', usual: 100, value: 310 }]);
  // What the record lost is put back, and compared again.
  await database.query('DELETE FROM run');
  await take(...runs);
  await found();
  expect(await onRecord()).toEqual([
    { kind: 'slow', usual: 100, value: 300 },
    { kind: 'small', usual: 1000, value: 400 },
  ]);
});

test('the run of an outlier is found by its key', async () => {
  await take(...usual(), ran(300, 400));
  await found();
  await database.query('ANALYZE run');
  // So few runs would be read one after the other even where they could be found.
  const read = await runsReadBy(async (transaction) => {
    await transaction.query('SET LOCAL enable_seqscan = off');
    await transaction.query('DISCARD PLANS');
    await transaction.query('UPDATE run_outlier SET value = value + 1');
  });
  expect(read).toBe(1);
});

/** Rows of the record of runs. */
function runsReadBy(work: (transaction: EntityManager) => Promise<unknown>): Promise<number> {
  return database.transaction(async (transaction) => {
    const text = `SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'run'`;
    const rowsRead = async (): Promise<number> => (await transaction.query<{ rows: number }[]>(text))[0]?.rows ?? 0;
    const before = await rowsRead();
    await work(transaction);
    return (await rowsRead()) - before;
  });
}

test('runs of another level, job or client, and failed ones, are not compared with', async () => {
  const failed = { status: 'error', statusCode: 'f' } as const;
  await take(
    ...usual(),
    ran(1, 1, { level: 'Incremental' }),
    ran(1, 1, { job: 'Other' }),
    ran(1, 1, { client: 'desk' }),
  );
  await take(ran(1, 1, failed), ran(900, 0, failed));
  expect(await found()).toEqual([]);
});

test('a slow run is found while it runs, and stays so at its end; one that failed is told of as such', async () => {
  const startedAt = new Date(Date.now() - 400_000);
  const running = { status: 'running', statusCode: 'R', endedAt: null, startedAt } as const;
  const [slow, failing] = [ran(0, 0, running), ran(0, 0, { ...running, job: 'BackupHome' })];
  await take(
    ...usual().map((run) => ({ ...run, jobId: run.jobId - 10, uniqueName: `before.${run.jobId}` })),
    slow,
    failing,
  );
  expect((await found()).map((text) => text.slice(0, 10))).toEqual(['2 slow 100', '1 slow 100']);
  const ended = {
    status: 'completed',
    statusCode: 'T',
    endedAt: new Date(startedAt.getTime() + 450_000),
    bytes: 1000,
  } as const;
  await take({ ...slow, ...ended }, { ...failing, ...ended, status: 'error', statusCode: 'f' });
  expect(await found()).toEqual(['1 slow 100 450']);
});

test('nothing is compared while older history is still read', async () => {
  await take(...usual(), ran(900, 0));
  await database.query('UPDATE run_sync_state SET filled_from = 2');
  expect(await found()).toEqual([]);
  await database.query('UPDATE run_sync_state SET filled_from = 0');
  expect((await found()).length).toBe(2);
});

test('a full backup that is small warns for a day, an incremental one does not', async () => {
  const today = { startedAt: new Date(Date.now() - 60_000), endedAt: new Date() };
  const before = { startedAt: new Date(Date.now() - 7_200_000), endedAt: new Date(Date.now() - 7_140_000) };
  await take(...usual(), ran(60, 10, before));
  await take(
    ...[1, 2, 3].map(() => ran(100, 1000, { level: 'Incremental' })),
    ran(60, 10, { ...today, level: 'Incremental' }),
  );
  expect((await found()).length).toBe(2);
  expect(await new RunsRepository(database).syncStatus('one')).toMatchObject({ small24h: 1 });
});

test('a small backup that somebody acknowledged is known, until the time that was given', async () => {
  await take(...usual());
  const small = ran(60, 10, { startedAt: new Date(Date.now() - 60_000), endedAt: new Date() });
  await take(small);
  await found();
  const known = async (): Promise<number> =>
    (await new Acknowledgements(database).knownRuns('one', new Date())).small24h;
  expect(await known()).toBe(0);
  await database.query(
    `INSERT INTO run_acknowledgement (director, unique_name, note, by_kind, by_name, at, until)
     VALUES ('one', $1, 'moved', 'user', 'anna', now(), NULL)`,
    [small.uniqueName],
  );
  expect(await known()).toBe(1);
  await database.query("UPDATE run_acknowledgement SET until = now() - interval '1 second'");
  expect(await known()).toBe(0);
});

test('a run is compared with the newest before it, whatever pool each was written to', async () => {
  const into = (pool: string, bytes: number): Run => ran(100, bytes, { pool });
  const old = Array.from({ length: 10 }, () => into('Old', 600));
  const recent = Array.from({ length: 5 }, () => [into('Even', 1000), into('Odd', 1000)]).flat();
  await take(...old, ...recent, into('Even', 500));
  expect(await found()).toEqual([`${lastId} small 1000 500`]);
});

test('of a long list the newest are compared first, and none is left over', async () => {
  await take(...Array.from({ length: 900 }, () => ran(100, 1000)));
  const portions: number[][] = [];
  const replace = jest.spyOn(outliers, 'replace').mockImplementation(async (_transaction, _director, found) => {
    const ids = await database.query<{ job_id: number }[]>(
      'SELECT job_id FROM run WHERE unique_name = ANY ($1) ORDER BY job_id DESC',
      [[...found.keys()]],
    );
    portions.push(ids.map(({ job_id }) => job_id));
  });
  await weighing.compare();
  replace.mockRestore();
  const [, ...ordered] = portions;
  expect(ordered.flat()).toEqual(ordered.flat().sort((a, b) => b - a));
  expect(new Set(portions.flat()).size).toBe(900);
  expect(await database.query('SELECT FROM outlier_queue')).toHaveLength(0);
});

const span = { since: '2026-10-01', until: '2026-12-01', days: 61 };
const question = { directors: ['one'], span, before: spanBefore(span), types: ['Backup'] };
const from = { director: 'one', name: null, isIncluded: false, limit: 100 };

/** Of each job, as its statistics tell it. */
async function usualOfJobs(): Promise<Record<string, number | null | undefined>> {
  const jobs = await new JobStatisticsRepository(database).jobs(question, undefined, from);
  return Object.fromEntries(jobs.map(({ name, lastRun }) => [name, lastRun?.usualSeconds]));
}

test('how long the newest backup of a job usually takes is told alike before it was compared and after', async () => {
  const failed = { status: 'error', statusCode: 'f' } as const;
  await take(
    ...usual(),
    ran(300, 1000),
    ...['A', 'B', 'A', 'A', 'B', 'A', 'A'].map((job, at) => ran(40 + 10 * at, 500, { job })),
    ran(5, 5, { job: 'A', ...failed }),
    ran(70, 5, { job: 'Restore', type: 'Restore', level: 'None' }),
  );
  const read = await usualOfJobs();
  expect(read).toEqual({ [makeRun({}).job]: 100, A: 70, B: null });
  expect(await database.query('SELECT FROM duration_baseline')).toEqual([]);
  await found();
  expect(await database.query('SELECT FROM duration_baseline')).toHaveLength(3);
  expect(await usualOfJobs()).toEqual(read);
  // Newer runs, before they are compared and after; and one that is compared anew after the newest.
  const later = [200, 200, 200, 80].map((seconds) => ran(seconds, 500, { job: 'A' }));
  await take(...later);
  const newest = await usualOfJobs();
  expect(newest).toEqual({ ...read, A: 90 });
  await found();
  expect(await usualOfJobs()).toEqual(newest);
  await take({ ...later[0]!, bytes: 501 });
  await found();
  expect(await usualOfJobs()).toEqual(newest);
});

test('statistics of a compared job read no run but its newest', async () => {
  await take(...Array.from({ length: 30 }, (_, at) => ran(100 + at, 1000)));
  await found();
  await database.query('ANALYZE run');
  const read = await runsReadBy(async (transaction) => {
    await transaction.query('SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off');
    const { text, values } = jobsOfDays(question, undefined, from);
    await transaction.query(text, values);
  });
  expect(read).toBe(1);
});
