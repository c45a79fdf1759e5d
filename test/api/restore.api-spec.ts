import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { RawPath } from '../../src/domain/catalog-entry.js';
import { AppError } from '../../src/domain/error-codes.js';
import { itemsOf, makePerson } from '../harness/fixtures/access-calls.js';
import { makeEntry, makeRun } from '../harness/builders/domain-records.js';
import { type Caller, callerOf, type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';
import { until } from '../harness/fixtures/until.js';

let fake: FakeApp;
const notUtf8 = RawPath.ofBytes(Buffer.from([0x2f, 0x62, 0xff, 0x64]));

beforeAll(async () => {
  fake = await startFakeApp();
  const { one } = fake;
  one.records.runs.push(makeRun({ jobId: 7 }), makeRun({ jobId: 8, level: 'Incremental' }));
  one.records.runs.push(makeRun({ jobId: 9, client: 'desk' }), makeRun({ jobId: 10, client: 'gone' }));
  one.records.entries.push(makeEntry('/etc/'), makeEntry('/etc/hosts'), makeEntry('/etc/cron.d/job', { jobId: 8 }));
  one.records.entries.push({ ...makeEntry('/b'), path: notUtf8 });
  one.description = { ...one.description, clients: ['laptop', 'desk'] };
  const point = { jobId: 8, client: 'laptop', fileset: 'Home', job: 'BackupHome', level: 'Incremental' };
  one.records.points = [
    {
      ...point,
      endedAt: new Date('2026-11-20T21:04:05Z'),
      files: 3,
      bytes: 30,
      jobids: [7, 8],
      restorable: 'partial',
      faults: [
        { code: 'volume_unavailable', params: { volume: 'Default-0002' }, text: 'Volume Default-0002 is missing.' },
      ],
    },
  ];
});

afterAll(() => fake.app.stop());

describe('GET /restore/directors', () => {
  let restorer: Caller;
  const list = async () => itemsOf(await restorer.get('/restore/directors'));

  beforeAll(async () => {
    const body = { name: 'restorer', description: '', capabilities: ['restore:browse', 'restore:run'] };
    await fake.admin.post('/admin/roles', body);
    restorer = callerOf(fake.app, (await makePerson(fake.app, fake.admin.cookie, 'rosa', 'restorer')).cookie);
  });
  afterEach(() => {
    fake.two.gate = () => Promise.resolve();
  });

  test('gives a role without directors:read names and restore folders, and nothing else', async () => {
    const { restoreRoots } = fake.one.description;
    fake.one.description = { ...fake.one.description, abilities: ['run', 'restore', 'purge', 'download'] };
    expect((await list())[0]).toEqual({
      name: 'one',
      default: true,
      reachable: true,
      abilities: ['restore', 'download'],
      clients: ['laptop', 'desk'],
      restoreRoots,
      restoreJobs: ['RestoreFiles'],
      storages: ['Local'],
    });
    for (const path of ['/directors', '/directors/one', '/directors/one/status', '/clients', '/director/health'])
      expect([path, (await restorer.get(path)).body['requiredCapability']]).toEqual([path, 'directors:read']);
  });

  test('has a Director that does not answer, without the reason', async () => {
    fake.two.gate = () => Promise.reject(new AppError('director_unreachable', 'No route to 10.0.0.7:9101.'));
    const answer = await restorer.get('/restore/directors');
    expect(itemsOf(answer)[1]).toEqual({
      name: 'two',
      default: false,
      reachable: false,
      abilities: [],
      clients: [],
      restoreRoots: [],
      restoreJobs: [],
      storages: [],
    });
    expect(answer.text).not.toContain('10.0.0.7');
  });

  test('is enough to plan and start a restore with the other routes of restore:browse and restore:run', async () => {
    const [{ name, restoreRoots }] = (await list()) as [{ name: string; restoreRoots: string[] }];
    const [point] = itemsOf(await restorer.get(`/restore/points?client=laptop&director=${name}`));
    const jobids = (point as { jobids: number[] }).jobids;
    const plan = await restorer.get(`/restore/plan?jobids=${jobids.join(',')}&director=${name}`);
    expect(plan.status).toBe(200);
    const body = { jobids, where: `${restoreRoots[0]}/mine`, director: name };
    expect((await restorer.post('/restore/run', body)).status).toBe(202);
  });
});

describe('GET /restore/points', () => {
  test('lists points of a client with their chain', async () => {
    const answer = await fake.readonly.get('/restore/points?client=laptop');
    expect(itemsOf(answer)).toEqual([
      {
        jobId: 8,
        director: 'one',
        client: 'laptop',
        fileset: 'Home',
        job: 'BackupHome',
        level: 'Incremental',
        endedAt: '2026-11-20T21:04:05.000Z',
        files: 3,
        bytes: 30,
        jobids: [7, 8],
        restorable: 'partial',
        reasons: ['Volume Default-0002 is missing.'],
        faults: [{ code: 'volume_unavailable', params: { volume: 'Default-0002' } }],
      },
    ]);
  });

  test('needs a client, and one Director', async () => {
    expect((await fake.readonly.get('/restore/points')).status).toBe(400);
    expect((await fake.readonly.get('/restore/points?client=laptop&director=*')).status).toBe(400);
  });
});

describe('GET /restore/bvfs/…', () => {
  test('finds files by name and tells which runs were read', async () => {
    const answer = await fake.readonly.get('/restore/bvfs/search?jobids=8,7,7,4711&q=hosts');
    expect(answer.body).toMatchObject({ nextCursor: null, chain: { jobids: [7, 8], missingJobids: [4711] } });
    expect(itemsOf(answer)).toEqual([
      {
        path: '/etc/hosts',
        name: 'hosts',
        type: 'file',
        director: 'one',
        client: 'laptop',
        jobId: 7,
        fileId: '1',
        size: 10,
        modifiedAt: '2026-11-19T08:30:00.000Z',
        mode: 0o100644,
        lossy: false,
        ref: RawPath.ofText('/etc/hosts').ref,
      },
    ]);
  });

  test.each(['', 'abc', '1,', '0', '-1', '1.0', '2147483648', Array.from({ length: 201 }, (_, i) => i + 1).join(',')])(
    'refuses the jobids %j',
    async (jobids) => {
      const answer = await fake.readonly.get(`/restore/bvfs/search?jobids=${jobids}&q=a`);
      expect([answer.status, answer.body['code']]).toEqual([400, 'validation_failed']);
    },
  );

  test('takes a cursor with the jobids in any order', async () => {
    const first = await fake.readonly.get('/restore/bvfs/list?jobids=8,7&path=/etc&limit=1');
    const cursor = String(first.body['nextCursor']);
    const rest = await fake.readonly.get(`/restore/bvfs/list?jobids=7,8,8&path=/etc&cursor=${cursor}`);
    expect([itemsOf(first).length, rest.status]).toEqual([1, 200]);
  });

  test('lists a folder by path with or without its final slash, and by ref', async () => {
    const ref = RawPath.ofText('/etc/').ref;
    for (const where of ['path=/etc', 'path=/etc/', `ref=${ref}`]) {
      const answer = await fake.readonly.get(`/restore/bvfs/list?jobids=7&${where}`);
      expect(itemsOf(answer).map(({ path }) => path)).toEqual(['/etc/', '/etc/hosts']);
    }
  });

  test('shows names that are not UTF-8 as lossy and takes only their ref', async () => {
    const answer = await fake.readonly.get('/restore/bvfs/search?jobids=7&q=b');
    const shown = itemsOf(answer)[0];
    expect(shown).toMatchObject({ path: '/b\uFFFDd', lossy: true, ref: notUtf8.ref });
    const byPath = await fake.readonly.get(
      `/restore/bvfs/versions?client=laptop&path=${encodeURIComponent(String(shown?.['path']))}`,
    );
    expect([byPath.status, byPath.body['code']]).toEqual([400, 'path_is_lossy']);
    const byRef = await fake.readonly.get(`/restore/bvfs/versions?client=laptop&ref=${notUtf8.ref}`);
    expect(itemsOf(byRef)).toHaveLength(1);
  });

  test('refuses relative paths, path and ref together, and a broken ref', async () => {
    for (const query of ['path=etc', 'path=/etc&ref=L2V0Yy8', 'ref=!!', 'path=/a%00b', '']) {
      expect((await fake.readonly.get(`/restore/bvfs/versions?client=laptop&${query}`)).status).toBe(400);
    }
  });
});

describe('GET /restore/plan', () => {
  test('adds up what is selected and names what is missing', async () => {
    const refs = [RawPath.ofText('/etc/hosts').ref, RawPath.ofText('/none').ref].join(',');
    const answer = await fake.readonly.get(`/restore/plan?jobids=7,8&refs=${refs}`);
    expect(answer.body).toMatchObject({ files: 1, bytes: 10, targetHolds: 'unknown', missing: [{ path: '/none' }] });
  });

  test('takes a folder without its final slash, and without any path everything', async () => {
    expect((await fake.readonly.get('/restore/plan?jobids=7,8&path=/etc')).body).toMatchObject({
      files: 3,
      missing: [],
    });
    expect((await fake.readonly.get('/restore/plan?jobids=7,8')).body['files']).toBe(4);
    expect((await fake.readonly.get('/restore/plan?jobids=7,9')).body['code']).toBe('mixed_chain');
  });
});

describe('GET /restore/plan, what stands where it would write', () => {
  test('is unknown where the Director cannot look', async () => {
    const answer = await fake.readonly.get('/restore/plan?jobids=7&where=/var/restores/today');
    expect(answer.body).toMatchObject({ files: 3, targetHolds: 'unknown', target: null });
  });

  test.each(['/etc', '/var'])('is told of %s only to those who may restore there', async (where) => {
    const answer = await fake.operator.get(`/restore/plan?jobids=7&where=${where}`);
    expect([answer.status, answer.body['requiredCapability']]).toEqual([403, 'restore:anywhere']);
    expect((await fake.admin.get(`/restore/plan?jobids=7&where=${where}`)).status).toBe(200);
  });

  test('is asked for by an absolute folder', async () => {
    expect((await fake.admin.get('/restore/plan?jobids=7&where=etc')).status).toBe(400);
  });
});

test('what of a chain is not ready for browsing is made so when a folder of it is listed', async () => {
  const { one } = fake;
  const before = one.prepared.length;
  await fake.readonly.get('/restore/bvfs/list?jobids=7,8&path=/etc/');
  expect(one.prepared).toHaveLength(before);
  one.records.unprepared.add(8);
  expect((await fake.readonly.get('/restore/bvfs/list?jobids=7,8&path=/etc/')).status).toBe(200);
  one.records.unprepared.clear();
  expect(one.prepared.slice(before)).toEqual([8]);
});

test('a backup is made ready for browsing when it ends, before anybody opens it', async () => {
  const { one } = fake;
  const running = { status: 'running', statusCode: 'R', endedAt: null } as const;
  one.records.runs.push(makeRun({ jobId: 21, ...running }), makeRun({ jobId: 22, ...running }));
  one.change(22, { status: 'error', statusCode: 'f' });
  one.change(21, { status: 'completed', statusCode: 'T', endedAt: new Date('2026-11-20T22:00:00Z') });
  await until(() => one.prepared.includes(21));
  expect(one.prepared).not.toContain(22);
});

describe('POST /restore/run', () => {
  test('starts a restore below a restore root with restore:run alone', async () => {
    const body = { jobids: [8, 7, 8], paths: ['/etc', '/none'], where: '/var/restores/./today/', replace: 'never' };
    const answer = await fake.operator.post('/restore/run', body);
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ director: 'one', missing: [{ path: '/none' }], status: 'queued' });
    expect(answer.headers.get('location')).toBe(`/api/v1/operations/runs/${String(answer.body['jobId'])}?director=one`);
    const order = fake.one.orders.at(-1);
    expect(order).toMatchObject({
      jobids: [7, 8],
      restoreClient: 'laptop',
      where: '/var/restores/today',
      anywhere: false,
    });
    expect(order).toMatchObject({ replace: 'never', selection: [RawPath.ofText('/etc/')] });
  });

  test('restores everything where no paths are given, into the root that the Director chooses', async () => {
    expect((await fake.operator.post('/restore/run', { jobids: [7] })).status).toBe(202);
    expect(fake.one.orders.at(-1)).toMatchObject({ selection: [], replace: 'always' });
    expect(fake.one.orders.at(-1)).not.toHaveProperty('where');
  });

  test.each(['/', '/etc', '/var/restores-of-others', '/var'])('needs restore:anywhere for %s', async (where) => {
    const answer = await fake.operator.post('/restore/run', { jobids: [7], where });
    expect([answer.status, answer.body['code']]).toEqual([403, 'missing_capability']);
    expect(answer.body['requiredCapability']).toBe('restore:anywhere');
    expect((await fake.admin.post('/restore/run', { jobids: [7], where })).status).toBe(202);
    expect(fake.one.orders.at(-1)).toMatchObject({ where, anywhere: true });
  });

  test.each([
    { jobids: [] },
    { jobids: '7' },
    { jobids: [7.5] },
    { jobids: [7], where: 'relative' },
    { jobids: [7], where: '/var/restores/../../etc' },
    { jobids: [7], paths: ['relative'] },
    { jobids: [7], paths: [7] },
    { jobids: [7], paths: null },
    { jobids: [7], refs: ['!'] },
    { jobids: [7], replace: 'sometimes' },
    { jobids: [7], overwrite: true },
  ])('answers 400 for %j', async (body) => {
    const answer = await fake.admin.post('/restore/run', body);
    expect([answer.status, answer.body['code']]).toEqual([400, 'validation_failed']);
  });

  test.each([
    [{ jobids: [7, 4711, 4712] }, 'incomplete_chain'],
    [{ jobids: [7, 9] }, 'mixed_chain'],
    [{ jobids: [7], paths: ['/none'] }, 'nothing_selected'],
    [{ jobids: [7], paths: [] }, 'nothing_selected'],
    [{ jobids: [10] }, 'unknown_client'],
    [{ jobids: [7], restoreClient: 'none' }, 'unknown_client'],
  ])('refuses %j as %s', async (body, code) => {
    const before = fake.one.orders.length;
    const answer = await fake.admin.post('/restore/run', body);
    expect([answer.status, answer.body['code']]).toEqual([422, code]);
    expect(fake.one.orders).toHaveLength(before);
  });

  test('names the runs that are missing from a chain', async () => {
    const answer = await fake.admin.post('/restore/run', { jobids: [7, 4711, 4712] });
    expect(answer.body['missingJobids']).toEqual([4711, 4712]);
    expect(answer.body['detail']).toContain('4711, 4712');
  });

  test('writes to another client where one is named', async () => {
    await fake.admin.post('/restore/run', { jobids: [7], restoreClient: 'desk' });
    expect(fake.one.orders.at(-1)).toMatchObject({ restoreClient: 'desk' });
  });

  test('takes chains of several filesets of one client', async () => {
    fake.one.records.runs.push(makeRun({ jobId: 31, fileset: 'Mail' }));
    expect((await fake.admin.post('/restore/run', { jobids: [7, 31] })).status).toBe(202);
    expect(fake.one.orders.at(-1)).toMatchObject({ jobids: [7, 31] });
  });

  test('has a record of what was requested at once, and of what the report says at the end', async () => {
    const { one } = fake;
    const body = { jobids: [7, 8], paths: ['/etc/hosts'], where: '/var/restores/a', replace: 'never' };
    const { jobId } = (await fake.admin.post('/restore/run', body)).body as { jobId: number };
    const asked = {
      jobids: [7, 8],
      filesets: ['Home'],
      sourceClient: 'laptop',
      restoreClient: 'laptop',
      where: '/var/restores/a',
      relocation: null,
      replace: 'never',
      chosen: 1,
    };
    const unknown = { restored: null, skipped: null, failed: null };
    const read = async () => (await fake.admin.get(`/operations/runs/${jobId}`)).body as { restore: object };
    expect((await read()).restore).toEqual({ ...asked, ...unknown, refs: [RawPath.ofText('/etc/hosts').ref] });
    const report = [`JobId: ${jobId}`, 'Files Expected: 1', 'Files Restored: 0', 'Termination: Restore OK'].join('\n');
    one.records.logs.set(jobId, [{ id: 1, at: new Date(), text: report }]);
    one.change(jobId, { status: 'warning', statusCode: 'T', endedAt: new Date('2026-11-20T22:00:00Z'), files: 0 });
    await until(async () => ((await read()) as unknown as { status: string }).status === 'warning');
    expect((await read()).restore).toMatchObject({ ...asked, ...unknown, restored: 0 });
  });

  test('that another program ordered says what its Director reports, and null for the rest', async () => {
    const { one } = fake;
    const report = [
      'JobId: 41',
      'Restore Client: "desk"',
      'Where: "/tmp/there"',
      'Replace: IfOlder',
      'Files Expected: 2',
      'Files Restored: 2',
      'Termination: Restore OK',
    ].join('\n');
    one.records.logs.set(41, [{ id: 1, at: new Date(), text: report }]);
    one.records.runs.push(makeRun({ jobId: 41, type: 'Restore', level: 'None', files: 2, client: 'desk' }));
    expect(((await fake.readonly.get('/operations/runs/41')).body as { restore: object }).restore).toEqual({
      jobids: null,
      filesets: null,
      sourceClient: null,
      restoreClient: 'desk',
      where: '/tmp/there',
      relocation: null,
      replace: 'ifolder',
      chosen: 2,
      restored: null,
      skipped: null,
      failed: null,
    });
  });
});

describe('relocation', () => {
  const able = ['run', 'restore', 'relocate', 'restore-job', 'restore-storage', 'plugin-options'];
  let before: typeof fake.one.description;
  beforeAll(() => {
    before = fake.one.description;
    fake.one.description = { ...before, abilities: able, restoreJobs: ['RestoreFiles', 'RestoreTape'] };
  });
  afterAll(() => {
    fake.one.description = before;
  });
  const run = (body: object, caller = fake.admin) => caller.post('/restore/run', { jobids: [7], ...body });
  const preview = (body: object, caller = fake.admin) =>
    caller.post('/restore/relocation-preview', { jobids: [7], ...body });

  test('is sent to the Director in place of where, and is in the record of the run and in the audit log', async () => {
    const relocation = { stripPrefix: '/etc', addPrefix: '/var/restores/e' };
    const answer = await run({ relocation, where: '/var/restores/w' }, fake.operator);
    expect(answer.status).toBe(202);
    const order = fake.one.orders.at(-1);
    expect(order).toMatchObject({ relocation: { input: relocation, root: '/var/restores/e' }, anywhere: false });
    const { jobId } = answer.body as { jobId: number };
    expect((await fake.admin.get(`/operations/runs/${jobId}`)).body).toMatchObject({
      restore: { where: null, relocation: { ...relocation, addSuffix: null, regex: null } },
    });
    const records = itemsOf(await fake.admin.get('/admin/audit?action=restore.run&limit=500'));
    const own = records.filter(({ changes }) => (changes as { jobId?: { to: number } }).jobId?.to === jobId);
    expect(own).toMatchObject([{ changes: { relocation: { to: relocation } } }]);
  });

  test.each([{ addPrefix: '/etc' }, { stripPrefix: '/etc' }, { addSuffix: '.x' }, { regex: '!^!/var/restores/!' }])(
    '%j needs restore:anywhere, for the restore as for its preview',
    async (relocation) => {
      for (const answer of [await run({ relocation }, fake.operator), await preview({ relocation }, fake.operator)]) {
        expect([answer.status, answer.body['requiredCapability']]).toEqual([403, 'restore:anywhere']);
      }
      expect((await run({ relocation })).status).toBe(202);
    },
  );

  test('is previewed with paths of the selection', async () => {
    const answer = await preview({ paths: ['/etc/hosts'], relocation: { regex: '!^/etc/(.*)!/r/$1!' } });
    expect(answer.body['samples']).toEqual([
      { path: '/etc/hosts', ref: RawPath.ofText('/etc/hosts').ref, target: '/r/hosts' },
    ]);
    const all = await preview({ relocation: { addPrefix: '/var/restores' } }, fake.readonly);
    expect((all.body['samples'] as object[]).length).toBe(3);
  });

  test('under a key that was used with another relocation is rejected', async () => {
    const headers = { 'idempotency-key': 'relocation-1' };
    const body = { jobids: [7], relocation: { addPrefix: '/var/restores/a' } };
    expect((await fake.admin.post('/restore/run', body, headers)).status).toBe(202);
    const other = { ...body, relocation: { addPrefix: '/var/restores/b' } };
    expect((await fake.admin.post('/restore/run', other, headers)).body['code']).toBe('idempotency_key_reused');
  });

  test('selects files by an expression beside paths, and counts them in the plan', async () => {
    const chain = { jobids: [7, 8] };
    expect((await fake.readonly.get('/restore/plan?jobids=7,8&expression=hosts$')).body).toMatchObject({ files: 1 });
    expect((await fake.readonly.get('/restore/plan?jobids=7,8&expression=none$')).body).toMatchObject({ files: 0 });
    expect((await run({ ...chain, expression: '^/etc/.*(hosts|job)$' })).status).toBe(202);
    const chosen = () =>
      (fake.one.orders.at(-1) as unknown as { selection: RawPath[] }).selection.map(({ text }) => text);
    expect(chosen()).toEqual(['/etc/hosts', '/etc/cron.d/job']);
    expect((await run({ ...chain, paths: ['/etc/hosts'], expression: 'job$' })).status).toBe(202);
    expect(chosen()).toEqual(['/etc/hosts', '/etc/cron.d/job']);
    expect((await run({ ...chain, expression: 'none$' })).body['code']).toBe('nothing_selected');
  });

  test('an expression that matches more files than a restore can name is rejected', async () => {
    const many = Array.from({ length: 10_001 }, (_, index) => makeEntry(`/many/${index}`, { jobId: 61 }));
    fake.one.records.runs.push(makeRun({ jobId: 61 }));
    fake.one.records.entries.push(...many);
    const answer = await fake.admin.post('/restore/run', { jobids: [61], expression: '^/many/' });
    expect([answer.status, answer.body['code']]).toEqual([422, 'selection_too_large']);
    fake.one.records.entries.splice(-many.length);
  });

  test('another restore job and storage are sent, if the Director has them', async () => {
    expect((await run({ restoreJob: 'RestoreTape', storage: 'Local' })).status).toBe(202);
    expect(fake.one.orders.at(-1)).toMatchObject({ restoreJob: 'RestoreTape', storage: 'Local' });
    expect((await run({ restoreJob: 'None' })).body['code']).toBe('unknown_job');
    expect((await run({ storage: 'None' })).body['code']).toBe('unknown_storage');
  });

  test('another restore job than the default one needs restore:anywhere: its configuration may redirect files', async () => {
    const answer = await run({ restoreJob: 'RestoreTape' }, fake.operator);
    expect([answer.status, answer.body['requiredCapability']]).toEqual([403, 'restore:anywhere']);
    expect((await run({ restoreJob: 'RestoreFiles' }, fake.operator)).status).toBe(202);
  });

  test('plugin options need restore:commands', async () => {
    const pluginOptions = 'bpipe:file=/a:writer=tee /tmp/a';
    const answer = await run({ pluginOptions }, fake.operator);
    expect([answer.status, answer.body['requiredCapability']]).toEqual([403, 'restore:commands']);
    expect((await run({ pluginOptions })).status).toBe(202);
    expect(fake.one.orders.at(-1)).toMatchObject({ pluginOptions });
  });

  test.each([
    ['relocate', { relocation: { addPrefix: '/var/restores' } }],
    ['restore-job', { restoreJob: 'RestoreFiles' }],
    ['restore-storage', { storage: 'Local' }],
    ['plugin-options', { pluginOptions: 'a:b' }],
  ])('a Director without the ability %s rejects it by name', async (ability, body) => {
    fake.one.description = { ...fake.one.description, abilities: able.filter((one) => one !== ability) };
    const answer = await run(body);
    fake.one.description = { ...fake.one.description, abilities: able };
    expect([answer.status, answer.body['code']]).toEqual([422, 'not_supported_by_director']);
    expect([answer.body['reason'], answer.body['params']]).toMatchObject(['unsupported', { ability }]);
  });

  test.each([
    ['relocate', { relocation: { addPrefix: '/var/restores' } }],
    ['restore-job', { restoreJob: 'RestoreFiles' }],
    ['restore-storage', { storage: 'Local' }],
    ['plugin-options', { pluginOptions: 'a:b' }],
  ])('where the Director denies a command of the ability %s, the answer names the command', async (denied, body) => {
    const permitted = jest.spyOn(fake.one, 'rejectDenied').mockImplementation((ability) => {
      if (ability !== denied) return Promise.resolve();
      const extras = { reason: 'command_not_permitted', params: { director: 'one', command: 'restore' } } as const;
      return Promise.reject(new AppError('not_supported_by_director', 'Director one denies restore.', extras));
    });
    fake.one.description = { ...fake.one.description, abilities: able.filter((one) => one !== denied) };
    const answers = [await run(body), ...(denied === 'relocate' ? [await preview(body)] : [])];
    fake.one.description = { ...fake.one.description, abilities: able };
    permitted.mockRestore();
    for (const answer of answers) {
      expect([answer.status, answer.body['reason'], answer.body['params']]).toEqual([
        422,
        'command_not_permitted',
        { director: 'one', command: 'restore' },
      ]);
    }
  });
});
