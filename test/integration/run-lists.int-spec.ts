import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { type RunFilter } from '../../src/domain/run.js';
import { RunsRepository } from '../../src/features/runs/store/runs.repository.js';
import { remaining, type KeysetRange } from '../../src/features/runs/store/keyset-range.js';
import {
  type KeySet,
  matchingKeys,
  pageByKeys,
  countByWalk,
  type RunHistoryQuery,
} from '../../src/features/runs/store/run-list.sql.js';
import { openConsoleDatabase } from '../harness/fixtures/console-database.js';

const day = 86_400_000;
const start = Date.parse('2026-01-01T00:00:00Z');
const made = 20_000;
let database: DataSource;
let runs: RunsRepository;

beforeAll(async () => {
  database = await openConsoleDatabase();
  runs = new RunsRepository(database);
  await database.query(
    `INSERT INTO run (director, unique_name, generation, job_id, job, type, level, client, pool, status, status_code, queued_at,
       files, bytes, errors, comment, ended, reads_client, first_seen_at, changed, trigger_kind, trigger_id, trigger_name)
     SELECT 'here', 'run.' || n, 1 + n / 15000, n, 'Backup' || n % 100, CASE WHEN n % 50 = 0 THEN 'Restore' ELSE 'Backup' END,
       CASE WHEN n % 30 = 0 THEN 'Full' ELSE 'Incremental' END, 'client' || n % 200,
       CASE WHEN n % 7 = 0 THEN NULL WHEN n = 4321 THEN 'Rare' ELSE 'Pool' || n % 5 END,
       CASE WHEN n % 33 = 0 THEN 'error' ELSE 'completed' END, 'T', $1::timestamptz + n * interval '10 min', 0, 0, 0, '', true, true, now(), n,
       CASE WHEN n % 500 = 0 THEN 'token' WHEN n % 301 = 0 THEN 'session' WHEN n % 2 = 0 THEN 'schedule' END,
       CASE WHEN n % 500 = 0 THEN 't' || n % 3 WHEN n % 301 = 0 THEN 'u1' END,
       CASE WHEN n % 500 = 0 THEN 'ci' WHEN n % 301 = 0 THEN 'otto' WHEN n % 2 = 0 THEN 'Nightly' END
     FROM generate_series(1, $2) n`,
    [new Date(start), made],
  );
  await database.query('ANALYZE');
});

afterAll(() => database.destroy());

const everywhere = remaining([], null, 'newest') as KeysetRange;
const at = (days: number): Date => new Date(start + days * day);
const filters: readonly RunFilter[] = [
  { statuses: ['error'] },
  { statuses: ['error', 'completed'], levels: ['Full'] },
  { pools: ['Rare'] },
  { pools: ['Pool1', ''] },
  { statuses: ['running'] },
  { statuses: ['completed', 'error', 'completed'] },
  { levels: ['Full', 'VirtualFull'] },
  { types: ['Restore'] },
  { pools: Array.from({ length: 12 }, (_, n) => `Pool${n}`) },
  { since: at(30), until: at(90), statuses: ['error'] },
  { since: at(30), until: at(90), levels: ['Full'], statuses: ['error'] },
  { acknowledged: false, statuses: ['error', 'completed'] },
  { clients: ['client7', 'client8'] },
  { jobs: ['Backup7'], types: ['Restore'] },
  { jobs: ['Backup7', 'Backup8', 'Backup7'] },
  { clients: Array.from({ length: 150 }, (_, n) => `client${n}`) },
  { clients: ['client9', 'client30'], levels: ['Incremental', 'Full'], types: ['Backup', 'Restore'] },
  { jobs: ['Backup50'], clients: ['client150'], statuses: ['error'] },
  { since: at(3.3), until: at(5.7) },
  { since: at(10.01), until: at(10.02), levels: ['Incremental'] },
  { until: at(20.5), statuses: ['error'], clients: ['client33', 'client66'] },
  { since: at(9_000) },
  { acknowledged: false, statuses: ['error'] },
  { acknowledged: true },
  { trigger: { kind: 'token' } },
  { trigger: { kind: 'schedule' }, statuses: ['error'], since: at(30), until: at(90) },
  { trigger: { kind: 'unknown' }, levels: ['Full'] },
  { trigger: { kind: 'unknown' } },
  { trigger: { id: 't1' } },
  { trigger: { id: 't1', kind: 'session' } },
  { trigger: { id: 't1', name: 'ci' } },
  { trigger: { id: 't1', name: 'otto' } },
  { trigger: { name: 'otto' }, jobs: ['Backup1', 'Backup2', 'Backup3'] },
  { trigger: { name: 'Nightly', kind: 'schedule' }, clients: ['client8'], types: ['Backup'] },
  { trigger: { name: 'nobody' }, acknowledged: false },
];

const one = (word: string | undefined): string[] | undefined => (word === undefined ? undefined : [word]);

function naive(filter: RunFilter): Promise<{ id: number }[]> {
  const words = (column: string, given: readonly string[] | undefined): string =>
    given ? `AND ${column} IN (${given.map((word) => `'${word}'`).join(', ')})` : '';
  return database.query(
    `SELECT job_id AS id FROM run WHERE ($1::timestamptz IS NULL OR queued_at >= $1) AND ($2::timestamptz IS NULL OR queued_at < $2)
     ${words('status', filter.statuses)} ${words('level', filter.levels)} ${words('pool', filter.pools)} ${words('type', filter.types)}
     ${words('client', filter.clients)} ${words('job', filter.jobs)} ${words('trigger_id', one(filter.trigger?.id))}
     ${words("coalesce(trigger_kind, 'unknown')", one(filter.trigger?.kind))} ${words('trigger_name', one(filter.trigger?.name))} ${filter.acknowledged === true ? 'AND false' : ''}
     ORDER BY generation DESC, job_id DESC`,
    [filter.since ?? null, filter.until ?? null],
  );
}

async function listed(filter: RunFilter, sort: RunHistoryQuery['sort']): Promise<number[]> {
  const found: number[] = [];
  let after: RunHistoryQuery['after'] = null;
  for (;;) {
    const page = await runs.list({ director: 'here', filter, sort, limit: 173, after, downTo: null });
    found.push(...page.map(({ jobId }) => jobId));
    const last = page.at(-1);
    if (!last || page.length < 173) return found;
    after = { generation: last.generation, jobId: last.jobId };
  }
}

describe.each(filters)('the list by %j', (filter) => {
  test('has the rows of a plain look at all of them, in both orders, and counts them', async () => {
    const wanted = (await naive(filter)).map(({ id }) => id);
    expect(await listed(filter, 'newest')).toEqual(wanted);
    expect(await listed(filter, 'oldest')).toEqual([...wanted].reverse());
    expect(await runs.count('here', filter)).toEqual({
      value: Math.min(wanted.length, 10_000),
      exact: wanted.length <= 10_000,
    });
  });
});

test('the runs of clients with very many series are all listed and counted', async () => {
  await database.query(
    `INSERT INTO run (director, unique_name, generation, job_id, job, type, level, client, status, status_code, queued_at,
       files, bytes, errors, comment, ended, reads_client, first_seen_at, changed)
     SELECT 'wide', 'run.' || n, 1, n, 'Backup' || n, 'Backup', 'Full', 'client', 'completed', 'T', $1, 0, 0, 0, '', true, true, now(), n
     FROM generate_series(1, 5200) n`,
    [new Date(start)],
  );
  const filter = { clients: ['client'] };
  const ids = new Set<number>();
  for (const sort of ['newest', 'oldest'] as const) {
    const question = { director: 'wide', filter, sort, limit: 2_600, after: null, downTo: null };
    for (const { jobId } of await runs.list(question)) ids.add(jobId);
  }
  expect(ids.size).toBe(5_200);
  expect(await runs.count('wide', filter)).toEqual({ value: 5_200, exact: true });
});

const question = { director: 'here', filter: {}, sort: 'newest', limit: 51, after: null, downTo: null } as const;

/** Planned for these values and for any, as a connection plans what it has prepared. The most of both. */
async function rowsOf(keys: KeySet): Promise<number> {
  const { text, values } = pageByKeys(question, everywhere, keys);
  const runner = database.createQueryRunner();
  const read: number[] = [];
  try {
    await runner.query(`PREPARE page AS ${text}`);
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await runner.query(`SET plan_cache_mode = ${mode}`);
      const [row] = (await runner.query(
        `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE page(${values.map(literalOf).join(', ')})`,
      )) as { 'QUERY PLAN': [{ Plan: PlanNode }] }[];
      read.push(rowsRead(row!['QUERY PLAN'][0].Plan));
    }
  } finally {
    await runner.query('RESET plan_cache_mode; DEALLOCATE page');
    await runner.release();
  }
  return Math.max(...read);
}

function literalOf(value: unknown): string {
  return Array.isArray(value) ? `'{${value.join(',')}}'` : `'${String(value)}'`;
}

async function keysOf(filter: RunFilter, of: 'kind' | 'series'): Promise<string[]> {
  const wanted = matchingKeys('here', filter, of, 5_000);
  const rows: { hashtextextended: string }[] = await database.query(wanted.text, [...wanted.values]);
  return rows.map((row) => row.hashtextextended);
}

test.each<KeySet>([
  { of: 'client', keys: ['client7', 'client8'] },
  { of: 'trigger_kind', keys: ['token'] },
  { of: 'trigger_id', keys: ['u1'] },
  { of: 'trigger_name', keys: ['nobody'] },
])('a page by $of $keys reads its own rows, and one more of each list', async (keys) => {
  expect(await rowsOf(keys)).toBeLessThanOrEqual(51 + keys.keys.length);
});

test.each<[RunFilter, 'kind' | 'series']>([
  [{ statuses: ['error'] }, 'kind'],
  [{ clients: ['client7'] }, 'series'],
])('a page by the few keys of %j reads its own rows, and one more of each list', async (filter, of) => {
  const keys = await keysOf(filter, of);
  expect(keys.length).toBeGreaterThan(2);
  expect(await rowsOf({ of, keys })).toBeLessThanOrEqual(51 + keys.length);
});

test.each<[RunFilter, 'kind' | 'series']>([
  [{ types: ['Backup'] }, 'kind'],
  [{ levels: ['Full'] }, 'series'],
])('a page by the many keys of %j reads no more rows than pages of them have', async (filter, of) => {
  const keys = await keysOf(filter, of);
  expect(keys.length).toBeGreaterThan(16);
  // Four pages to find its end, and the page itself with what lies before that end.
  expect(await rowsOf({ of, keys })).toBeLessThanOrEqual(keys.length + 6 * 51);
});

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

function rowsRead(node: PlanNode): number {
  const own =
    node['Relation Name'] === 'run'
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0;
  return own + (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);
}

test('a page brings what was acknowledged and found far from usual of each of its runs', async () => {
  await database.query(`INSERT INTO run_acknowledgement (director, unique_name, note, by_kind, by_name, at)
    SELECT 'here', 'run.' || n, 'Known.', 'session', 'admin', '2026-05-01T10:00:00Z' FROM unnest(ARRAY[19998, 19999]) n`);
  await database.query(`INSERT INTO run_outlier (director, unique_name, kind, usual, value, at)
    VALUES ('here', 'run.20000', 'slow', 60, 600, now()), ('here', 'run.20000', 'small', 10, 1, now())`);
  const marks = async (filter: RunFilter): Promise<unknown[]> => {
    const page = await runs.list({ director: 'here', filter, sort: 'newest', limit: 3, after: null, downTo: null });
    return page.map((run) => [run.jobId, { outliers: run.outliers, acknowledgement: run.acknowledgement }]);
  };
  const acknowledgement = {
    note: 'Known.',
    by: { kind: 'session', id: null, name: 'admin' },
    at: '2026-05-01T10:00:00.000Z',
    until: null,
  };
  const outliers = [
    { kind: 'slow', usual: 60, value: 600 },
    { kind: 'small', usual: 10, value: 1 },
  ];
  const nothing = { outliers: [], acknowledgement: null };
  // 19998 ended badly, 19999 did not: only the former can be acknowledged.
  const wanted = [
    [20_000, { outliers, acknowledgement: null }],
    [19_999, nothing],
    [19_998, { outliers: [], acknowledgement }],
  ];
  expect(await marks({})).toEqual(wanted);
  expect(await marks({ statuses: ['completed', 'error'] })).toEqual(wanted);
  await database.query('DELETE FROM run_outlier');
  expect(await marks({ statuses: ['error'], acknowledged: true })).toEqual([wanted[2]]);
  await database.query('DELETE FROM run_acknowledgement');
});

test('a count of a day reads no more runs than the day has', async () => {
  const filter = { since: at(50), until: at(51) };
  const range = { low: { generation: 1, jobId: 7_200 }, high: { generation: 1, jobId: 7_343 } };
  const question = { director: 'here', filter, sort: 'newest', limit: 10_001, after: null, downTo: null } as const;
  const { text, values } = countByWalk(question, range);
  const [row]: { 'QUERY PLAN': [{ Plan: PlanNode }] }[] = await database.query(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    [...values],
  );
  expect(rowsRead(row!['QUERY PLAN'][0].Plan)).toBeLessThanOrEqual(144);
});
