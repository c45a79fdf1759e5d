import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { dayText, lastDays, spanBefore } from '../../src/features/stats/day-range.js';
import { type Run, type RunStatus } from '../../src/domain/run.js';
import { createLog } from '../../src/platform/logging/log.js';
import { type RunWrites } from '../../src/features/runs/sync/run-writes.repository.js';
import {
  type ClientPosition,
  type ClientRankingQuery,
  ClientRankings,
} from '../../src/features/stats/clients/client-rankings.repository.js';
import {
  type ClientSums as SumsOfClient,
  ClientStatisticsRepository,
} from '../../src/features/stats/clients/client-statistics.repository.js';
import { RollingTotals, RollingTotalsJob } from '../../src/features/stats/rollups/rolling-totals.repository.js';
import {
  type ChosenJobs,
  JobStatisticsRepository,
  type JobSums as SumsOfJob,
} from '../../src/features/stats/jobs/job-statistics.repository.js';
import { type TotalsQuery, clientOrders } from '../../src/features/stats/statistics-query.dto.js';
import { type AskConsole } from '../harness/model/index-invariants.js';
import { openConsoleDatabase } from '../harness/fixtures/console-database.js';
import { FakeClock } from '../harness/fakes/fake-clock.js';
import { makeRun } from '../harness/builders/domain-records.js';
import { numbers } from '../harness/builders/seeded-numbers.js';
import { runRecordParts } from '../harness/fixtures/run-records.js';
import { spansKeptAndMade } from '../harness/model/recomputed-sums.js';

const dayMs = 86_400_000;
const today = Math.floor(Date.now() / dayMs) * dayMs;
const directors = ['one', 'two'];
const spans = { week: 7, month: 30, quarter: 90 };

let database: DataSource;
let writes: RunWrites;
let repository: ClientStatisticsRepository;
let jobRepository: JobStatisticsRepository;

beforeAll(async () => {
  database = await openConsoleDatabase();
  ({ writes } = runRecordParts(database));
  repository = new ClientStatisticsRepository(database, new ClientRankings(database));
  jobRepository = new JobStatisticsRepository(database);
});
afterAll(() => database.destroy());

const ask: AskConsole = (text, values = []) => database.query(text, [...values]);

/** Often at the edges of a span, before and after it. */
function randomDay(pick: (below: number) => number): number {
  const edge = [0, 7, 14, 30, 60, 90, 180][pick(7)]!;
  return today - (edge + pick(4) - 2) * dayMs;
}

function randomRun(pick: (below: number) => number): Run {
  const jobId = 1 + pick(120);
  const status = (['running', 'completed', 'completed', 'warning', 'error', 'canceled'] as RunStatus[])[pick(6)]!;
  const letters = { running: 'R', completed: 'T', warning: 'W', error: 'f', canceled: 'A' };
  const queuedAt = new Date(randomDay(pick) + pick(dayMs));
  return makeRun({
    jobId,
    uniqueName: `run.${jobId}`,
    director: 'one',
    job: `Job${pick(3)}`,
    status,
    client: pick(9) === 0 ? null : `client-${pick(12)}`,
    type: pick(5) === 0 ? 'Restore' : 'Backup',
    statusCode: letters[status as keyof typeof letters],
    queuedAt,
    startedAt: queuedAt,
    endedAt: status === 'running' ? null : new Date(queuedAt.getTime() + (pick(7200) - 60) * 500),
    files: pick(4),
    bytes: pick(5) * 100,
  });
}

async function expectSumsOfTheRecord(): Promise<void> {
  const [kept, made] = await spansKeptAndMade(ask);
  expect(kept).toEqual(made);
  expect(kept.length).toBeGreaterThan(3);
}

async function change(pick: (below: number) => number): Promise<void> {
  const runs = Array.from({ length: 1 + pick(20) }, () => randomRun(pick));
  const director = directors[pick(2)]!;
  const ids = [runs[0]!.jobId];
  const action = pick(10);
  if (action === 0) await writes.markLost(director, runs);
  else if (action === 1) await database.query('DELETE FROM run WHERE job_id = ANY ($1)', [ids]);
  else if (action === 2) await database.query("UPDATE run SET queued_at = queued_at + interval '23 days' WHERE job_id < $1", ids);
  else if (action === 3) await database.query('UPDATE run SET ended = NOT ended, client = NULL WHERE job_id = $1', ids);
  else if (action === 4) await database.query('SELECT move_sums($1, $2)', [director, dayText(today + (pick(40) - 20) * dayMs)]);
  else await writes.take({ director, runs: runs.map((run) => ({ ...run, director })), newest: action === 5 ? pick(60) : null });
} // prettier-ignore

test.each([1, 2, 3, 4])('the sums of clients are those of the record after any history and any days (seed %d)', async (seed) => {
  const pick = numbers(seed);
  for (let step = 0; step < 40; step += 1) await change(pick);
  await expectSumsOfTheRecord();
}); // prettier-ignore

async function keptDays(): Promise<string[]> {
  const rows: { day: string }[] = await database.query('SELECT day::text FROM run_sum_day ORDER BY director');
  return rows.map(({ day }) => day);
}

test('the sums come to the day that it is, from before it and from far after it', async () => {
  const keeper = new RollingTotalsJob(
    new RollingTotals(database),
    new FakeClock(new Date(today + dayMs - 1)),
    createLog('silent'),
  );
  for (const days of [-23, 50]) {
    for (const director of directors) {
      await database.query('SELECT move_sums($1, $2)', [director, dayText(today + days * dayMs)]);
    }
    await keeper.onTick();
    expect(await keptDays()).toEqual([dayText(today), dayText(today)]);
    await expectSumsOfTheRecord();
  }
  await database.query('SELECT move_sums($1, $2)', ['one', dayText(today + dayMs)]);
  await keeper.onTick();
  expect(await keptDays()).toEqual([dayText(today + dayMs), dayText(today)]);
  await database.query('SELECT move_sums($1, $2)', ['one', dayText(today)]);
});

async function pages(question: ClientRankingQuery, size: number): Promise<SumsOfClient[]> {
  const found: SumsOfClient[] = [];
  let after: ClientPosition | null = null;
  for (;;) {
    const page: SumsOfClient[] = await repository.clients(question, after, size);
    found.push(...page);
    const last = page.at(-1);
    if (page.length < size || !last) return found;
    after = [last.rank, last.client, last.director];
  }
}

test.each(clientOrders)('the kept order by %s is that of the days added up, whatever the pages', async (order) => {
  const rankings = new ClientRankings(database);
  for (const days of Object.values(spans)) {
    const span = lastDays(days, new Date(today));
    const question = { directors, span, before: spanBefore(span), types: ['Backup'], clients: undefined, order };
    expect(await rankings.clients(question, null, 1)).not.toBeNull();
    const summed = await repository.clients({ ...question, types: ['Backup', 'Backup'] }, null, 1000);
    expect(summed.length).toBeGreaterThan(5);
    for (const size of [1, 4, 1000]) expect(await pages(question, size)).toEqual(summed);
    expect(await repository.count(question)).toBe(summed.length);
  }
});

async function jobPages(question: TotalsQuery, jobs: ChosenJobs, size: number): Promise<SumsOfJob[]> {
  const found: SumsOfJob[] = [];
  let name: string | null = null;
  for (;;) {
    const from = { director: 'one', name, isIncluded: false, limit: size };
    const page: SumsOfJob[] = await jobRepository.jobs(question, jobs, from);
    found.push(...page);
    name = page.at(-1)?.name ?? null;
    if (page.length < size) return found;
  }
}

test('jobs are listed by name with their sums, whatever the pages', async () => {
  for (const days of Object.values(spans)) {
    const span = lastDays(days, new Date(today));
    const question = { directors: ['one'], span, before: spanBefore(span), types: ['Backup'] };
    const summed = await jobPages(question, undefined, 1000);
    expect(summed.length).toBe(3);
    expect(summed.some(({ lastRun, seconds }) => lastRun !== null && seconds > 0)).toBe(true);
    for (const size of [1, 2]) expect(await jobPages(question, undefined, size)).toEqual(summed);
    expect(await jobPages(question, ['Job2', 'Job0', 'Job2', 'none'], 1)).toEqual([summed[0], summed[2]]);
    expect(await jobRepository.jobs(question, undefined, { director: 'one', name: 'Job1', isIncluded: true, limit: 9 })).toEqual(summed.slice(1));
  }
}); // prettier-ignore

test('sums that stand at another day are not answered from', async () => {
  const span = lastDays(30, new Date(today));
  const question = {
    directors,
    span,
    before: spanBefore(span),
    types: ['Backup'],
    clients: undefined,
    order: 'bytes',
  } as const;
  const known = await pages(question, 10);
  await database.query('SELECT move_sums($1, $2)', ['two', dayText(today - dayMs)]);
  expect(await new ClientRankings(database).clients(question, null, 10)).toBeNull();
  expect(await pages(question, 10)).toEqual(known);
});
