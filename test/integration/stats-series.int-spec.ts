import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { type Run, type RunStatus } from '../../src/domain/run.js';
import { JobStatisticsRepository } from '../../src/features/stats/jobs/job-statistics.repository.js';
import { StorageStatisticsRepository } from '../../src/features/stats/storage/storage-statistics.repository.js';
import { type TotalsQuery, totalsQueryOf } from '../../src/features/stats/statistics-query.dto.js';
import { openConsoleDatabase } from '../harness/fixtures/console-database.js';
import { makeRun } from '../harness/builders/domain-records.js';
import { numbers } from '../harness/builders/seeded-numbers.js';
import { runRecordParts } from '../harness/fixtures/run-records.js';

interface Point {
  readonly day: string;
  readonly level?: string;
  readonly status?: string;
  readonly runs: number;
  readonly files: number;
  readonly bytes: number;
}

const directors = ['one', 'two'];
const types = ['Backup', 'Copied', 'Restore'];
const pools = ['Daily', 'Monthly "old"\n', 'Zürich'];
const writing = ['Backup', 'Copied'];
/** The span is the last four days, of which the first saw no run; the one before reaches over the others. */
const now = new Date('2026-11-20T12:00:00Z');

let database: DataSource;
let runs: Run[];

beforeAll(async () => {
  database = await openConsoleDatabase();
  const { writes } = runRecordParts(database);
  const pick = numbers(7);
  runs = directors.flatMap((director) => Array.from({ length: 150 }, (_, at) => randomRun(director, at + 1, pick)));
  for (const director of directors) {
    await writes.take({ director, runs: runs.filter((run) => run.director === director), newest: 150 });
  }
});
afterAll(() => database.destroy());

function randomRun(director: string, jobId: number, pick: (below: number) => number): Run {
  const day = [13, 14, 15, 18, 19, 20][pick(6)]!;
  const queuedAt = new Date(Date.UTC(2026, 10, day, pick(24)));
  const status = (['completed', 'error', 'running'] as RunStatus[])[pick(3)]!;
  return makeRun({
    jobId,
    director,
    uniqueName: `run.${jobId}`,
    queuedAt,
    startedAt: queuedAt,
    status,
    statusCode: { completed: 'T', error: 'f', running: 'R' }[status as 'error'],
    endedAt: status === 'running' ? null : queuedAt,
    level: ['Full', 'Incremental'][pick(2)]!,
    type: types[pick(3)]!,
    pool: [...pools, null][pick(4)]!,
    files: pick(1_000),
    bytes: pick(9_000_000_000),
  });
}

function question(of: Partial<Pick<TotalsQuery, 'directors' | 'types'>>): TotalsQuery {
  const asked = totalsQueryOf([], { days: 4 }, now);
  return { ...asked, directors: ['one'], types: ['Backup'], ...of };
}

const dayOf = (run: Run): string => run.queuedAt.toISOString().slice(0, 10);
const sumOf = (own: readonly Run[], figure: 'files' | 'bytes'): number =>
  own.reduce((sum, run) => sum + run[figure], 0);

/** What the runs that ended come to by these names, in their order. */
function summed(own: readonly Run[], { span }: TotalsQuery, names: (run: Run) => object): Point[] {
  const within = own.filter((run) => run.endedAt !== null && dayOf(run) >= span.since && dayOf(run) < span.until);
  const groups = new Map<string, Run[]>();
  for (const run of within) {
    const key = JSON.stringify(names(run));
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, group]) => {
      const figures = { runs: group.length, files: sumOf(group, 'files'), bytes: sumOf(group, 'bytes') };
      return { ...(JSON.parse(key) as { day: string }), ...figures };
    });
}

describe('the series of runs', () => {
  test.each([
    ['one Director and type', question({})],
    ['several types', question({ types: ['Backup', 'Restore'] })],
    ['several Directors', question({ directors })],
    ['all', question({ directors, types })],
  ])('of %s is what the record comes to by day, level and outcome', async (_what, asked) => {
    const points = await new JobStatisticsRepository(database).series(asked);
    const own = runs.filter((run) => asked.directors.includes(run.director) && asked.types.includes(run.type));
    const right = summed(own, asked, (run) => ({ day: dayOf(run), level: run.level, status: run.status }));
    expect(points).toEqual(right);
    expect(new Set(points.map(({ day }) => day)).size).toBe(3);
  });

  test('of days without runs is empty', async () => {
    expect(await new JobStatisticsRepository(database).series(question({ directors: ['three'] }))).toEqual([]);
  });
});

describe('what was written into pools', () => {
  const from = { director: 'one', name: null, isIncluded: false, limit: 10 };

  function rightPools(asked: TotalsQuery): object[] {
    const own = runs.filter((run) => run.director === 'one' && asked.types.includes(run.type));
    return pools.map((name) => {
      const ofPool = own.filter((run) => run.pool === name);
      const days = summed(ofPool, asked, (run) => ({ day: dayOf(run) }));
      const before = summed(ofPool, { ...asked, span: asked.before }, (run) => ({ day: dayOf(run) }));
      const [bytes, bytesBefore] = [days, before].map((points) => points.reduce((sum, point) => sum + point.bytes, 0));
      return { name, director: 'one', bytes, bytesBefore, days };
    });
  }

  test.each([
    ['one type', ['Backup']],
    ['several types on one day', writing],
  ])('is, of %s, what the record comes to by day', async (_what, ofTypes) => {
    const asked = question({ types: ofTypes });
    const repository = new StorageStatisticsRepository(database);
    const right = rightPools(asked);
    expect(await repository.pools(asked, undefined, from)).toEqual(right);
    expect(await repository.pools(asked, [...pools, 'none'], from)).toEqual(right);
    expect(await repository.count(asked, undefined, 'one')).toBe(3);
    expect(await repository.count(asked, ['none', 'Daily'], 'one')).toBe(1);
  });

  test('is paged by name', async () => {
    const asked = question({ types: writing });
    const repository = new StorageStatisticsRepository(database);
    const named = async (place: object, chosen?: string[]): Promise<string[]> =>
      (await repository.pools(asked, chosen, { ...from, ...place })).map(({ name }) => name);
    expect(await named({ limit: 2 })).toEqual(pools.slice(0, 2));
    expect(await named({ name: pools[0] })).toEqual(pools.slice(1));
    expect(await named({ name: pools[0], isIncluded: true, limit: 1 })).toEqual(['Daily']);
    expect(await named({ name: pools[0] }, [pools[2]!, pools[0]!])).toEqual(['Zürich']);
  });

  test('leaves out a pool that only runs of other types wrote into, and tells of one that was written into before alone', async () => {
    const repository = new StorageStatisticsRepository(database);
    expect(await repository.pools(question({ types: ['Archive'] }), undefined, from)).toEqual([]);
    const later = { ...question({}), ...spansFrom('2026-11-22') };
    const found = await repository.pools(later, undefined, from);
    expect(found.map(({ days, bytes }) => [days, bytes])).toEqual(pools.map(() => [[], 0]));
    expect(found.every(({ bytesBefore }) => bytesBefore > 0)).toBe(true);
  });

  function spansFrom(since: string): Pick<TotalsQuery, 'span' | 'before'> {
    const { span, before } = totalsQueryOf([], { since: new Date(since), until: new Date('2026-11-26') }, now);
    return { span, before };
  }
});
