import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Refusal } from '../../src/domain/refusals.js';
import { itemsOf } from '../support/access-calls.js';
import { makeClient, makeJob, makeRun } from '../support/makers.js';
import { type PaperApp, startPaperApp } from '../support/paper-app.js';
import { until } from '../support/until.js';

const papers: PaperApp[] = [];
let paper: PaperApp;

const started = startPaperApp();

/** A good backup of a client comes into a Director's catalog. */
function backUp({ name, catalog }: PaperApp['one'], client: string, ended: string): void {
  const endedAt = new Date(ended);
  const jobId = 1 + catalog.runs.length;
  catalog.runs.push(makeRun({ jobId, uniqueName: `${client}.${jobId}`, director: name, client, endedAt }));
}

function runsInIndex(checks: unknown): unknown {
  const known = checks as readonly { readonly id: string; readonly params: Readonly<Record<string, unknown>> }[];
  return known.find(({ id }) => id === 'search.index')?.params['held'];
}

beforeAll(async () => {
  for (const director of [(await started).one, (await started).two]) backUp(director, 'laptop', '2026-11-20T20:00:00Z');
});

beforeEach(async () => {
  paper = await started;
  papers[0] = paper;
  for (const director of [paper.one, paper.two]) {
    director.gate = () => Promise.resolve();
    director.clients = [makeClient({ director: director.name })];
    director.catalog.counts = { running: 0, waiting: 0, failed24h: 0, warning24h: 0, volumesInError: 0 };
    director.observations = [];
  }
});

afterAll(() => papers[0]?.app.stop());

describe('GET /director/health', () => {
  test('says in a sentence that all is well', async () => {
    const answer = await paper.readonly.get('/director/health');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'ok',
      summary: 'Everything is in order: 1 of 1 client protected.',
      checkedAt: '2026-11-20T21:00:00.000Z',
      ageSeconds: 0,
      stale: false,
      director: { name: 'one', version: '1.0', startedAt: '2026-11-20T06:00:00.000Z' },
      counts: { running: 0, waiting: 0, failed24h: 0, warning24h: 0, silentWarn: 0, silentCrit: 0, volumesInError: 0 },
    });
  });

  test('names silent clients, the longest first', async () => {
    paper.one.clients = ['web07', 'laptop', 'db1'].map((name) => makeClient({ name }));
    backUp(paper.one, 'web07', '2026-11-16T20:00:00Z');
    backUp(paper.one, 'db1', '2026-11-19T01:00:00Z');
    const answer = await paper.readonly.get('/director/health');
    expect(answer.body).toMatchObject({
      status: 'crit',
      summary: '2 clients silent, the oldest 4 days: web07, db1.',
      counts: { silentWarn: 1, silentCrit: 1 },
    });
  });

  test('fails for simple pollers from the verdict they choose', async () => {
    paper.one.catalog.counts = { running: 0, waiting: 0, failed24h: 2, warning24h: 0, volumesInError: 0 };
    expect((await paper.readonly.get('/director/health')).status).toBe(200);
    expect((await paper.readonly.get('/director/health?failOn=crit')).status).toBe(200);
    const failed = await paper.readonly.get('/director/health?failOn=warn');
    expect([failed.status, failed.body['status']]).toEqual([503, 'warn']);
    expect((await paper.readonly.get('/director/health?failOn=ok')).status).toBe(400);
  });

  test('answers 304 while nothing has changed, though time goes on', async () => {
    const { runs } = paper.one.catalog;
    // The names of the runs are read beside it, and the check on their index tells how many.
    const first = await until(async () => {
      const answer = await paper.readonly.get('/director/health');
      return runsInIndex(answer.body['checks']) === runs.length ? answer : null;
    });
    paper.app.clock.advance(1);
    const etag = first.headers.get('etag') ?? '';
    expect((await paper.readonly.get('/director/health', { 'if-none-match': etag })).status).toBe(304);
  });

  test('answers from the last known state while the Director hangs, long before its limit is over', async () => {
    await paper.readonly.get('/director/health');
    const held: (() => void)[] = [];
    paper.one.gate = () => new Promise<void>((resolve) => held.push(resolve));
    paper.app.clock.advance(30);
    const startedAt = performance.now();
    const answer = await paper.readonly.get('/director/health');
    expect(performance.now() - startedAt).toBeLessThan(25_000);
    expect(answer.body).toMatchObject({ status: 'warn', stale: true, ageSeconds: 30, director: { version: '1.0' } });
    expect(answer.body['summary']).toBe('Director one has not answered for 30 seconds.');
    for (const release of held) release();
  });

  test('is crit where the Director cannot be reached', async () => {
    paper.one.gate = () => Promise.reject(new Refusal('director_unreachable', 'Connection refused.'));
    const answer = await paper.readonly.get('/director/health');
    expect(answer.body).toMatchObject({ status: 'crit', stale: true });
    expect(answer.body['checks']).toContainEqual(
      expect.objectContaining({
        ...{ id: 'director.answers', status: 'crit', hint: 'Connection refused.' },
        code: 'director.no_answer',
      }),
    );
    expect((await paper.readonly.get('/director/health?failOn=crit')).status).toBe(503);
  });

  test('rolls all Directors up into one verdict', async () => {
    paper.two.observations = [
      {
        ...{ id: 'storage.space', component: 'storage', status: 'crit', value: 0, unit: 'bytes' },
        ...{ code: 'storage.space', params: { storage: 'Local' } },
        ...{ message: 'Storage Local is full.', hint: 'Free space.' },
      },
    ];
    const answer = await paper.readonly.get('/director/health?director=*');
    expect(answer.body).toMatchObject({ status: 'crit', summary: 'Storage Local is full.', director: null });
    expect(answer.body['checks']).toContainEqual(
      expect.objectContaining({
        id: 'storage.space',
        director: 'two',
        code: 'storage.space',
        params: { storage: 'Local' },
      }),
    );
  });
});

describe('GET /clients', () => {
  test('tells how long each client has been without a good backup', async () => {
    const answer = await paper.readonly.get('/clients/laptop');
    expect(answer.body).toMatchObject({
      name: 'laptop',
      silence: { status: 'ok', warnSeconds: 129_600, critSeconds: 259_200, pausedUntil: null },
    });
    const missing = await paper.readonly.get('/clients/none');
    expect(missing.status).toBe(404);
    // What stands in the sentence, for who says it in another language.
    const params = { director: 'one', client: 'none' };
    expect(missing.body).toMatchObject({ code: 'not_found', reason: 'no_client', params });
  });

  test('lists those of all Directors, and by how they stand', async () => {
    paper.two.clients = [makeClient({ director: 'two', name: 'phone' })];
    const answer = await paper.readonly.get('/clients?director=*');
    expect(itemsOf(answer).map(({ director }) => director)).toEqual(['one', 'two']);
    const silent = await paper.readonly.get('/clients?director=*&status=crit');
    expect(itemsOf(silent)).toEqual([expect.objectContaining({ director: 'two' })]);
    expect(itemsOf(silent)[0]?.['silence']).toMatchObject({ lastSuccessAt: null });
  });

  test('finds those whose names hold a text, in any letter case, and takes no sign in it for another', async () => {
    paper.one.clients = ['Web01', 'web02', 'db01'].map((name) => makeClient({ name }));
    const found = async (q: string) =>
      itemsOf(await paper.readonly.get(`/clients?q=${encodeURIComponent(q)}`)).map(({ name }) => name);
    expect(await found('WEB')).toEqual(['Web01', 'web02']);
    expect(await found('01')).toEqual(['Web01', 'db01']);
    expect(await found('*')).toEqual([]);
    expect(await found('.')).toEqual([]);
  });
});

describe('GET /directors', () => {
  test('lists what each is and can do, also one that does not answer', async () => {
    paper.two.gate = () => Promise.reject(new Refusal('director_unreachable', 'Connection refused.'));
    const answer = await paper.readonly.get('/directors');
    expect(itemsOf(answer)).toEqual([
      expect.objectContaining({
        name: 'one',
        kind: 'paper',
        default: true,
        reachable: true,
        abilities: ['run', 'restore'],
      }),
      expect.objectContaining({ name: 'two', default: false, reachable: false, problem: 'Connection refused.' }),
    ]);
    expect((await paper.readonly.get('/directors/two')).body).toMatchObject({ reachable: false, version: null });
    expect((await paper.readonly.get('/directors/three')).body['code']).toBe('unknown_director');
  });

  test('shows what runs, what waits and what comes next', async () => {
    const { one } = paper;
    const unended = { startedAt: null, endedAt: null };
    one.catalog.runs.push(makeRun({ jobId: 11, status: 'running', statusCode: 'R', ...unended }));
    one.catalog.runs.push(makeRun({ jobId: 12, status: 'waiting', statusCode: 'M', ...unended }));
    const code = 'volume_to_write' as const;
    const waitingFor = {
      code,
      params: { pool: 'Default' },
      kind: 'media' as const,
      text: 'Waits for a volume.',
      hint: 'Add one.',
    };
    one.live.set(12, { progress: null, waitingFor });
    const job = makeJob();
    one.starts = [{ ...job, job: job.name, schedule: 'Nightly', at: new Date('2026-11-20T23:00:00Z') }];
    const answer = await paper.readonly.get('/directors/one/status');
    expect(answer.body).toMatchObject({
      running: [{ jobId: 11, progress: null }],
      waiting: [{ jobId: 12, waitingFor }],
      next: [{ job: 'BackupHome', at: '2026-11-20T23:00:00.000Z' }],
    });
  });
});
