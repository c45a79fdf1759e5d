import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '../../src/domain/error-codes.js';
import { itemsOf } from '../harness/fixtures/access-calls.js';
import { makeClient, makeJob, makeRun } from '../harness/builders/domain-records.js';
import { type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';
import { until } from '../harness/fixtures/until.js';

const fakes: FakeApp[] = [];
let fake: FakeApp;

const started = startFakeApp();

/** A good backup of a client comes into a Director's catalog. */
function backUp({ name, records }: FakeApp['one'], client: string, ended: string): void {
  const endedAt = new Date(ended);
  const jobId = 1 + records.runs.length;
  records.runs.push(makeRun({ jobId, uniqueName: `${client}.${jobId}`, director: name, client, endedAt }));
}

function runsInIndex(checks: unknown): unknown {
  const known = checks as readonly { readonly id: string; readonly params: Readonly<Record<string, unknown>> }[];
  return known.find(({ id }) => id === 'search.index')?.params['held'];
}

beforeAll(async () => {
  for (const director of [(await started).one, (await started).two]) backUp(director, 'laptop', '2026-11-20T20:00:00Z');
});

beforeEach(async () => {
  fake = await started;
  fakes[0] = fake;
  for (const director of [fake.one, fake.two]) {
    director.gate = () => Promise.resolve();
    director.clients = [makeClient({ director: director.name })];
    director.records.counts = { running: 0, waiting: 0, failed24h: 0, warning24h: 0, volumesInError: 0 };
    director.observations = [];
  }
});

afterAll(() => fakes[0]?.app.stop());

describe('GET /director/health', () => {
  test('says in a sentence that all is well', async () => {
    const answer = await fake.readonly.get('/director/health');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'ok',
      summary: '1 of 1 job protected.',
      checkedAt: '2026-11-20T21:00:00.000Z',
      ageSeconds: 0,
      stale: false,
      director: { name: 'one', version: '1.0', startedAt: '2026-11-20T06:00:00.000Z' },
      counts: { running: 0, waiting: 0, failed24h: 0, warning24h: 0, silentWarn: 0, silentCrit: 0, volumesInError: 0 },
    });
  });

  test('names silent clients, the longest first', async () => {
    fake.one.clients = ['web07', 'laptop', 'db1'].map((name) => makeClient({ name }));
    backUp(fake.one, 'web07', '2026-11-16T20:00:00Z');
    backUp(fake.one, 'db1', '2026-11-19T01:00:00Z');
    const answer = await fake.readonly.get('/director/health');
    expect(answer.body).toMatchObject({
      status: 'crit',
      summary: '2 clients without a recent good backup, the longest for 4 days: web07, db1.',
      counts: { silentWarn: 1, silentCrit: 1 },
    });
  });

  test('fails for simple pollers from the verdict they choose', async () => {
    fake.one.records.counts = { running: 0, waiting: 0, failed24h: 2, warning24h: 0, volumesInError: 0 };
    expect((await fake.readonly.get('/director/health')).status).toBe(200);
    expect((await fake.readonly.get('/director/health?failOn=crit')).status).toBe(200);
    const failed = await fake.readonly.get('/director/health?failOn=warn');
    expect([failed.status, failed.body['status']]).toEqual([503, 'warn']);
    expect((await fake.readonly.get('/director/health?failOn=ok')).status).toBe(400);
  });

  test('answers 304 while nothing has changed, though time goes on', async () => {
    const { runs } = fake.one.records;
    // The names of the runs are read beside it, and the check on their index tells how many; clients are judged beside it, too.
    const first = await until(async () => {
      const seen = await fake.readonly.get('/director/health');
      const answer = await fake.readonly.get('/director/health');
      const isSettled = answer.headers.get('etag') === seen.headers.get('etag');
      return isSettled && runsInIndex(answer.body['checks']) === runs.length ? answer : null;
    });
    fake.app.clock.advance(1);
    const etag = first.headers.get('etag') ?? '';
    expect((await fake.readonly.get('/director/health', { 'if-none-match': etag })).status).toBe(304);
  });

  test('answers from the last known state while the Director hangs, long before its limit is over', async () => {
    await fake.readonly.get('/director/health');
    const held: (() => void)[] = [];
    fake.one.gate = () => new Promise<void>((resolve) => held.push(resolve));
    fake.app.clock.advance(30);
    const startedAt = performance.now();
    const answer = await fake.readonly.get('/director/health');
    expect(performance.now() - startedAt).toBeLessThan(25_000);
    expect(answer.body).toMatchObject({ status: 'warn', stale: true, ageSeconds: 30, director: { version: '1.0' } });
    expect(answer.body['summary']).toBe('Director one has not answered for 30 seconds.');
    for (const release of held) release();
  });

  test('is crit where the Director cannot be reached', async () => {
    fake.one.gate = () => Promise.reject(new AppError('director_unreachable', 'Connection refused.'));
    const answer = await fake.readonly.get('/director/health');
    expect(answer.body).toMatchObject({ status: 'crit', stale: true });
    expect(answer.body['checks']).toContainEqual(
      expect.objectContaining({
        id: 'director.answers',
        status: 'crit',
        hint: 'Connection refused.',
        code: 'director.no_answer',
      }),
    );
    expect((await fake.readonly.get('/director/health?failOn=crit')).status).toBe(503);
  });

  test('rolls all Directors up into one verdict', async () => {
    fake.two.observations = [
      {
        id: 'storage.space',
        component: 'storage',
        status: 'crit',
        value: 0,
        unit: 'bytes',
        code: 'storage.space',
        params: { storage: 'Local' },
        message: 'Storage Local is full.',
        hint: 'Free space.',
      },
    ];
    const answer = await fake.readonly.get('/director/health?director=*');
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
    const answer = await fake.readonly.get('/clients/laptop');
    expect(answer.body).toMatchObject({
      name: 'laptop',
      silence: { status: 'ok', warnSeconds: 129_600, critSeconds: 259_200, pausedUntil: null },
    });
    const missing = await fake.readonly.get('/clients/none');
    expect(missing.status).toBe(404);
    // What stands in the sentence, for who says it in another language.
    const params = { director: 'one', client: 'none' };
    expect(missing.body).toMatchObject({ code: 'not_found', reason: 'no_client', params });
  });

  test('lists those of all Directors, and by how they stand', async () => {
    fake.two.clients = [makeClient({ director: 'two', name: 'phone' })];
    const answer = await fake.readonly.get('/clients?director=*');
    expect(itemsOf(answer).map(({ director }) => director)).toEqual(['one', 'two']);
    const silent = await fake.readonly.get('/clients?director=*&status=crit');
    expect(itemsOf(silent)).toEqual([expect.objectContaining({ director: 'two' })]);
    expect(itemsOf(silent)[0]?.['silence']).toMatchObject({ lastSuccessAt: null });
  });

  test('sorts by the last good backup, those that never had one first, on all pages', async () => {
    fake.one.clients = ['laptop', 'phone', 'web01'].map((name) => makeClient({ name }));
    const first = await fake.readonly.get('/clients?sort=lastSuccess&limit=2');
    const rest = await fake.readonly.get(
      `/clients?sort=lastSuccess&limit=2&cursor=${String(first.body['nextCursor'])}`,
    );
    expect([...itemsOf(first), ...itemsOf(rest)].map(({ name }) => name)).toEqual(['phone', 'web01', 'laptop']);
    expect(itemsOf(await fake.readonly.get('/clients?sort=name')).map(({ name }) => name)[0]).toBe('laptop');
    expect((await fake.readonly.get('/clients?sort=color')).status).toBe(400);
  });

  test('finds those whose names hold a text, in any letter case, and takes no sign in it for another', async () => {
    fake.one.clients = ['Web01', 'web02', 'db01'].map((name) => makeClient({ name }));
    const found = async (q: string) =>
      itemsOf(await fake.readonly.get(`/clients?q=${encodeURIComponent(q)}`)).map(({ name }) => name);
    expect(await found('WEB')).toEqual(['Web01', 'web02']);
    expect(await found('01')).toEqual(['Web01', 'db01']);
    expect(await found('*')).toEqual([]);
    expect(await found('.')).toEqual([]);
  });
});

describe('GET /directors', () => {
  test('lists what each is and can do, also one that does not answer', async () => {
    fake.two.gate = () => Promise.reject(new AppError('director_unreachable', 'Connection refused.'));
    const answer = await fake.readonly.get('/directors');
    expect(itemsOf(answer)).toEqual([
      expect.objectContaining({
        name: 'one',
        kind: 'fake',
        default: true,
        reachable: true,
        abilities: ['run', 'restore'],
      }),
      expect.objectContaining({ name: 'two', default: false, reachable: false, problem: 'Connection refused.' }),
    ]);
    expect((await fake.readonly.get('/directors/two')).body).toMatchObject({ reachable: false, version: null });
    expect((await fake.readonly.get('/directors/three')).body['code']).toBe('unknown_director');
  });

  test('shows what runs, what waits and what comes next', async () => {
    const { one } = fake;
    const unended = { startedAt: null, endedAt: null };
    one.records.runs.push(makeRun({ jobId: 11, status: 'running', statusCode: 'R', ...unended }));
    one.records.runs.push(makeRun({ jobId: 12, status: 'waiting', statusCode: 'M', ...unended }));
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
    const answer = await fake.readonly.get('/directors/one/status');
    expect(answer.body).toMatchObject({
      running: [{ jobId: 11 }],
      waiting: [{ jobId: 12, waitingFor }],
      next: [{ job: 'BackupHome', at: '2026-11-20T23:00:00.000Z' }],
    });
    // As in the record of a run: what does not apply is absent.
    const { running } = answer.body as unknown as { running: object[] };
    for (const member of ['progress', 'waitingFor']) expect(running[0]).not.toHaveProperty(member);
  });
});
