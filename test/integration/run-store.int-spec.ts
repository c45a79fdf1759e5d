import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { BaculaCatalog } from '../../src/catalog/bacula-catalog.js';
import { type PageRequest } from '../../src/domain/pagination.js';
import { noteStarted } from '../../src/features/runs/requests/idempotent-run-requests.service.js';
import { fullScope } from '../../src/domain/principal.js';
import { type WaitingFor } from '../../src/domain/run.js';
import { UnitOfWork } from '../../src/database/unit-of-work.js';
import { UnchangedReadCache } from '../../src/features/runs/sync/director-sync.js';
import { WaitingRuns } from '../../src/features/runs/sync/waiting-runs.repository.js';
import { RecordFixture } from '../harness/fixtures/run-store-fixture.js';
import { until } from '../harness/fixtures/until.js';

let fixture: RecordFixture;

beforeEach(async () => {
  fixture = await RecordFixture.open();
});

afterEach(() => fixture.close());

const running = { status: 'R', ended: null, files: 0, bytes: 0 };
/** A catalog whose server is not there. */
const awayUrl = 'postgres://nobody:none@127.0.0.1:1/none';

describe('the record of runs', () => {
  test('takes what is new, and how the unfinished ended', async () => {
    const feeder = fixture.feeder();
    await feeder.poll();
    const first = await fixture.source.maker.makeRun(running);
    const second = await fixture.source.maker.makeRun({});
    expect(await feeder.poll()).toBe(1);
    await fixture.change("UPDATE job SET jobstatus = 'T', jobfiles = 5, endtime = starttime WHERE jobid = $1", [first]);
    expect(await feeder.poll()).toBe(0);
    expect(await fixture.runs.find('here', first)).toMatchObject({ status: 'completed', files: 5, isLost: false });
    expect(await fixture.ids()).toEqual([second, first]);
  });

  test('says of a run what the catalog says, member by member', async () => {
    const jobId = await fixture.source.maker.makeRun({ comment: 'schedule:Nightly', errors: 2 });
    const feeder = fixture.feeder();
    await feeder.poll();
    const told = await fixture.source.catalog.runs.findRun(fullScope, jobId);
    await noteStarted(fixture.writes, fullScope, fixture.entry(), jobId);
    expect(await fixture.runs.find('here', jobId)).toEqual({
      ...told,
      generation: 1,
      isLost: false,
      outliers: [],
      restore: null,
      triggeredBy: { kind: 'schedule', id: null, name: 'Nightly' },
    });
  });

  test('numbers no change while the catalog stands still, and puts back what the record lost within half a minute', async () => {
    let now = 0;
    const feeder = fixture.feeder(false, fixture.source.catalog, new UnchangedReadCache(() => now));
    await feeder.poll();
    const ended = await fixture.source.maker.makeRun({});
    await fixture.source.maker.makeRun(running);
    await feeder.poll();
    const counted = async (): Promise<unknown> => fixture.database.query('SELECT last_value FROM run_changed_seq');
    const before = await counted();
    await feeder.poll();
    await feeder.poll();
    expect(await counted()).toEqual(before);
    await fixture.database.query('DELETE FROM run WHERE job_id = $1', [ended]);
    now = 30_000;
    await feeder.poll();
    expect(await fixture.runs.find('here', ended)).toMatchObject({ status: 'completed' });
  });

  test('finds a run whose row was seen later than that of a higher id', async () => {
    const feeder = fixture.feeder();
    await feeder.poll();
    const late = await fixture.source.maker.makeRun({});
    const early = await fixture.source.maker.makeRun({});
    await fixture.change(`CREATE TABLE kept AS SELECT * FROM job WHERE jobid = ${late}`);
    await fixture.change('DELETE FROM job WHERE jobid = $1', [late]);
    await feeder.poll();
    expect((await fixture.writes.stateOf('here')).mark).toBe(early);
    await fixture.change('INSERT INTO job SELECT * FROM kept');
    await feeder.poll();
    expect(await fixture.runs.find('here', late)).not.toBeNull();
  });

  test('goes on where it was after a start of the console', async () => {
    await fixture.source.maker.makeRun(running);
    await fixture.feeder(true).poll();
    await until(async () => (await fixture.writes.stateOf('here')).filledFrom === 0);
    await fixture.stopFeeders();
    const missed = await fixture.source.maker.makeRun({});
    await fixture.change("UPDATE job SET jobstatus = 'E' WHERE jobid < $1", [missed]);
    await fixture.feeder().poll();
    expect((await fixture.listed()).map(({ status }) => status)).toEqual(['completed', 'error']);
  });

  test('keeps how a run ended whatever an older answer says, and when the catalog has forgotten it', async () => {
    const feeder = fixture.feeder();
    await feeder.poll();
    const jobId = await fixture.source.maker.makeRun(running);
    const [older] = await fixture.source.catalog.runs.readRuns(fullScope, { ids: [jobId] });
    await fixture.change("UPDATE job SET jobstatus = 'T' WHERE jobid = $1", [jobId]);
    await feeder.poll();
    await fixture.writes.take({ director: 'here', runs: [older!], newest: null });
    await fixture.change('DELETE FROM job');
    await feeder.poll();
    expect(await fixture.listed()).toMatchObject([{ jobId, status: 'completed', isLost: false }]);
  });

  test('calls a run lost that was deleted before anybody saw its end, and takes it back when it comes back', async () => {
    const feeder = fixture.feeder();
    await feeder.poll();
    const jobId = await fixture.source.maker.makeRun(running);
    await fixture.source.maker.makeRun({});
    await feeder.poll();
    await fixture.change(`CREATE TABLE kept AS SELECT * FROM job WHERE jobid = ${jobId}`);
    await fixture.change('DELETE FROM job WHERE jobid = $1', [jobId]);
    await feeder.poll();
    expect(await fixture.runs.find('here', jobId)).toMatchObject({ status: 'error', isLost: true, endedAt: null });
    expect(await fixture.runs.syncStatus('here')).toMatchObject({ lost24h: 1 });
    await fixture.change("INSERT INTO job SELECT * FROM kept; UPDATE job SET jobstatus = 'T'");
    await feeder.poll();
    expect(await fixture.runs.find('here', jobId)).toMatchObject({ status: 'completed', isLost: false });
  });

  test('keeps what only the Director knows, that a run waits, until it says otherwise or the run ends', async () => {
    const feeder = fixture.feeder();
    await feeder.poll();
    const jobId = await fixture.source.maker.makeRun(running);
    await feeder.poll();
    const waiting = new WaitingRuns(new UnitOfWork(fixture.database));
    const note = async (waitingFor: WaitingFor | null): Promise<void> =>
      waiting.note(
        'here',
        [(await fixture.runs.find('here', jobId))!],
        new Map([[jobId, { progress: null, waitingFor }]]),
      );
    const status = async (): Promise<unknown> => (await fixture.runs.find('here', jobId))?.status;
    const mount: WaitingFor = { code: 'mount', kind: 'media', text: '', hint: '', params: {} };
    await note(mount);
    await fixture.change('UPDATE job SET jobfiles = 7 WHERE jobid = $1', [jobId]);
    await feeder.poll();
    expect(await fixture.runs.find('here', jobId)).toMatchObject({ status: 'waiting', statusCode: 'R', files: 7 });
    await note(null);
    expect(await status()).toBe('running');
    await note({ ...mount, code: 'no_progress' });
    expect(await status()).toBe('running');
    await note(mount);
    await fixture.change("UPDATE job SET jobstatus = 'T', endtime = now() WHERE jobid = $1", [jobId]);
    await feeder.poll();
    expect(await status()).toBe('completed');
    await note(mount);
    expect(await status()).toBe('completed');
  });

  test('tells the same run of what a Director hints at, without waiting for its turn', async () => {
    fixture.feeder();
    const jobId = await fixture.source.maker.makeRun({});
    fixture.director.records.runs.push({ ...(await fixture.source.catalog.runs.findRun(fullScope, jobId))! });
    fixture.director.change(jobId, {});
    expect(await until(() => fixture.runs.find('here', jobId))).toMatchObject({ jobId });
  });
});

describe('ids that come again', () => {
  test('with a new catalog: both runs are listed, and the id means the newer one', async () => {
    for (let made = 0; made < 3; made += 1) await fixture.source.maker.makeRun({ name: 'Old' });
    const feeder = fixture.feeder(true);
    await until(async () => (await fixture.writes.stateOf('here')).filledFrom === 0);
    await fixture.change('TRUNCATE job RESTART IDENTITY');
    await fixture.source.maker.makeRun({ name: 'New' });
    await feeder.poll();
    await until(async () => (await fixture.writes.stateOf('here')).filledFrom === 0);
    expect((await fixture.listed()).map(({ jobId, job }) => [job, jobId])).toEqual([
      ['New', 1],
      ...[3, 2, 1].map((jobId) => ['Old', jobId]),
    ]);
    expect(await fixture.runs.find('here', 1)).toMatchObject({ job: 'New', generation: 2 });
    await fixture.source.maker.makeRun({ name: 'New' });
    await feeder.poll();
    expect((await fixture.writes.stateOf('here')).generation).toBe(2);
  });

  test("with yesterday's catalog: what ran since stays, what was on its way is lost, and new runs come first", async () => {
    for (let made = 0; made < 3; made += 1) await fixture.source.maker.makeRun({ name: 'Kept' });
    const feeder = fixture.feeder(true);
    await until(async () => (await fixture.writes.stateOf('here')).filledFrom === 0);
    const gone = await fixture.source.maker.makeRun({ name: 'Gone' });
    await fixture.source.maker.makeRun({ ...running, name: 'Gone' });
    await feeder.poll();
    await fixture.change('DELETE FROM job WHERE jobid >= $1', [gone]);
    await fixture.change("SELECT setval('job_jobid_seq', $1, false)", [gone]);
    await fixture.source.maker.makeRun({ name: 'Again' });
    await feeder.poll();
    expect((await fixture.listed()).map(({ jobId, job, status }) => [job, jobId, status])).toEqual([
      ['Again', 4, 'completed'],
      ['Gone', 5, 'error'],
      ['Gone', 4, 'completed'],
      ...[3, 2, 1].map((jobId) => ['Kept', jobId, 'completed']),
    ]);
  });
});

describe('while the catalog is away', () => {
  test('the record answers, health is told, and what was missed comes when it is back', async () => {
    const jobId = await fixture.source.maker.makeRun({});
    const away = new BaculaCatalog({ director: 'here', url: awayUrl, timezone: 'UTC' });
    fixture.feeder(true);
    await until(async () => (await fixture.writes.stateOf('here')).filledFrom === 0);
    await fixture.stopFeeders();
    fixture.feeder(true, away);
    const { failure } = await until(async () => {
      const standing = await fixture.runs.syncStatus('here');
      return standing.failure === null ? null : standing;
    });
    expect(failure).toContain('"here"');
    expect((await fixture.listed(10, away)).map((run) => run.jobId)).toEqual([jobId]);
    expect(await fixture.history().find(fullScope, fixture.entry(away), jobId)).toMatchObject({ jobId });
    await fixture.stopFeeders();
    const missed = await fixture.source.maker.makeRun({});
    await fixture.feeder().poll();
    expect(await fixture.runs.syncStatus('here')).toMatchObject({ failure: null });
    expect(await fixture.ids()).toEqual([missed, jobId]);
    await away.close();
  });

  test('of a history that is not on record yet what is there is shown, and what is behind it refused', async () => {
    await fixture.makeMany(150);
    await fixture.feeder().poll();
    const away = new BaculaCatalog({ director: 'here', url: awayUrl, timezone: 'UTC' });
    const whole = { filter: {}, sort: 'newest' } as const;
    const list = (page: PageRequest) => fixture.history().list(fullScope, fixture.entry(away), whole, page);
    const { items, next } = await list({ limit: 120 });
    expect(items.map(({ jobId }) => jobId)).toEqual(Array.from({ length: 100 }, (_, index) => 150 - index));
    await expect(list({ limit: 5, after: next! })).rejects.toMatchObject({ code: 'director_unreachable' });
    await away.close();
  });
});

describe('a long history', () => {
  test('leaves out what is acknowledged, also where runs are on no record yet', async () => {
    await fixture.makeMany(150);
    await fixture.change("UPDATE job SET jobstatus = 'f' WHERE jobid IN (7, 8, 149)");
    await fixture.feeder().poll();
    await fixture.database.query(`INSERT INTO run_acknowledgement (director, unique_name, note, by_kind, by_name, at)
      SELECT 'here', 'Old.' || n, 'Known.', 'session', 'admin', now() FROM unnest(ARRAY[7, 149]) n`);
    const list = { filter: { acknowledged: false, statuses: ['error'] }, sort: 'newest' } as const;
    const { items } = await fixture.history().list(fullScope, fixture.entry(), list, { limit: 50 });
    expect(items.map(({ jobId }) => jobId)).toEqual([8]);
  });

  test('is not filtered by who started runs before all of it is on record', async () => {
    await fixture.makeMany(150);
    await fixture.feeder().poll();
    const ask = (kind: 'schedule' | 'unknown') => {
      const list = { filter: { trigger: { kind } }, sort: 'newest' } as const;
      return fixture.history().list(fullScope, fixture.entry(), list, { limit: 500 });
    };
    await expect(ask('unknown')).rejects.toMatchObject({ code: 'conflict' });
    fixture.feeder(true);
    await until(async () => (await fixture.writes.stateOf('here')).filledFrom === 0);
    expect([(await ask('unknown')).items.length, (await ask('schedule')).items.length]).toEqual([150, 0]);
  });

  test('is filled by portions, newest first, goes on after a stop, and is listed whole meanwhile', async () => {
    await fixture.makeMany(25_001);
    fixture.feeder(true);
    const half = await until(async () => {
      const { filledFrom } = await fixture.writes.stateOf('here');
      return filledFrom < 23_000 ? filledFrom : null;
    });
    await fixture.stopFeeders();
    expect(half).toBeGreaterThan(0);
    const listed = await fixture.listed();
    expect(listed.map(({ jobId }) => jobId)).toEqual(Array.from({ length: 25_001 }, (_, index) => 25_001 - index));
    fixture.feeder(true);
    await until(async () => (await fixture.writes.stateOf('here')).filledFrom === 0);
    expect(await fixture.runs.count('here', {})).toEqual({ value: 10_000, exact: false });
    const [{ n } = { n: 0 }] = await fixture.database.query<{ n: number }[]>('SELECT count(*)::int AS n FROM run');
    expect(n).toBe(25_001);
  });
});

test('a start comes before its end in the record of the night when clocks are set back', async () => {
  const berlin = await RecordFixture.open('Europe/Berlin');
  try {
    const times = { scheduled: '2026-10-25 02:50:00', started: '2026-10-25 02:50:00', ended: '2026-10-25 02:10:00' };
    const jobId = await berlin.source.maker.makeRun({ ...times, dataTime: Date.UTC(2026, 9, 25, 1, 10) / 1000 });
    await berlin.feeder().poll();
    await noteStarted(berlin.writes, fullScope, berlin.entry(), jobId);
    const run = await berlin.runs.find('here', jobId);
    expect(run).toMatchObject({
      startedAt: new Date('2026-10-25T00:50:00Z'),
      endedAt: new Date('2026-10-25T01:10:00Z'),
    });
  } finally {
    await berlin.close();
  }
});
