// Takes about a minute on an idle machine, and several on a busy one: twenty thousand runs come on record first.
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { RetainedBackups } from '../../src/features/monitoring/retained-backups.service.js';
import { makeJob, makeRun } from '../harness/builders/domain-records.js';
import { type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';
import { until } from '../harness/fixtures/until.js';

interface Page {
  readonly items: readonly { readonly name: string; readonly protection: { readonly status: string } }[];
  readonly nextCursor: string | null;
  readonly total?: { readonly value: number };
}

const jobs = 10_000;
/** Of each tenth job the Full is forgotten by the catalog: its Incremental brings nothing back alone. */
const isLost = (at: number): boolean => at % 10 === 0;
const at = (day: number): Date => new Date(Date.UTC(2026, 10, day, 3));

let fake: FakeApp;

beforeAll(async () => {
  fake = await startFakeApp();
  const { one } = fake;
  one.jobs.length = 0;
  for (let job = 0; job < jobs; job += 1) {
    const about = { job: `Job-${job}`, client: `client-${job % 5_000}`, fileset: `Set-${job}` };
    one.jobs.push(makeJob({ ...about, name: about.job }));
    for (const [place, level] of ['Full', 'Incremental'].entries()) {
      const time = at(19 + place);
      const jobId = 1 + job + place * jobs;
      const run = { ...about, jobId, uniqueName: `${about.job}.${jobId}`, level };
      one.records.runs.push(makeRun({ ...run, queuedAt: time, scheduledAt: time, startedAt: time, endedAt: time }));
    }
  }
  await until(async () => {
    await fake.readonly.get('/operations/runs?limit=1');
    const [row] = await fake.app.database.query<{ runs: number }[]>('SELECT count(*)::int AS runs FROM run');
    return row?.runs === 2 * jobs ? true : null;
  }, 300_000);
}, 400_000);
afterAll(() => fake.app.stop());

/** Told always: figures are worth knowing, and limits would fail on a busy machine. */
async function timed<T>(what: string, action: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await action();
  process.stderr.write(`${what}: ${Math.round(performance.now() - began)} ms\n`);
  return result;
}

async function page(query: string): Promise<Page> {
  const answer = await fake.readonly.get(`/operations/jobs?${query}`);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.body as unknown as Page;
}

test('ten thousand jobs are listed with their protection page by page, and found by it', async () => {
  // The first reader writes down what the Director lists.
  await timed('10,000 jobs, by protection, for the first time', () => page('protection=ok&limit=50'));
  const found = await timed('10,000 jobs, a page by protection', () => page('protection=ok&limit=50&count=true'));
  expect(found.items).toHaveLength(50);
  expect(found.total?.value).toBe(jobs);
  await timed('10,000 jobs, a page', () => page('limit=50'));
  const names = new Set<string>();
  let cursor = '';
  do {
    const { items, nextCursor } = await page(`limit=500${cursor}`);
    for (const { name, protection } of items) {
      names.add(name);
      expect(protection.status).toBe('ok');
    }
    cursor = nextCursor === null ? '' : `&cursor=${nextCursor}`;
  } while (cursor !== '');
  expect(names.size).toBe(jobs);
}, 120_000);

test('the catalog is asked once for the backups of all of them, and once more for those that are lost', async () => {
  const { catalog, records } = fake.one;
  const there = new Set(
    records.runs.filter(({ level }, place) => !(level === 'Full' && isLost(place / 2))).map(({ jobId }) => jobId),
  );
  const lostRuns = jest
    .spyOn(catalog.restore, 'lostRuns')
    .mockImplementation((_, runs) => Promise.resolve(runs.map(({ jobId }) => jobId).filter((id) => !there.has(id))));
  await timed('10,000 jobs, which backups are lost', () => fake.app.get(RetainedBackups).check('one'));
  expect(lostRuns.mock.calls.map(([, runs]) => runs.length)).toEqual([2 * jobs, (2 * jobs) / 10]);
  const { total } = await page('protection=crit&limit=1&count=true');
  expect(total?.value).toBe(jobs / 10);
}, 120_000);
