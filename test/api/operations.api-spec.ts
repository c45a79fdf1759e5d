import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { itemsOf } from '../support/access-calls.js';
import { makeJob, makeRun } from '../support/makers.js';
import { type PaperApp, startPaperApp, until } from '../support/paper-app.js';

let paper: PaperApp;

beforeAll(async () => {
  paper = await startPaperApp();
  const { one, two } = paper;
  one.jobs.push(makeJob({ name: 'Restore files', type: 'Restore', allowedLevels: ['None'], level: 'None' }));
  one.jobs.push(makeJob({ name: 'odd /%name', client: 'desk', enabled: false }));
  one.catalog.runs.push(makeRun({ jobId: 1, comment: 'schedule:Nightly' }));
  one.catalog.runs.push(makeRun({ jobId: 2, status: 'error', statusCode: 'f', errors: 1 }));
  one.catalog.runs.push(
    makeRun({ jobId: 3, type: 'Restore', job: 'Restore files', queuedAt: new Date('2026-11-20T20:59:00Z') }),
  );
  two.catalog.runs.push(makeRun({ jobId: 1, director: 'two', queuedAt: new Date('2026-11-20T21:30:00Z') }));
  const texts = ['Start Backup JobId 2', 'Fatal error: write failed: ENOSPC: no space left on device, write'];
  one.catalog.logs.set(
    2,
    texts.map((text, index) => ({ id: index + 1, at: new Date('2026-11-20T21:00:01Z'), text })),
  );
});

afterAll(() => paper.app.stop());

describe('GET /operations/jobs', () => {
  test('lists jobs by name with their newest run', async () => {
    const answer = await paper.readonly.get('/operations/jobs');
    expect(answer.status).toBe(200);
    expect(itemsOf(answer).map(({ name }) => name)).toEqual(['BackupHome', 'Restore files', 'odd /%name']);
    expect(itemsOf(answer)[0]).toMatchObject({ director: 'one', lastRun: { jobId: 2, status: 'error' } });
  });

  test('filters by name, type in any case, client and enabled', async () => {
    const namesOf = async (query: string): Promise<unknown[]> =>
      itemsOf(await paper.readonly.get(`/operations/jobs?${query}`)).map(({ name }) => name);
    expect(await namesOf('name=BackupHome')).toEqual(['BackupHome']);
    expect(await namesOf('type=restore')).toEqual(['Restore files']);
    expect(await namesOf('client=desk,other')).toEqual(['odd /%name']);
    expect(await namesOf('enabled=false')).toEqual(['odd /%name']);
  });

  test('pages over all Directors', async () => {
    const first = await paper.readonly.get('/operations/jobs?director=*&limit=2&count=true');
    expect(first.body['total']).toEqual({ value: 4, exact: true });
    const cursor = String(first.body['nextCursor']);
    const rest = await paper.readonly.get(`/operations/jobs?director=*&limit=2&cursor=${cursor}`);
    expect(
      [...itemsOf(first), ...itemsOf(rest)].map(({ name, director }) => `${String(name)}@${String(director)}`),
    ).toEqual(['BackupHome@one', 'BackupHome@two', 'Restore files@one', 'odd /%name@one']);
    expect(rest.body['nextCursor']).toBeNull();
  });

  test('takes a name in the path as one percent-encoded word', async () => {
    const found = await paper.readonly.get(`/operations/jobs/${encodeURIComponent('odd /%name')}`);
    expect(found.body).toMatchObject({ name: 'odd /%name', lastRun: null });
    expect((await paper.readonly.get('/operations/jobs/none')).body['code']).toBe('not_found');
    expect((await paper.readonly.get('/operations/jobs/BackupHome?director=three')).body['code']).toBe(
      'unknown_director',
    );
  });

  test('names unknown and repeated parameters', async () => {
    const answer = await paper.readonly.get('/operations/jobs?colour=red');
    expect([answer.status, answer.body['code']]).toEqual([400, 'validation_failed']);
    expect((await paper.readonly.get('/operations/jobs?name=a&name=b')).status).toBe(400);
  });
});

describe('PATCH /operations/jobs/{name}', () => {
  test('takes a job out of its schedule and says whether that lasts', async () => {
    const answer = await paper.operator.patch('/operations/jobs/BackupHome?director=two', { enabled: false });
    expect(answer.body).toMatchObject({ name: 'BackupHome', director: 'two', enabled: false, persistent: true });
    expect((await paper.operator.patch('/operations/jobs/none', { enabled: false })).status).toBe(404);
    expect((await paper.operator.patch('/operations/jobs/BackupHome', { enabled: 'no' })).status).toBe(400);
  });

  test('needs jobs:control', async () => {
    const answer = await paper.readonly.patch('/operations/jobs/BackupHome', { enabled: false });
    expect([answer.status, answer.body['requiredCapability']]).toEqual([403, 'jobs:control']);
  });
});

describe('GET /operations/runs and /operations/jobs/recent', () => {
  test('gives the record of a run as the contract names it', async () => {
    const answer = await paper.readonly.get('/operations/runs/1');
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
      triggeredBy: { kind: 'schedule', name: 'Nightly' },
      links: {
        self: '/api/v1/operations/runs/1?director=one',
        log: '/api/v1/operations/runs/1/log?director=one',
        files: '/api/v1/operations/runs/1/files?director=one',
        volumes: '/api/v1/operations/runs/1/volumes?director=one',
        director: '/api/v1/directors/one',
      },
    });
  });

  test('tells the cause of a failure from its log', async () => {
    const answer = await paper.readonly.get('/operations/runs/2');
    expect(answer.body['diagnosis']).toMatchObject({
      code: 'storage_full',
      logLine: expect.stringContaining('ENOSPC'),
    });
  });

  test('lists newest first, of all Directors by the time they were queued', async () => {
    const own = await paper.readonly.get('/operations/runs');
    expect(itemsOf(own).map(({ jobId }) => jobId)).toEqual([3, 2, 1]);
    const all: string[] = [];
    for (let cursor = ''; ;) {
      const page = await paper.readonly.get(`/operations/runs?director=*&limit=1${cursor}`);
      all.push(...itemsOf(page).map(({ director, jobId }) => `${String(director)}/${String(jobId)}`));
      if (page.body['nextCursor'] === null) break;
      cursor = `&cursor=${String(page.body['nextCursor'])}`;
    }
    expect(all).toEqual(['two/1', 'one/3', 'one/2', 'one/1']);
  });

  test('refuses words that are no status, level or type', async () => {
    expect((await paper.readonly.get('/operations/runs?status=done')).status).toBe(400);
    const level = await paper.readonly.get('/operations/runs?level=sideways');
    expect(level.body).toMatchObject({ code: 'validation_failed', errors: [{ field: 'level' }] });
    expect((await paper.readonly.get('/operations/runs?level=full,INCREMENTAL&type=backup')).status).toBe(200);
  });

  test('answers 404 for a run that is not there and for what is no job id', async () => {
    for (const id of ['99', '0', 'abc', '99999999999', '-1']) {
      expect((await paper.readonly.get(`/operations/runs/${id}`)).status).toBe(404);
    }
  });

  test('answers 304 to the tag of an unchanged list', async () => {
    const first = await paper.readonly.get('/operations/jobs/recent?status=completed,warning');
    expect(first.status).toBe(200);
    const again = await paper.readonly.get('/operations/jobs/recent?status=completed,warning', {
      'if-none-match': first.headers.get('etag') ?? '',
    });
    expect(again.status).toBe(304);
  });

  test('refuses a cursor of other filters', async () => {
    const first = await paper.readonly.get('/operations/runs?limit=1');
    const cursor = String(first.body['nextCursor']);
    const answer = await paper.readonly.get(`/operations/runs?limit=1&job=BackupHome&cursor=${cursor}`);
    expect([answer.status, answer.body['code']]).toEqual([400, 'cursor_mismatch']);
  });

  test('pages log lines and volumes', async () => {
    const log = await paper.readonly.get('/operations/runs/2/log?limit=1');
    expect(itemsOf(log)).toEqual([{ id: 1, at: '2026-11-20T21:00:01.000Z', text: 'Start Backup JobId 2' }]);
    expect(log.body['nextCursor']).not.toBeNull();
    expect(itemsOf(await paper.readonly.get('/operations/runs/2/volumes'))[0]).toMatchObject({
      volume: 'Default-0001',
    });
    expect((await paper.readonly.get('/operations/runs/77/log')).status).toBe(404);
  });
});

describe('GET /operations/runs/{jobId}?wait=', () => {
  test('holds the answer until the run has ended', async () => {
    paper.one.catalog.runs.push(makeRun({ jobId: 20, status: 'running', statusCode: 'R', endedAt: null }));
    const startedAt = performance.now();
    const waiting = paper.readonly.get('/operations/runs/20?wait=30');
    setTimeout(() => paper.one.change(20, { status: 'completed', statusCode: 'T', endedAt: new Date() }), 200);
    expect((await waiting).body['status']).toBe('completed');
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });

  test('gives the record as it is after that time, with live figures', async () => {
    const progress = { files: 3, bytes: 9, bytesPerSecond: 1, currentFile: '/etc/hosts', fraction: null };
    paper.one.live.set(21, { progress, waitingFor: null });
    paper.one.catalog.runs.push(makeRun({ jobId: 21, status: 'running', statusCode: 'R', endedAt: null }));
    const answer = await paper.readonly.get('/operations/runs/21?wait=1');
    expect(answer.body).toMatchObject({ status: 'running', durationSeconds: null, endedAt: null, progress });
  });

  test.each(['61', '1.5', '-1', 'x'])('refuses to wait %s', async (wait) => {
    expect((await paper.readonly.get(`/operations/runs/1?wait=${wait}`)).status).toBe(400);
  });
});

describe('POST /operations/jobs/run', () => {
  test('starts a run at a level in any letter case', async () => {
    const answer = await paper.operator.post('/operations/jobs/run', { job: 'BackupHome', level: 'fULL', priority: 3 });
    expect(answer.status).toBe(202);
    const jobId = Number(answer.body['jobId']);
    expect(answer.body).toMatchObject({ job: 'BackupHome', level: 'Full', director: 'one', status: 'queued' });
    expect(answer.headers.get('location')).toBe(`/api/v1/operations/runs/${jobId}?director=one`);
    expect(paper.one.orders.at(-1)).toMatchObject({ job: 'BackupHome', level: 'Full', priority: 3 });
    const run = await paper.readonly.get(`/operations/runs/${jobId}`);
    expect(run.body['triggeredBy']).toEqual({ kind: 'session', name: 'otto' });
  });

  test('takes the level of the job where none is given', async () => {
    const answer = await paper.operator.post('/operations/jobs/run', { job: 'BackupHome', director: 'two' });
    expect(answer.body).toMatchObject({ level: 'Incremental', director: 'two' });
  });

  test.each([
    [{ job: 'none', level: 'Full' }, 'unknown_job'],
    [{ job: 'BackupHome', level: 'Sideways' }, 'invalid_level'],
    [{ job: 'Restore files' }, 'job_not_runnable'],
    [{ job: 'BackupHome', client: 'none' }, 'unknown_client'],
    [{ job: 'BackupHome', fileset: 'none' }, 'unknown_fileset'],
    [{ job: 'BackupHome', storage: 'none' }, 'unknown_storage'],
    [{ job: 'BackupHome', pool: 'none' }, 'unknown_pool'],
    [{ job: 'BackupHome', when: '2026-11-20T20:59:59Z' }, 'when_in_past'],
  ])('refuses %j as %s', async (body, code) => {
    const before = paper.one.orders.length;
    const answer = await paper.operator.post('/operations/jobs/run', body);
    expect([answer.status, answer.body['code']]).toEqual([422, code]);
    expect(paper.one.orders).toHaveLength(before);
  });

  test('names the levels that are allowed', async () => {
    const answer = await paper.operator.post('/operations/jobs/run', { job: 'BackupHome', level: 'x' });
    expect(answer.body['allowed']).toEqual(['Full', 'Incremental', 'Differential']);
  });

  test.each([
    {},
    { job: 7 },
    { job: 'BackupHome', joblevel: 'x' },
    { job: 'BackupHome', when: 'tomorrow' },
    { job: 'BackupHome', when: null },
    { job: 'BackupHome', client: null },
    { job: 'BackupHome', priority: 0 },
    [],
  ])('answers 400 for the shape of %j', async (body) => {
    expect((await paper.operator.post('/operations/jobs/run', body)).status).toBe(400);
  });

  test('needs jobs:run before it looks at the body', async () => {
    const answer = await paper.readonly.post('/operations/jobs/run', { nonsense: true });
    expect([answer.status, answer.body['requiredCapability']]).toEqual([403, 'jobs:run']);
  });
});

describe('POST /operations/runs/{jobId}/cancel and /rerun', () => {
  test('cancels a run once', async () => {
    paper.one.catalog.runs.push(makeRun({ jobId: 30, status: 'running', statusCode: 'R', endedAt: null }));
    const answer = await paper.operator.post('/operations/runs/30/cancel');
    expect([answer.status, answer.body['status']]).toEqual([202, 'canceled']);
    const again = await paper.operator.post('/operations/runs/30/cancel');
    expect([again.status, again.body['code']]).toEqual([409, 'run_already_ended']);
    expect((await paper.operator.post('/operations/runs/999/cancel')).status).toBe(404);
  });

  test('runs again at the level and with the client of that run', async () => {
    const answer = await paper.operator.post('/operations/runs/1/rerun');
    expect(answer.status).toBe(202);
    expect(paper.one.orders.at(-1)).toMatchObject({ job: 'BackupHome', level: 'Full' });
  });

  test('does not run a restore or a job that is gone again', async () => {
    expect((await paper.operator.post('/operations/runs/3/rerun')).body['code']).toBe('job_not_runnable');
    paper.one.catalog.runs.push(makeRun({ jobId: 500, job: 'Gone' }));
    expect((await paper.operator.post('/operations/runs/500/rerun')).body['code']).toBe('unknown_job');
    expect((await paper.operator.post('/operations/runs/999/rerun')).status).toBe(404);
  });
});

describe('GET /operations/schedule', () => {
  test('pages planned starts of one instant without loss', async () => {
    const at = new Date('2026-11-21T21:00:00Z');
    paper.one.starts = ['a', 'b', 'c', 'd'].map((job) => ({ ...makeJob({ name: job }), job, schedule: 'Nightly', at }));
    const first = await paper.readonly.get('/operations/schedule?limit=3&days=2');
    const rest = await paper.readonly.get(
      `/operations/schedule?limit=3&days=2&cursor=${String(first.body['nextCursor'])}`,
    );
    expect([...itemsOf(first), ...itemsOf(rest)].map(({ job }) => job)).toEqual(['a', 'b', 'c', 'd']);
    const one = await paper.readonly.get('/operations/schedule?job=d&limit=1');
    expect(itemsOf(one)).toHaveLength(1);
    expect(itemsOf(await paper.readonly.get('/operations/schedule?until=2026-11-21T20:00:00Z'))).toEqual([]);
  });
});

describe('GET /operations/stream', () => {
  const open = async (headers: Record<string, string> = {}, query = '') => {
    const abort = new AbortController();
    const url = `${paper.app.url}/api/v1/operations/stream${query}`;
    const sent = { ...headers, cookie: paper.readonly.cookie };
    const response = await fetch(url, { headers: sent, signal: abort.signal });
    const heard = { text: '' };
    const reading = (async () => {
      for await (const chunk of response.body ?? []) heard.text += Buffer.from(chunk as Uint8Array).toString();
    })().catch(() => undefined);
    return { response, heard, reading, close: () => abort.abort() };
  };
  const idsIn = (text: string): string[] => [...text.matchAll(/^id: (.+)$/gm)].map((match) => match[1] ?? '');

  test('sends changed runs, and after a cut what was missed', async () => {
    const first = await open();
    expect(first.response.headers.get('content-type')).toContain('text/event-stream');
    expect(first.response.headers.get('cache-control')).toContain('no-transform');
    paper.one.change(1, { files: 13 });
    paper.two.change(1, { files: 14 });
    await until(() => first.heard.text.includes('"files":13'));
    expect(first.heard.text).toContain('event: run');
    expect(first.heard.text).not.toContain('"files":14');
    first.close();
    await first.reading;
    const last = idsIn(first.heard.text).at(-1) ?? '';
    paper.one.change(1, { files: 15 });
    const again = await open({ 'last-event-id': last });
    await until(() => again.heard.text.includes('"files":15'));
    expect(again.heard.text).not.toContain('"files":13');
    again.close();
    await again.reading;
  });

  test('says reset where it no longer knows what was missed', async () => {
    const stream = await open({ 'last-event-id': 'of-another-start-7' });
    await until(() => stream.heard.text.includes('event: reset'));
    stream.close();
    await stream.reading;
  });

  test('refuses a sixth stream of one caller, and lets one in when another has left', async () => {
    const streams = await Promise.all(Array.from({ length: 5 }, () => open()));
    expect(streams.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200]);
    const sixth = await open();
    expect([sixth.response.status, sixth.response.headers.get('retry-after')]).toEqual([429, '5']);
    await sixth.reading;
    streams[0]?.close();
    await until(async () => {
      const next = await open();
      next.close();
      await next.reading;
      return next.response.status === 200;
    });
    for (const stream of streams) stream.close();
    await Promise.all(streams.map(({ reading }) => reading));
  });

  test('says bye within five seconds of the end of the session', async () => {
    const stream = await open();
    await paper.readonly.post('/auth/logout');
    await stream.reading;
    expect(stream.heard.text).toMatch(/event: bye\ndata: \{"reason":"The session or token has ended."\}\n\n$/);
  }, 10_000);
});
