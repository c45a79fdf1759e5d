import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { call, itemsOf, makePerson } from '../harness/fixtures/access-calls.js';
import { makeJob, makeRun } from '../harness/builders/domain-records.js';
import { addRuns, type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';
import { until } from '../harness/fixtures/until.js';

let fake: FakeApp;

beforeAll(async () => {
  fake = await startFakeApp();
  const { one } = fake;
  one.jobs.push(makeJob({ name: 'Restore files', type: 'Restore', allowedLevels: ['None'], level: 'None' }));
  one.jobs.push(makeJob({ name: 'odd /%name', client: 'desk', enabled: false }));
  addRuns(fake);
});

afterAll(() => fake.app.stop());

describe('GET /operations/jobs', () => {
  test('lists jobs by name with their newest run', async () => {
    const answer = await fake.readonly.get('/operations/jobs');
    expect(answer.status).toBe(200);
    expect(itemsOf(answer).map(({ name }) => name)).toEqual(['BackupHome', 'Restore files', 'odd /%name']);
    expect(itemsOf(answer)[0]).toMatchObject({ director: 'one', lastRun: { jobId: 2, status: 'error' } });
  });

  test('filters by name, type in any case, client and enabled', async () => {
    const namesOf = async (query: string): Promise<unknown[]> =>
      itemsOf(await fake.readonly.get(`/operations/jobs?${query}`)).map(({ name }) => name);
    expect(await namesOf('name=BackupHome')).toEqual(['BackupHome']);
    expect(await namesOf('q=backup')).toEqual(['BackupHome']);
    expect(await namesOf('q=%25')).toEqual(['odd /%name']);
    expect(await namesOf('type=restore')).toEqual(['Restore files']);
    expect(await namesOf('client=desk,other')).toEqual(['odd /%name']);
    expect(await namesOf('enabled=false')).toEqual(['odd /%name']);
  });

  test('pages over all Directors', async () => {
    const first = await fake.readonly.get('/operations/jobs?director=*&limit=2&count=true');
    expect(first.body['total']).toEqual({ value: 4, exact: true });
    const cursor = String(first.body['nextCursor']);
    const rest = await fake.readonly.get(`/operations/jobs?director=*&limit=2&cursor=${cursor}`);
    expect(
      [...itemsOf(first), ...itemsOf(rest)].map(({ name, director }) => `${String(name)}@${String(director)}`),
    ).toEqual(['BackupHome@one', 'BackupHome@two', 'Restore files@one', 'odd /%name@one']);
    expect(rest.body['nextCursor']).toBeNull();
  });

  test('sorts by client and by the next start, on all pages', async () => {
    const { jobs } = fake.one;
    const plan = (of: string, nextRunAt: Date | null) => {
      const index = jobs.findIndex(({ name }) => name === of);
      jobs[index] = { ...jobs[index]!, nextRunAt };
    };
    plan('odd /%name', new Date('2026-11-21T20:00:00Z'));
    plan('Restore files', null);
    const namesOf = async (sort: string): Promise<unknown[]> => {
      const first = await fake.readonly.get(`/operations/jobs?sort=${sort}&limit=1`);
      const cursor = String(first.body['nextCursor']);
      const rest = await fake.readonly.get(`/operations/jobs?sort=${sort}&limit=2&cursor=${cursor}`);
      return [...itemsOf(first), ...itemsOf(rest)].map(({ name }) => name);
    };
    const others = ['BackupHome', 'Restore files'];
    expect(await namesOf('client')).toEqual(['odd /%name', ...others]);
    expect(await namesOf('nextRun')).toEqual(['odd /%name', ...others]);
    expect(await namesOf('name')).toEqual([...others, 'odd /%name']);
    expect((await fake.readonly.get('/operations/jobs?sort=color')).status).toBe(400);
  });

  test('takes a name in the path as one percent-encoded word', async () => {
    const found = await fake.readonly.get(`/operations/jobs/${encodeURIComponent('odd /%name')}`);
    expect(found.body).toMatchObject({ name: 'odd /%name', lastRun: null });
    expect((await fake.readonly.get('/operations/jobs/none')).body['code']).toBe('not_found');
    expect((await fake.readonly.get('/operations/jobs/BackupHome?director=three')).body['code']).toBe(
      'unknown_director',
    );
  });

  test('names unknown and repeated parameters', async () => {
    const answer = await fake.readonly.get('/operations/jobs?color=red');
    expect([answer.status, answer.body['code']]).toEqual([400, 'validation_failed']);
    expect((await fake.readonly.get('/operations/jobs?name=a&name=b')).status).toBe(400);
  });

  test.each(['constructor', '__proto__', 'toString'])(
    'names the unknown parameter %s, which every object has',
    async (name) => {
      const answer = await fake.readonly.get(`/operations/jobs?${name}=1`);
      expect([answer.status, answer.body['errors']]).toEqual([
        400,
        [expect.objectContaining({ field: name, code: 'unknown' })],
      ]);
    },
  );

  test('answers a malformed percent sign as bad input', async () => {
    const answer = await fake.readonly.get('/operations/jobs/%E0%A4%A');
    expect(answer.body).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [{ field: '', code: 'malformed' }],
    });
  });
});

describe('PATCH /operations/jobs/{name}', () => {
  test('takes a job out of its schedule and says whether that lasts', async () => {
    const answer = await fake.operator.patch('/operations/jobs/BackupHome?director=two', { enabled: false });
    expect(answer.body).toMatchObject({ name: 'BackupHome', director: 'two', enabled: false, persistent: true });
    expect((await fake.operator.patch('/operations/jobs/none', { enabled: false })).status).toBe(404);
    expect((await fake.operator.patch('/operations/jobs/BackupHome', { enabled: 'no' })).status).toBe(400);
  });

  test('needs jobs:control', async () => {
    const answer = await fake.readonly.patch('/operations/jobs/BackupHome', { enabled: false });
    expect([answer.status, answer.body['requiredCapability']]).toEqual([403, 'jobs:control']);
  });
});

describe('POST /operations/jobs/run', () => {
  test('starts a run at a level in any letter case', async () => {
    const answer = await fake.operator.post('/operations/jobs/run', { job: 'BackupHome', level: 'fULL', priority: 3 });
    expect(answer.status).toBe(202);
    const jobId = Number(answer.body['jobId']);
    expect(answer.body).toMatchObject({ job: 'BackupHome', level: 'Full', director: 'one', status: 'queued' });
    expect(answer.headers.get('location')).toBe(`/api/v1/operations/runs/${jobId}?director=one`);
    expect(fake.one.orders.at(-1)).toMatchObject({ job: 'BackupHome', level: 'Full', priority: 3 });
    const run = await fake.readonly.get(`/operations/runs/${jobId}`);
    expect(run.body['triggeredBy']).toEqual({ kind: 'session', id: expect.any(String), name: 'otto' });
  });

  test('shows the chosen pool and storage of a run until its catalog has those that it took', async () => {
    const body = { job: 'BackupHome', pool: 'Default', storage: 'Local' };
    const jobId = Number((await fake.operator.post('/operations/jobs/run', body)).body['jobId']);
    const { runs } = fake.one.records;
    const become = (values: object): void => {
      const index = runs.findIndex((run) => run.jobId === jobId);
      runs[index] = { ...runs[index]!, ...values };
    };
    // As Bacula has it while a run is queued.
    become({ pool: null, storage: null });
    const run = async () => (await fake.readonly.get(`/operations/runs/${jobId}`)).body;
    expect(await run()).toMatchObject({ status: 'queued', pool: 'Default', storage: 'Local' });
    become({ status: 'running', statusCode: 'R', pool: 'Other', storage: 'Elsewhere' });
    expect(await run()).toMatchObject({ status: 'running', pool: 'Other', storage: 'Elsewhere' });
    become({ status: 'error', statusCode: 'f', endedAt: new Date('2026-11-20T21:04:05Z'), pool: null, storage: null });
    expect(await run()).toMatchObject({ status: 'error', pool: null, storage: null });
  });

  test('takes the level of the job where none is given', async () => {
    const answer = await fake.operator.post('/operations/jobs/run', { job: 'BackupHome', director: 'two' });
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
    const before = fake.one.orders.length;
    const answer = await fake.operator.post('/operations/jobs/run', body);
    expect([answer.status, answer.body['code']]).toEqual([422, code]);
    expect(fake.one.orders).toHaveLength(before);
  });

  test('names the levels that are allowed', async () => {
    const answer = await fake.operator.post('/operations/jobs/run', { job: 'BackupHome', level: 'x' });
    expect(answer.body['allowed']).toEqual(['Full', 'Incremental', 'Differential']);
  });

  test.each([
    {},
    { job: 7 },
    { job: 'BackupHome', joblevel: 'x' },
    { job: 'BackupHome', constructor: 1 },
    JSON.parse('{"job": "BackupHome", "__proto__": {"level": "Full"}}') as object,
    { job: 'BackupHome', when: 'tomorrow' },
    { job: 'BackupHome', when: '2030-02-30T00:00:00Z' },
    { job: 'BackupHome', when: null },
    { job: 'BackupHome', client: null },
    { job: 'BackupHome', priority: 0 },
    [],
  ])('answers 400 for the shape of %j', async (body) => {
    expect((await fake.operator.post('/operations/jobs/run', body)).status).toBe(400);
  });

  test('needs jobs:run before it looks at the body', async () => {
    const answer = await fake.readonly.post('/operations/jobs/run', { nonsense: true });
    expect([answer.status, answer.body['requiredCapability']]).toEqual([403, 'jobs:run']);
  });
});

describe('POST /operations/runs/{jobId}/cancel and /rerun', () => {
  test('says at once that a cancel is requested, and of the ended run that a user canceled it', async () => {
    fake.one.records.runs.push(makeRun({ jobId: 29, status: 'queued', statusCode: 'C', endedAt: null }));
    const cancel = jest.spyOn(fake.one, 'cancelRun').mockResolvedValueOnce(undefined);
    const answer = await fake.operator.post('/operations/runs/29/cancel');
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(answer.body).toMatchObject({
      status: 'queued',
      cancelRequestedAt: expect.stringMatching(/Z$/),
      links: {
        wait: '/api/v1/operations/runs/29?director=one&wait=60',
        cancel: '/api/v1/operations/runs/29/cancel?director=one',
      },
    });
    expect(answer.body['links']).not.toHaveProperty('rerun');
    expect((await fake.readonly.get('/operations/runs/29')).body).toHaveProperty('cancelRequestedAt');
    await fake.operator.post('/operations/runs/29/cancel');
    const { body } = await fake.readonly.get('/operations/runs/29');
    expect(body).toMatchObject({ status: 'canceled', diagnosis: { code: 'canceled_by_user', logLine: '' } });
    expect(body).not.toHaveProperty('cancelRequestedAt');
    expect(Object.keys(body['links'] as object)).toEqual(expect.not.arrayContaining(['wait', 'cancel']));
    cancel.mockRestore();
  });

  test('cancels a run once', async () => {
    fake.one.records.runs.push(makeRun({ jobId: 30, status: 'running', statusCode: 'R', endedAt: null }));
    const answer = await fake.operator.post('/operations/runs/30/cancel');
    expect([answer.status, answer.body['status']]).toEqual([202, 'canceled']);
    const again = await fake.operator.post('/operations/runs/30/cancel');
    expect([again.status, again.body['code']]).toEqual([409, 'run_already_ended']);
    expect((await fake.operator.post('/operations/runs/999/cancel')).status).toBe(404);
  });

  test('runs again at the level and with the client of that run', async () => {
    const answer = await fake.operator.post('/operations/runs/1/rerun');
    expect(answer.status).toBe(202);
    expect(fake.one.orders.at(-1)).toMatchObject({ job: 'BackupHome', level: 'Full' });
  });

  test('does not run a restore or a job that is gone again', async () => {
    expect((await fake.operator.post('/operations/runs/3/rerun')).body['code']).toBe('job_not_runnable');
    fake.one.records.runs.push(makeRun({ jobId: 500, job: 'Gone' }));
    expect((await fake.operator.post('/operations/runs/500/rerun')).body['code']).toBe('unknown_job');
    expect((await fake.operator.post('/operations/runs/999/rerun')).status).toBe(404);
  });
});

describe('POST /operations/jobs/{name}/estimate', () => {
  const estimate = '/operations/jobs/BackupHome/estimate';

  test('answers 422 with the reason where the Director cannot', async () => {
    const answer = await fake.operator.post(estimate, {});
    expect([answer.status, answer.body['code']]).toEqual([422, 'not_supported_by_director']);
    expect(answer.body['detail']).toContain('Director one cannot estimate');
  });

  test('asks for jobs:run, for a client has work with it', async () => {
    const answer = await fake.readonly.post(estimate, {});
    expect([answer.status, answer.body['requiredCapability']]).toEqual([403, 'jobs:run']);
  });

  test('keeps the figures from a caller who was signed out meanwhile', async () => {
    const person = await makePerson(fake.app, fake.admin.cookie, 'estelle', 'operator');
    const figures = { files: 1, bytes: 1, level: 'Full' };
    let isAsked = false;
    let count: () => void = () => undefined;
    fake.one.estimate = () => {
      isAsked = true;
      return new Promise((resolve) => (count = () => resolve(figures)));
    };
    try {
      const asked = call(fake.app, 'POST', `/api/v1${estimate}`, { cookie: person.cookie, body: {} });
      await until(() => isAsked);
      await call(fake.app, 'POST', '/api/v1/auth/logout', { cookie: person.cookie });
      count();
      expect((await asked).status).toBe(401);
      fake.one.estimate = () => Promise.resolve(figures);
      expect((await fake.operator.post(estimate, {})).body).toMatchObject(figures);
    } finally {
      Reflect.deleteProperty(fake.one, 'estimate');
    }
  });

  test('names a job that is not there, and one that is no backup', async () => {
    expect((await fake.operator.post('/operations/jobs/none/estimate', {})).status).toBe(404);
    const restore = await fake.operator.post('/operations/jobs/Restore%20files/estimate', {});
    expect([restore.status, restore.body['code']]).toEqual([422, 'job_not_runnable']);
  });
});

describe('GET /operations/filesets', () => {
  test('lists filesets by name with the paths that their Director reports, null where it reports none', async () => {
    fake.one.description = { ...fake.one.description, filesets: ['Home', 'Etc'] };
    const excludePresets = [{ name: 'trash', patterns: ['.Trash/'] }];
    const rules = { exclude: ['*.bak'], excludePresets, markerFiles: ['.nobackup'], hasPatterns: true };
    const told = { name: 'Etc', include: ['/etc'], ...rules };
    fake.two.listFilesets = () => Promise.resolve([told]);
    const unreported = { include: null, exclude: null, excludePresets: null, markerFiles: null };
    const untold = { director: 'one', ...unreported, hasPatterns: false };
    expect(itemsOf(await fake.readonly.get('/operations/filesets?director=*'))).toEqual([
      { name: 'Etc', ...untold },
      { ...told, director: 'two' },
      { name: 'Home', ...untold },
    ]);
    const named = await fake.readonly.get('/operations/filesets?name=Home,none&count=true');
    expect(named.body).toMatchObject({ items: [{ name: 'Home' }], nextCursor: null, total: { value: 1, exact: true } });
  });
});

describe('GET /operations/schedule', () => {
  test('pages planned starts of one instant without loss', async () => {
    const at = new Date('2026-11-21T21:00:00Z');
    fake.one.starts = ['a', 'b', 'c', 'd'].map((job) => ({ ...makeJob({ name: job }), job, schedule: 'Nightly', at }));
    const first = await fake.readonly.get('/operations/schedule?limit=3&days=2');
    const rest = await fake.readonly.get(
      `/operations/schedule?limit=3&days=2&cursor=${String(first.body['nextCursor'])}`,
    );
    expect([...itemsOf(first), ...itemsOf(rest)].map(({ job }) => job)).toEqual(['a', 'b', 'c', 'd']);
    const one = await fake.readonly.get('/operations/schedule?job=d&limit=1');
    expect(itemsOf(one)).toHaveLength(1);
    expect(itemsOf(await fake.readonly.get('/operations/schedule?until=2026-11-21T20:00:00Z'))).toEqual([]);
  });

  test('leaves out a Director that cannot tell its plan, and is refused where none can', async () => {
    const at = new Date('2026-11-21T21:00:00Z');
    fake.one.starts = [{ ...makeJob({ name: 'a' }), job: 'a', schedule: 'Nightly', at }];
    fake.two.tellsPlan = false;
    const both = await fake.readonly.get('/operations/schedule?director=*');
    expect(itemsOf(both).map(({ job }) => job)).toEqual(['a']);
    const none = await fake.readonly.get('/operations/schedule?director=two');
    expect([none.status, none.body['code'], none.body['detail']]).toEqual([
      422,
      'not_supported_by_director',
      'two does not tell its plan.',
    ]);
    expect((await fake.readonly.get('/directors/two/status')).body).toMatchObject({ next: [] });
    fake.two.tellsPlan = true;
  });
});
