import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { dayText, lastDays, spanBefore } from '../../src/domain/day-span.js';
import { type Run, type RunStatus } from '../../src/domain/run.js';
import { createLog } from '../../src/platform/logging/log.js';
import { type RunWrites } from '../../src/runs/record/run-writes.repository.js';
import {
  type ClientPlace,
  type ClientQuestion,
  ClientRankings,
} from '../../src/stats/clients/client-rankings.repository.js';
import {
  type ClientSums as SumsOfClient,
  ClientStatisticsRepository,
} from '../../src/stats/clients/client-statistics.repository.js';
import { ClientSums } from '../../src/stats/rollups/client-sums.repository.js';
import { ClientSumsKeeper } from '../../src/stats/rollups/client-sums-keeper.service.js';
import { clientOrders } from '../../src/stats/statistics-query.dto.js';
import { openConsoleDatabase } from '../support/console-database.js';
import { FakeClock } from '../support/fake-clock.js';
import { makeRun } from '../support/makers.js';
import { numbers } from '../support/numbers.js';
import { runRecordParts } from '../support/run-records.js';

const dayMs = 86_400_000;
const today = Math.floor(Date.now() / dayMs) * dayMs;
const directors = ['one', 'two'];
const spans = { week: 7, month: 30, quarter: 90 };

let database: DataSource;
let writes: RunWrites;
let repository: ClientStatisticsRepository;

beforeAll(async () => {
  database = await openConsoleDatabase();
  ({ writes } = runRecordParts(database));
  repository = new ClientStatisticsRepository(database, new ClientRankings(database));
});
afterAll(() => database.destroy());

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
    ...{ jobId, uniqueName: `run.${jobId}`, director: 'one', job: `Job${pick(3)}`, status },
    ...{ client: pick(9) === 0 ? null : `client-${pick(12)}`, type: pick(5) === 0 ? 'Restore' : 'Backup' },
    ...{ statusCode: letters[status as keyof typeof letters], queuedAt, startedAt: queuedAt },
    endedAt: status === 'running' ? null : queuedAt,
    ...{ files: pick(4), bytes: pick(5) * 100 },
  });
}

/** What is kept, and the same made anew from the record; clients of no runs left out. */
async function keptAndMade(): Promise<[unknown, unknown]> {
  const sums = Object.entries(spans).flatMap(([span, days]) => {
    const now = `day > at - ${days}`;
    const before = `day > at - ${2 * days} AND day <= at - ${days}`;
    return [
      ...['completed', 'warning', 'error', 'canceled'].map((status) => [`${span}_${status}`, 1, `${now} AND status = '${status}'`]),
      [`${span}_files`, 'files', now],
      [`${span}_bytes`, 'bytes', now],
      [`${span}_runs_before`, 1, before],
      [`${span}_bytes_before`, 'bytes', before],
    ] as const; // prettier-ignore
  });
  const columns = sums.map(([name]) => `${name}::float8 AS ${name}`).join(', ');
  const kept: unknown = await database.query(
    `SELECT director, client, type, ${columns} FROM run_client_sum
     WHERE quarter_completed + quarter_warning + quarter_error + quarter_canceled + quarter_runs_before > 0 ORDER BY 1, 2, 3`,
  );
  const made: unknown = await database.query(
    `SELECT director, client, type, ${sums.map(([name, figure, where]) => `COALESCE(sum(${figure}) FILTER (WHERE ${where}), 0)::float8 AS ${name}`).join(', ')}
     FROM (SELECT director, client COLLATE "C" AS client, type COLLATE "C" AS type, status, files, bytes, d.day AS at,
         (queued_at AT TIME ZONE 'UTC')::date AS day
       FROM run JOIN run_client_sum_day d USING (director) WHERE ended AND client IS NOT NULL) r
     WHERE day > at - 180 AND day <= at GROUP BY director, client, type ORDER BY 1, 2, 3`,
  );
  return [kept, made];
}

async function change(pick: (below: number) => number): Promise<void> {
  const runs = Array.from({ length: 1 + pick(20) }, () => randomRun(pick));
  const director = directors[pick(2)]!;
  const ids = [runs[0]!.jobId];
  const deed = pick(10);
  if (deed === 0) await writes.markLost(director, runs);
  else if (deed === 1) await database.query('DELETE FROM run WHERE job_id = ANY ($1)', [ids]);
  else if (deed === 2) await database.query("UPDATE run SET queued_at = queued_at + interval '23 days' WHERE job_id < $1", ids);
  else if (deed === 3) await database.query('UPDATE run SET ended = NOT ended, client = NULL WHERE job_id = $1', ids);
  else if (deed === 4) await database.query('SELECT move_client_sums($1, $2)', [director, dayText(today + (pick(40) - 20) * dayMs)]);
  else await writes.take({ director, runs: runs.map((run) => ({ ...run, director })), newest: deed === 5 ? pick(60) : null });
} // prettier-ignore

test.each([1, 2, 3, 4])('the sums of clients are those of the record after any history and any days (seed %d)', async (seed) => {
  const pick = numbers(seed);
  for (let step = 0; step < 40; step += 1) await change(pick);
  const [kept, made] = await keptAndMade();
  expect(kept).toEqual(made);
  expect((kept as unknown[]).length).toBeGreaterThan(10);
}); // prettier-ignore

async function keptDays(): Promise<string[]> {
  const rows: { day: string }[] = await database.query('SELECT day::text FROM run_client_sum_day ORDER BY director');
  return rows.map(({ day }) => day);
}

test('the sums come to the day that it is, from before it and from far after it', async () => {
  const keeper = new ClientSumsKeeper(
    new ClientSums(database),
    new FakeClock(new Date(today + dayMs - 1)),
    createLog('silent'),
  );
  for (const days of [-23, 50]) {
    for (const director of directors) {
      await database.query('SELECT move_client_sums($1, $2)', [director, dayText(today + days * dayMs)]);
    }
    await keeper.onTick();
    expect(await keptDays()).toEqual([dayText(today), dayText(today)]);
    const [kept, made] = await keptAndMade();
    expect(kept).toEqual(made);
  }
  await database.query('SELECT move_client_sums($1, $2)', ['one', dayText(today + dayMs)]);
  await keeper.onTick();
  expect(await keptDays()).toEqual([dayText(today + dayMs), dayText(today)]);
  await database.query('SELECT move_client_sums($1, $2)', ['one', dayText(today)]);
});

async function pages(question: ClientQuestion, size: number): Promise<SumsOfClient[]> {
  const found: SumsOfClient[] = [];
  let after: ClientPlace | null = null;
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

test('sums that stand at another day are not answered from', async () => {
  const span = lastDays(30, new Date(today));
  const question = {
    ...{ directors, span, before: spanBefore(span), types: ['Backup'], clients: undefined },
    order: 'bytes',
  } as const;
  const known = await pages(question, 10);
  await database.query('SELECT move_client_sums($1, $2)', ['two', dayText(today - dayMs)]);
  expect(await new ClientRankings(database).clients(question, null, 10)).toBeNull();
  expect(await pages(question, 10)).toEqual(known);
});
