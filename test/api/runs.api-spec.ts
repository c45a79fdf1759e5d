import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { ConditionMonitor } from '../../src/features/conditions/condition-monitor.js';
import { RunHistory } from '../../src/features/runs/store/run-history.service.js';
import { RunChanges } from '../../src/features/runs/store/run-changes.service.js';
import { itemsOf } from '../harness/fixtures/access-calls.js';
import { makeRun } from '../harness/builders/domain-records.js';
import { addRuns, type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';
import { until } from '../harness/fixtures/until.js';

let fake: FakeApp;

beforeAll(async () => {
  fake = await startFakeApp();
  addRuns(fake);
});

afterAll(() => fake.app.stop());

describe('GET /operations/runs and /operations/jobs/recent', () => {
  test('gives the record of a run as the contract names it', async () => {
    const answer = await fake.readonly.get('/operations/runs/1');
    expect(answer.body).toEqual({
      jobId: 1,
      uniqueName: 'BackupHome.2026-11-20_21.00.00_1',
      job: 'BackupHome',
      director: 'one',
      type: 'Backup',
      level: 'Full',
      client: 'laptop',
      fileset: 'Home',
      pool: 'Default',
      storage: 'Local',
      status: 'completed',
      statusCode: 'T',
      queuedAt: '2026-11-20T21:00:00.000Z',
      scheduledAt: '2026-11-20T21:00:00.000Z',
      startedAt: '2026-11-20T21:00:01.000Z',
      endedAt: '2026-11-20T21:04:05.000Z',
      durationSeconds: 244,
      files: 12,
      bytes: 4096,
      errors: 0,
      retained: true,
      triggeredBy: { kind: 'schedule', id: null, name: 'Nightly' },
      links: {
        self: '/api/v1/operations/runs/1?director=one',
        log: '/api/v1/operations/runs/1/log?director=one',
        files: '/api/v1/operations/runs/1/files?director=one',
        volumes: '/api/v1/operations/runs/1/volumes?director=one',
        director: '/api/v1/directors/one',
        rerun: '/api/v1/operations/runs/1/rerun?director=one',
      },
    });
  });

  test('tells the cause of a failure from its log', async () => {
    const answer = await fake.readonly.get('/operations/runs/2');
    expect(answer.body['diagnosis']).toMatchObject({
      code: 'storage_full',
      logLine: expect.stringContaining('ENOSPC'),
    });
  });

  test('lists newest first, of all Directors by the time they were queued', async () => {
    const own = await fake.readonly.get('/operations/runs');
    expect(itemsOf(own).map(({ jobId }) => jobId)).toEqual([3, 2, 1]);
    const all: string[] = [];
    for (let cursor = ''; ;) {
      const page = await fake.readonly.get(`/operations/runs?director=*&limit=1${cursor}`);
      all.push(...itemsOf(page).map(({ director, jobId }) => `${String(director)}/${String(jobId)}`));
      const next = page.body['nextCursor'];
      if (typeof next !== 'string') break;
      cursor = `&cursor=${next}`;
    }
    expect(all).toEqual(['two/1', 'one/3', 'one/2', 'one/1']);
  });

  test('refuses words that are no status, level or type', async () => {
    expect((await fake.readonly.get('/operations/runs?status=done')).status).toBe(400);
    const level = await fake.readonly.get('/operations/runs?level=sideways');
    expect(level.body).toMatchObject({ code: 'validation_failed', errors: [{ field: 'level' }] });
    expect((await fake.readonly.get('/operations/runs?level=full,INCREMENTAL&type=backup')).status).toBe(200);
  });

  test('answers 404 for a run that is not there and for what is no job id', async () => {
    for (const id of ['99', '0', 'abc', '99999999999', '-1']) {
      expect((await fake.readonly.get(`/operations/runs/${id}`)).status).toBe(404);
    }
  });

  test('answers 304 to the tag of an unchanged list', async () => {
    const first = await fake.readonly.get('/operations/jobs/recent?status=completed,warning');
    expect(first.status).toBe(200);
    const again = await fake.readonly.get('/operations/jobs/recent?status=completed,warning', {
      'if-none-match': first.headers.get('etag') ?? '',
    });
    expect(again.status).toBe(304);
  });

  test('refuses a cursor of other filters', async () => {
    const first = await fake.readonly.get('/operations/runs?limit=1');
    const cursor = String(first.body['nextCursor']);
    const answer = await fake.readonly.get(`/operations/runs?limit=1&job=BackupHome&cursor=${cursor}`);
    expect([answer.status, answer.body['code']]).toEqual([400, 'cursor_mismatch']);
  });

  test('pages log lines and volumes', async () => {
    const log = await fake.readonly.get('/operations/runs/2/log?limit=1');
    expect(itemsOf(log)).toEqual([{ id: 1, at: '2026-11-20T21:00:01.000Z', text: 'Start Backup JobId 2' }]);
    expect(log.body['nextCursor']).not.toBeNull();
    expect(itemsOf(await fake.readonly.get('/operations/runs/2/volumes'))[0]).toMatchObject({
      volume: 'Default-0001',
    });
    expect((await fake.readonly.get('/operations/runs/77/log')).status).toBe(404);
  });
});

type Counts = Readonly<Record<'running' | 'waiting', number>>;

test('a run that waits for a volume is waiting on its own, in lists, filters and counts, until it continues', async () => {
  const waitingFor = {
    code: 'volume_to_write',
    kind: 'media',
    text: 'Waiting.',
    hint: 'Label one.',
    params: {},
  } as const;
  fake.one.records.runs.push(makeRun({ jobId: 19, status: 'running', statusCode: 'R', endedAt: null }));
  const filtered = async (status: string): Promise<unknown[]> =>
    itemsOf(await fake.readonly.get(`/operations/runs?status=${status}`)).map(({ jobId }) => jobId);
  const counted = (expected: object): Promise<unknown> =>
    until(async () => {
      const { running, waiting } = (await fake.readonly.get('/director/health')).body['counts'] as Counts;
      return isDeepStrictEqual({ running, waiting }, expected);
    });
  expect([await filtered('running'), await filtered('waiting')]).toEqual([[19], []]);
  await counted({ running: 1, waiting: 0 });
  fake.one.live.set(19, { progress: null, waitingFor });
  await fake.app.get(ConditionMonitor).checkDirectors();
  expect((await fake.readonly.get('/operations/runs/19')).body).toMatchObject({ status: 'waiting', waitingFor });
  const [listed] = itemsOf(await fake.readonly.get('/operations/runs?limit=1'));
  expect(listed).toMatchObject({ jobId: 19, status: 'waiting', statusCode: 'R', waitingFor });
  expect([await filtered('running'), await filtered('waiting')]).toEqual([[], [19]]);
  await counted({ running: 0, waiting: 1 });
  const { body } = await fake.readonly.get('/directors/one/status');
  expect([body['running'], body['waiting']]).toMatchObject([[], [{ jobId: 19, status: 'waiting' }]]);
  fake.one.live.set(19, { progress: null, waitingFor: null });
  expect((await fake.readonly.get('/operations/runs/19')).body).toMatchObject({ status: 'running' });
  await until(async () => (await filtered('running')).length === 1);
  expect(await filtered('waiting')).toEqual([]);
  fake.one.live.clear();
  fake.one.change(19, { status: 'completed', statusCode: 'T', endedAt: new Date('2026-11-20T21:04:05Z') });
  await until(async () => (await filtered('running')).length === 0);
});

describe('GET /operations/runs/{jobId}?wait=', () => {
  test('holds the answer until the run has ended', async () => {
    fake.one.records.runs.push(makeRun({ jobId: 20, status: 'running', statusCode: 'R', endedAt: null }));
    const startedAt = performance.now();
    const listening = fake.app.get(RunChanges).listenerCount;
    const waiting = fake.readonly.get('/operations/runs/20?wait=60');
    await until(() => fake.app.get(RunChanges).listenerCount > listening);
    const endedAt = new Date('2026-11-20T21:04:05Z');
    fake.one.change(20, { status: 'completed', statusCode: 'T', endedAt });
    expect((await waiting).body['status']).toBe('completed');
    expect(performance.now() - startedAt).toBeLessThan(55_000);
  });

  test('gives the record as it is after that time, with live figures', async () => {
    const progress = { files: 3, bytes: 9, bytesPerSecond: 1, currentFile: '/etc/hosts', fraction: null };
    fake.one.live.set(21, { progress, waitingFor: null });
    fake.one.records.runs.push(makeRun({ jobId: 21, status: 'running', statusCode: 'R', endedAt: null }));
    const answer = await fake.readonly.get('/operations/runs/21?wait=1');
    expect(answer.body).toMatchObject({ status: 'running', durationSeconds: null, endedAt: null, progress });
  });

  test('lets a caller wait twenty times at once, and looks at the run once for all of them', async () => {
    fake.one.records.runs.push(makeRun({ jobId: 22, status: 'running', statusCode: 'R', endedAt: null }));
    const listening = fake.app.get(RunChanges).listenerCount;
    const waits = Array.from({ length: 20 }, () => fake.readonly.get('/operations/runs/22?wait=60'));
    await until(() => fake.app.get(RunChanges).listenerCount === listening + 20);
    expect((await fake.readonly.get('/operations/runs/22?wait=60')).body).toMatchObject({ code: 'too_many_waits' });
    expect((await fake.readonly.get('/operations/runs/22')).status).toBe(200);
    const looks = jest.spyOn(fake.app.get(RunHistory), 'get');
    fake.one.change(22, { status: 'completed', statusCode: 'T', endedAt: new Date('2026-11-20T21:04:05Z') });
    for (const { body } of await Promise.all(waits)) expect(body['status']).toBe('completed');
    expect(looks.mock.calls.length).toBeLessThan(5);
    looks.mockRestore();
    expect((await fake.readonly.get('/operations/runs/22?wait=60')).status).toBe(200);
  });

  test.each(['61', '1.5', '-1', 'x'])('refuses to wait %s', async (wait) => {
    expect((await fake.readonly.get(`/operations/runs/1?wait=${wait}`)).status).toBe(400);
  });
});
