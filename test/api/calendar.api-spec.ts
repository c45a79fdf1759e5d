import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { type PlannedRun } from '../../src/domain/job.js';
import { ScheduleMonitor } from '../../src/features/stats/schedule-monitor/schedule-monitor.service.js';
import { ExpectedStarts } from '../../src/features/stats/schedule-monitor/expected-starts.repository.js';
import { makeJob, makeRun } from '../harness/builders/domain-records.js';
import { type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';

/** The clock of the fixture stands at 20 November 2026, 21:00 UTC, a Friday. */
const at = (text: string): Date => new Date(`2026-11-${text}:00Z`);
const week = 'since=2026-11-16T00:00:00Z&until=2026-11-23T00:00:00Z';

interface Entry {
  readonly at: string;
  readonly state: string;
  readonly plannedAt: string | null;
  readonly delaySeconds: number | null;
  readonly job: string;
  readonly director: string;
  readonly level: string | null;
  readonly run: { readonly jobId: number } | null;
}

interface Calendar {
  readonly items: readonly Entry[];
  readonly nextCursor: string | null;
  readonly total?: { readonly value: number; readonly exact: boolean };
  readonly known?: readonly { readonly director: string; readonly from: string; readonly until: string }[];
}

let fake: FakeApp;
let database: DataSource;
let plans: ExpectedStarts;

beforeAll(async () => {
  fake = await startFakeApp();
  database = fake.app.database;
  // What is planned is what the tests note.
  await fake.app.get(ScheduleMonitor).beforeApplicationShutdown();
  plans = fake.app.get(ExpectedStarts);
});
afterAll(() => fake.app.stop());

beforeEach(async () => {
  await database.query('TRUNCATE planned_start, schedule_monitor_state');
  fake.one.starts = [];
  fake.one.tellsPlan = true;
});

function start(time: string, job = 'BackupHome', director = 'one'): PlannedRun {
  return { ...makeJob({ name: job, director }), job, schedule: 'Nightly', at: at(time) };
}

async function calendar(query = week): Promise<Calendar> {
  const answer = await fake.readonly.get(`/operations/calendar?${query}`);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body as unknown as Calendar;
}

/** All entries, page by page. */
async function paged(query: string, limit: number): Promise<readonly Entry[]> {
  const rows: Entry[] = [];
  let cursor = '';
  do {
    const page = await calendar(`${query}&limit=${limit}${cursor}`);
    expect(page.items.length).toBeLessThanOrEqual(limit);
    rows.push(...page.items);
    cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
  } while (cursor !== '');
  return rows;
}

const told = ({ at: time, job, state, run }: Entry): string =>
  `${time.slice(8, 16)} ${job} ${state}${run ? ` ${run.jobId}` : ''}`;

function addRuns(): void {
  const queued = (jobId: number, time: string, more: object = {}) =>
    makeRun({ jobId, queuedAt: at(time), scheduledAt: at(time), startedAt: at(time), endedAt: at(time), ...more });
  fake.one.records.runs.push(
    queued(1, '17T21:00'),
    queued(2, '17T21:40'),
    queued(3, '18T21:20', { status: 'error', statusCode: 'f', errors: 1 }),
    queued(4, '19T09:00', { job: 'Other', comment: 'schedule:Nightly' }),
    queued(5, '20T20:30', { job: 'Odd', status: 'running', statusCode: 'R', endedAt: null }),
  );
  fake.two.records.runs.push(queued(1, '18T21:20', { director: 'two' }));
}

describe('GET /operations/calendar', () => {
  test('lays planned starts beside their runs, and tells missed, late and coming ones', async () => {
    addRuns();
    await plans.keep({
      director: 'one',
      from: at('17T12:00'),
      until: at('21T12:00'),
      starts: [
        start('17T21:00'),
        start('18T21:00'),
        start('19T21:00'),
        start('20T20:30', 'Odd'),
        start('20T20:40', 'Late'),
      ],
    });
    fake.one.starts = [start('20T21:30', 'Soon'), start('22T21:00'), start('23T21:00', 'Beyond')];
    await fake.readonly.get('/operations/runs');
    await database.query(`UPDATE run_sync_state SET read_at = '2026-11-20T20:59:00Z' WHERE director = 'one'`);
    await plans.settle('one', at('20T21:00'));
    const { items, nextCursor, known } = await calendar();
    expect(items.map(told)).toEqual([
      '17T21:00 BackupHome completed 1',
      '17T21:40 BackupHome completed 2',
      '18T21:20 BackupHome error 3',
      '19T09:00 Other completed 4',
      '19T21:00 BackupHome missed',
      '20T20:30 Odd running 5',
      '20T20:40 Late late',
      '20T21:30 Soon planned',
      '22T21:00 BackupHome planned',
    ]);
    expect(nextCursor).toBeNull();
    expect(items.map(({ plannedAt }) => plannedAt?.slice(8, 16) ?? null)).toEqual([
      '17T21:00',
      null,
      '18T21:00',
      '19T09:00',
      '19T21:00',
      '20T20:30',
      '20T20:40',
      '20T21:30',
      '22T21:00',
    ]);
    expect(items.map(({ delaySeconds }) => delaySeconds)).toEqual([0, null, 1200, 0, null, 0, null, null, null]);
    expect(known).toEqual([{ director: 'one', from: '2026-11-17T12:00:00.000Z', until: '2026-11-23T00:00:00.000Z' }]);
  });

  test('is this week from Monday on without a span, and pages all Directors without loss', async () => {
    await plans.keep({
      director: 'one',
      from: at('17T12:00'),
      until: at('21T12:00'),
      starts: ['a', 'b', 'c'].map((job) => start('18T21:20', job)),
    });
    await database.query('UPDATE planned_start SET missed = true');
    fake.one.starts = [start('21T21:00', 'x'), start('21T21:00', 'y')];
    const whole = await calendar('director=*&limit=500&count=true');
    expect(whole.items).toHaveLength(11);
    expect(whole.total).toEqual({ value: 11, exact: true });
    for (const limit of [1, 2, 4]) expect(await paged('director=*', limit)).toEqual(whole.items);
  });

  test('pages the entries of a few jobs and clients like all', async () => {
    for (const filter of ['job=BackupHome,Other,Odd', 'client=laptop']) {
      const whole = await calendar(`${week}&${filter}&limit=500`);
      expect(whole.items.length).toBeGreaterThan(2);
      for (const limit of [1, 2]) expect(await paged(`${week}&${filter}`, limit)).toEqual(whole.items);
    }
  });

  test('filters by job and client', async () => {
    fake.one.starts = [start('21T21:00', 'x'), start('21T22:00', 'Other')];
    expect((await calendar(`${week}&job=Other,x`)).items.map(told)).toEqual([
      '19T09:00 Other completed 4',
      '21T21:00 x planned',
      '21T22:00 Other planned',
    ]);
    expect((await calendar(`${week}&client=none`)).items).toEqual([]);
  });

  test('shows what was noted of the next day while the Director does not tell its plan', async () => {
    await plans.keep({
      director: 'one',
      from: at('20T12:00'),
      until: at('21T14:00'),
      starts: [start('21T13:00', 'Noted')],
    });
    fake.one.tellsPlan = false;
    const { items, known } = await calendar(`${week}&job=Noted`);
    expect(items.map(told)).toEqual(['21T13:00 Noted planned']);
    expect(known).toEqual([{ director: 'one', from: '2026-11-20T12:00:00.000Z', until: '2026-11-21T14:00:00.000Z' }]);
  });

  test('shows a run with a start time at that time, not when it was requested', async () => {
    const deferred = (jobId: number, requested: string, time: string, more: object = {}) =>
      makeRun({ jobId, job: 'Deferred', queuedAt: at(requested), scheduledAt: at(time), startedAt: at(time), ...more });
    const waiting = { status: 'queued', statusCode: 'C', startedAt: null, endedAt: null };
    fake.one.records.runs.push(
      deferred(30, '14T10:00', '18T21:20'),
      deferred(31, '17T10:00', '22T03:00', waiting),
      deferred(32, '20T10:00', '23T03:00', waiting),
    );
    const wanted = ['18T21:20 Deferred completed 30', '22T03:00 Deferred queued 31'];
    expect((await calendar(`${week}&job=Deferred`)).items.map(told)).toEqual(wanted);
    const whole = await calendar(`${week}&limit=500`);
    expect(whole.items.filter(({ job }) => job === 'Deferred').map(told)).toEqual(wanted);
    expect(whole.items.map((entry) => entry.at)).toEqual(whole.items.map((entry) => entry.at).sort());
    for (const limit of [1, 2]) {
      expect(await paged(week, limit)).toEqual(whole.items);
      expect((await paged(`${week}&job=Deferred`, limit)).map(told)).toEqual(wanted);
    }
  });

  test('shows a run that came a little early once', async () => {
    fake.one.records.runs.push(
      makeRun({
        jobId: 9,
        job: 'Early',
        queuedAt: at('20T20:58'),
        scheduledAt: at('20T20:58'),
        startedAt: at('20T20:58'),
      }),
    );
    await plans.keep({
      director: 'one',
      from: at('20T12:00'),
      until: at('21T14:00'),
      starts: [start('20T21:05', 'Early')],
    });
    fake.one.starts = [start('20T21:05', 'Early')];
    const { items } = await calendar(`${week}&job=Early`);
    expect(items.map(told)).toEqual(['20T20:58 Early completed 9']);
    expect(items[0]?.plannedAt).toBe('2026-11-20T21:05:00.000Z');
  });
});
