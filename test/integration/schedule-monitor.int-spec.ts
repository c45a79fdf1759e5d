import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { lastDays } from '../../src/features/stats/day-range.js';
import { type PlannedRun } from '../../src/domain/job.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { DaysRepository, type KnownOnDays } from '../../src/features/stats/days/days.repository.js';
import { ExpectedStarts } from '../../src/features/stats/schedule-monitor/expected-starts.repository.js';
import { FakeClock } from '../harness/fakes/fake-clock.js';
import { eventRecorderOn, partsSettings } from '../harness/fixtures/condition-deps.js';
import { openConsoleDatabase } from '../harness/fixtures/console-database.js';
import { makeRun } from '../harness/builders/domain-records.js';
import { runRecordParts } from '../harness/fixtures/run-records.js';

let database: DataSource;
let plans: ExpectedStarts;
let days: DaysRepository;

beforeAll(async () => {
  database = await openConsoleDatabase();
  const unitOfWork = new UnitOfWork(database);
  plans = new ExpectedStarts(unitOfWork, eventRecorderOn(database, new FakeClock(), unitOfWork), partsSettings);
  days = new DaysRepository(database);
});
beforeEach(() =>
  database.query('TRUNCATE planned_start, schedule_monitor_state, run_sync_state, run, client_silence, event'),
);
afterAll(() => database.destroy());

const at = (text: string): Date => new Date(`2026-11-${text}:00Z`);

function planned(start: string, job = 'BackupHome', client = 'laptop'): PlannedRun {
  const rest = { type: 'Backup', level: 'Full', fileset: 'Home', schedule: 'Nightly', pool: 'Default', priority: 10 };
  return { at: at(start), job, client, director: 'one', ...rest };
}

/** The record of runs was read through at that time. */
async function readAt(time: string): Promise<void> {
  await database.query(
    `INSERT INTO run_sync_state (director, generation, generation_from, mark, filled_from, read_at) VALUES ('one', 1, 1, 9, 0, $1)
     ON CONFLICT (director) DO UPDATE SET read_at = excluded.read_at`,
    [at(time)],
  );
}

/** The last seven days of the one client in use. */
async function daysAt(now: Date): Promise<KnownOnDays> {
  await database.query(`INSERT INTO client_silence (director, client, status, since, first_seen_at, enabled, evaluated, warn_seconds, crit_seconds, revision)
    VALUES ('one', 'laptop', 'ok', now(), now(), true, true, 1, 2, 1)`);
  return days.read(
    'client',
    lastDays(7, now),
    undefined,
    { director: 'one', name: null, isIncluded: false, limit: 10 },
    now,
  );
}

async function starts(): Promise<string[]> {
  const rows = await database.query<{ at: Date; missed: boolean; unique_name: string | null }[]>(
    'SELECT at, missed, unique_name FROM planned_start ORDER BY at',
  );
  const became = (row: { missed: boolean; unique_name: string | null }): string =>
    row.missed ? ' missed' : row.unique_name === null ? '' : ` met by ${row.unique_name}`;
  return rows.map((row) => `${row.at.toISOString().slice(8, 16)}${became(row)}`);
}

const plan = (from: string, until: string, ...read: PlannedRun[]) =>
  plans.keep({ director: 'one', from: at(from), until: at(until), starts: read });

describe('a planned start', () => {
  test('of which no run came is missed, an hour after it', async () => {
    await plan('20T12:00', '21T12:00', planned('20T21:00'));
    await readAt('21T12:00');
    await plans.settle('one', at('20T22:00'));
    expect(await starts()).toEqual(['20T21:00']);
    await plans.settle('one', at('20T22:01'));
    expect(await starts()).toEqual(['20T21:00 missed']);
    const now = at('22T12:00');
    const { missed } = await daysAt(now);
    expect(missed).toEqual([{ name: 'laptop', day: '2026-11-20', count: 1 }]);
  });

  test.each([
    ['at its time', '20T21:00', 'met by BackupHome.2026-11-20_21.00.00_7'],
    ['within the hour', '20T21:59', 'met by BackupHome.2026-11-20_21.00.00_7'],
    ['a little early', '20T20:55', 'met by BackupHome.2026-11-20_21.00.00_7'],
    ['too early', '20T20:30', 'missed'],
    ['too late', '20T22:01', 'missed'],
  ])('of a run that began %s is kept with what became of it', async (_what, queued, became) => {
    const { writes } = runRecordParts(database);
    await plan('20T12:00', '21T12:00', planned('20T21:00'));
    const run = makeRun({ queuedAt: at(queued), scheduledAt: null, status: 'error', statusCode: 'f' });
    await writes.take({
      director: 'one',
      runs: [run, makeRun({ jobId: 8, job: 'Other', queuedAt: at('20T21:00') })],
      newest: 8,
    });
    await readAt('20T23:00');
    await plans.settle('one', at('20T23:00'));
    expect(await starts()).toEqual([`20T21:00 ${became}`]);
    const now = at('22T12:00');
    const { pending } = await daysAt(now);
    expect(pending).toEqual([]);
    await plans.settle('one', at('20T23:30'));
    expect(await starts()).toEqual([`20T21:00 ${became}`]);
  });

  test('of several runs names the nearest', async () => {
    const { writes } = runRecordParts(database);
    await plan('20T12:00', '21T12:00', planned('20T21:00'));
    const runs = [
      makeRun({ jobId: 6, queuedAt: at('20T20:52'), scheduledAt: null }),
      makeRun({ jobId: 7, queuedAt: at('20T21:01'), scheduledAt: null }),
      makeRun({ jobId: 8, queuedAt: at('20T21:40'), scheduledAt: null }),
    ];
    await writes.take({ director: 'one', runs, newest: 8 });
    await readAt('20T23:00');
    await plans.settle('one', at('20T23:00'));
    expect(await starts()).toEqual(['20T21:00 met by BackupHome.2026-11-20_21.00.00_7']);
  });

  test('is not called missed while the record of runs is behind', async () => {
    await plan('20T12:00', '21T12:00', planned('20T21:00'));
    await readAt('20T21:30');
    await plans.settle('one', at('21T12:00'));
    expect(await starts()).toEqual(['20T21:00']);
  });

  test('that is taken out of the schedule before its time is forgotten', async () => {
    await plan('20T12:00', '21T12:00', planned('20T21:00'), planned('20T22:00'));
    await plan('20T20:00', '21T20:00', planned('20T22:00'));
    expect(await starts()).toEqual(['20T22:00']);
    await plan('20T21:30', '21T20:00', planned('20T22:00'), planned('21T19:00'));
    expect(await starts()).toEqual(['20T22:00', '21T19:00']);
  });
});

test('a day is known only where its plan was watched from its beginning to its end, today until now', async () => {
  await plan('17T06:00', '18T08:00');
  await plan('18T07:00', '19T09:00');
  await plan('19T08:00', '20T10:00');
  // Nobody looked for two days.
  await plan('21T20:00', '22T22:00');
  await plan('22T20:00', '23T22:00');
  const now = at('22T21:00');
  const { watched } = await daysAt(now);
  expect([...watched].sort()).toEqual(['2026-11-18', '2026-11-19', '2026-11-22']);
});

test('a job that its Director lists has days though it never ran, with the starts that it missed', async () => {
  // Those of other tests stay where their runs went.
  await database.query('TRUNCATE job_protection, run_client_day');
  await database.query(`INSERT INTO job_protection (director, job, client, fileset, in_schedule, first_seen_at, told_status,
    told_warn_seconds, told_crit_seconds, revision) SELECT 'one', 'BackupHome', client, 'Home', true, now(), 'ok', 1, 2, 1
    FROM unnest(ARRAY['laptop', 'desk']) client`);
  await database.query(
    `INSERT INTO planned_start (director, at, job, client, missed)
    VALUES ('one', $1, 'BackupHome', 'laptop', true)`,
    [at('20T21:00')],
  );
  const from = { director: 'one', name: null, isIncluded: false, limit: 10 };
  const span = lastDays(7, at('21T12:00'));
  const { names, missed } = await days.read('job', span, undefined, from, at('21T12:00'));
  expect(names).toEqual([{ name: 'BackupHome', director: 'one', ended: [] }]);
  expect(missed).toEqual([{ name: 'BackupHome', day: '2026-11-20', count: 1 }]);
  expect(await days.count('job', span, ['BackupHome', 'none'], 'one')).toBe(1);
  await database.query('TRUNCATE job_protection');
});
