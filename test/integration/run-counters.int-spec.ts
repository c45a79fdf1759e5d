import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { durationBounds } from '../../src/features/runs/metrics/run-metrics.js';
import { type Run } from '../../src/domain/run.js';
import { RunMetricsRepository } from '../../src/features/runs/metrics/run-metrics.repository.js';
import { openConsoleDatabase } from '../harness/fixtures/console-database.js';
import { makeRun } from '../harness/builders/domain-records.js';
import { runRecordParts, type RunRecordParts } from '../harness/fixtures/run-records.js';

let database: DataSource;
let parts: RunRecordParts;
let figures: RunMetricsRepository;
/** After the Directors are first read, so that no run is history. */
let startedAt: Date;

beforeAll(async () => {
  startedAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 60_000);
  database = await openConsoleDatabase();
  parts = runRecordParts(database);
  figures = new RunMetricsRepository(database);
});

afterAll(() => database.destroy());

/** Reads runs of a Director that is this test's own. */
async function read(director: string, runs: readonly Partial<Run>[]): Promise<void> {
  const made = runs.map((run, index) => makeRun({ jobId: index + 1, director, startedAt, ...run }));
  await parts.writes.take({ director, runs: made, newest: 0 });
}

async function counts(director: string): Promise<object> {
  const rows = await figures.tallies([director]);
  return Object.fromEntries(rows.map(([, , level, status, upTo, runs]) => [`${level} ${status} ${upTo}`, runs]));
}

const after = (seconds: number): Date => new Date(startedAt.getTime() + seconds * 1000);

test('each bucket holds its bound and what is longer falls into the next', async () => {
  await read('bounds', []);
  const lengths = durationBounds.flatMap((bound) => [bound, bound + 1]);
  await read(
    'bounds',
    lengths.map((seconds) => ({ endedAt: after(seconds) })),
  );
  const [shortest] = durationBounds;
  const others = durationBounds.slice(1).map((bound) => [`Full completed ${bound}`, 2]);
  expect(await counts('bounds')).toEqual({
    [`Full completed ${shortest}`]: 1,
    'Full completed 2147483647': 1,
    ...Object.fromEntries(others),
  });
});

test('a run is counted when it ends, and once, however often it is read', async () => {
  await read('once', []);
  await read('once', [{ status: 'running', statusCode: 'R', endedAt: null }]);
  expect(await counts('once')).toEqual({});
  for (let time = 0; time < 3; time += 1) await read('once', [{ endedAt: after(5), files: 10 + time }]);
  expect(await counts('once')).toEqual({ 'Full completed 10': 1 });
});

test('a run that ends otherwise than it was taken to counts as that too: counters never fall', async () => {
  await read('lost', []);
  await read('lost', [{ status: 'running', statusCode: 'R', endedAt: null }]);
  await parts.writes.markLost('lost', [makeRun({ jobId: 1 })]);
  expect(await counts('lost')).toEqual({ 'Full error -1': 1 });
  await read('lost', [{ endedAt: after(5) }]);
  expect(await counts('lost')).toEqual({ 'Full error -1': 1, 'Full completed 10': 1 });
});

test('history is not counted, but its last successes are known', async () => {
  await read('history', [{}, { level: 'Incremental', endedAt: new Date('2026-11-19T00:00:00Z') }]);
  expect(await counts('history')).toEqual({});
  const successes = await figures.successes(['history'], 10);
  expect(successes.map(([, client, job, level]) => [client, job, level])).toEqual([
    ['laptop', 'BackupHome', 'Full'],
    ['laptop', 'BackupHome', 'Incremental'],
  ]);
});

test('the last success goes forward only, and failures, restores and copies are none', async () => {
  await read('success', [{ endedAt: after(100) }, { endedAt: after(50) }]);
  const other = { endedAt: after(200) };
  await read('success', [
    { endedAt: after(100) },
    { endedAt: after(50) },
    { ...other, status: 'error', statusCode: 'f' },
    { ...other, status: 'warning', statusCode: 'W', files: 0, bytes: 0 },
    ...['Restore', 'Copy', 'Verify'].map((type) => ({ ...other, type })),
  ]);
  expect(await figures.successes(['success'], 10)).toEqual([
    ['success', 'laptop', 'BackupHome', 'Full', after(100).getTime() / 1000],
  ]);
});
