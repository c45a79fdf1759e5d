import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AppError } from '../../src/domain/error-codes.js';
import { type ForgettingLoss } from '../../src/domain/volume-impact.js';
import { type Volume } from '../../src/domain/volumes.js';
import { makeRun } from '../harness/builders/domain-records.js';
import { addRuns, type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';
import { type Answer, itemsOf } from '../harness/fixtures/access-calls.js';
import { until } from '../harness/fixtures/until.js';

let fake: FakeApp;

beforeAll(async () => {
  fake = await startFakeApp();
  addRuns(fake);
});

afterAll(() => fake.app.stop());

beforeEach(() => {
  fake.one.mediaOrders.length = 0;
  fake.one.mediaGate = () => Promise.resolve();
  fake.one.description = {
    ...fake.one.description,
    pools: ['Default', 'Scratch'],
    storages: ['Local', 'Tapes'],
    abilities,
  };
});

const abilities = [
  'delete-volume',
  'delete-run',
  'truncate',
  'relabel',
  'label-barcodes',
  'update-slots',
  'import',
  'export',
  'enable-client',
  'enable-schedule',
  'schedules',
];
const volume: Volume = {
  volume: 'Tape-0001',
  mediaId: 1,
  pool: 'Default',
  storage: 'Tapes',
  mediaType: 'LTO',
  status: 'Purged',
  enabled: true,
  bytes: 10,
  maxBytes: null,
  fileMarks: 0,
  jobs: 0,
  mounts: 0,
  errors: 0,
  labeledAt: null,
  firstWrittenAt: null,
  lastWrittenAt: null,
  retentionSeconds: null,
  expiresAt: null,
  recycle: true,
  recycleCount: 0,
  slot: 3,
  inChanger: true,
  readSeconds: 0,
  writeSeconds: 0,
};
const nothing: ForgettingLoss = {
  jobids: [],
  unfinished: [],
  partlyElsewhere: 0,
  copiedElsewhere: 0,
  files: 0,
  bytes: 0,
  pointsLost: 0,
  pointsBroken: 0,
  groups: [],
};
const lastFull = {
  client: 'laptop',
  fileset: 'Home',
  runs: 1,
  pointsLost: 1,
  pointsBroken: 0,
  newestLostAt: null,
  remainingFulls: 0,
  removesLastFull: true,
};
const holds = (changes: Partial<Volume> = {}, loss: Partial<ForgettingLoss> = {}): void =>
  void fake.one.records.impacts.set('Tape-0001', { volume: { ...volume, ...changes }, ...nothing, ...loss });
const holdsRun = (jobId: number): void => {
  const run = makeRun({ jobId });
  fake.one.records.runs.push(run);
  fake.one.records.runImpacts.set(jobId, { run, ...nothing, jobids: [jobId] });
};
const at = '/storage-media/volumes/Tape-0001';
const hashOf = ({ body }: Answer): string => (body as { impactHash: string }).impactHash;

async function confirmed(path: string, confirm: string, more: object = {}): Promise<Answer> {
  const seen = await fake.admin.post(path, more);
  expect(seen).toMatchObject({ status: 409, body: { code: 'confirmation_required' } });
  return fake.admin.post(path, { ...more, confirm, impactHash: hashOf(seen) });
}

describe('the deletion of a volume', () => {
  test('shows first what is lost, and does nothing', async () => {
    holds({ status: 'Used' }, { jobids: [2], pointsLost: 1 });
    const seen = await fake.admin.post(`${at}/delete`, {});
    expect(seen).toMatchObject({ status: 409, body: { impact: { action: 'delete', runs: 1, pointsLost: 1 } } });
    expect(fake.one.mediaOrders).toEqual([]);
  });

  test('is refused for the last Full of a client unless it is forced', async () => {
    holds({ status: 'Used' }, { jobids: [2], groups: [lastFull] });
    expect(await confirmed(`${at}/delete`, 'Tape-0001')).toMatchObject({ status: 409, body: { code: 'only_copy' } });
    expect(fake.one.mediaOrders).toEqual([]);
  });

  test('leaves no volume, and is done once', async () => {
    holds({ status: 'Used' }, { jobids: [2] });
    const done = await confirmed(`${at}/delete`, 'Tape-0001');
    expect(done).toMatchObject({ status: 200, body: { action: 'delete', status: null, runsGone: 1, runsLeft: 0 } });
    expect((await fake.admin.post(`${at}/delete`, {})).status).toBe(404);
    expect(fake.one.mediaOrders).toEqual([['delete', 'Tape-0001']]);
    const [record] = itemsOf(await fake.admin.get('/admin/audit?action=media.volume.delete&limit=1'));
    expect(record).toMatchObject({
      target: 'volume:one:Tape-0001',
      outcome: 'success',
      changes: { runsGone: { to: 1 } },
    });
  });
});

describe('a run whose record the Director deleted itself', () => {
  test('stays in the history and says that it is no longer retained', async () => {
    const { runs } = fake.one.records;
    const [run] = runs.splice(
      runs.findIndex(({ jobId }) => jobId === 1),
      1,
    );
    const listed = itemsOf(await fake.admin.get('/operations/jobs/recent'));
    const single = await fake.admin.get('/operations/runs/1');
    runs.push(run!);
    expect(listed).toContainEqual(expect.objectContaining({ jobId: 1, status: 'completed' }));
    expect(single.body).toMatchObject({ status: 'completed', retained: false });
  });
});

describe('the deletion of a run', () => {
  const deletable = (): void => {
    const run = fake.one.records.runs.find(({ jobId }) => jobId === 1)!;
    fake.one.records.runImpacts.set(1, { run, ...nothing, jobids: [1], pointsLost: 1 });
  };

  test('wants its job id and the hash of what was looked at', async () => {
    deletable();
    const seen = await fake.admin.post('/operations/runs/1/delete', {});
    expect(seen).toMatchObject({ status: 409, body: { impact: { jobId: 1, pointsLost: 1 } } });
    const wrong = await fake.admin.post('/operations/runs/1/delete', { confirm: '2', impactHash: hashOf(seen) });
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ field: 'confirm', code: 'mismatch' }] } });
    expect(fake.one.mediaOrders).toEqual([]);
  });

  test('is not for a run that has not ended', async () => {
    const run = fake.one.records.runs.find(({ jobId }) => jobId === 1)!;
    fake.one.records.runImpacts.set(1, { run, ...nothing, jobids: [1], unfinished: [1] });
    expect(await confirmed('/operations/runs/1/delete', '1')).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect(fake.one.mediaOrders).toEqual([]);
  });

  test('leaves it in the history, no longer as something to restore', async () => {
    deletable();
    expect((await fake.admin.get('/operations/runs/1')).body).toMatchObject({ retained: true });
    const done = await confirmed('/operations/runs/1/delete', '1');
    expect(done).toMatchObject({ status: 200, body: { jobId: 1, director: 'one' } });
    expect(fake.one.mediaOrders).toEqual([['deleteRun', 1]]);
    expect((await fake.admin.get('/operations/runs/1')).body).toMatchObject({ jobId: 1, retained: false });
    expect((await fake.admin.post('/operations/runs/1/delete', {})).status).toBe(404);
  });
});

describe.each([
  ['truncate', {}, ['Used', 'Recycle']],
  ['relabel', { newName: 'Tape-0002' }, ['Used', 'Append']],
] as const)('%s', (verb, body, wrong) => {
  test('is for emptied volumes only', async () => {
    for (const status of wrong) {
      holds({ status });
      const answer = await fake.admin.post(`${at}/${verb}`, body);
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict', reason: 'volume_not_forgettable' } });
    }
    holds({}, { jobids: [2] });
    const held = await fake.admin.post(`${at}/${verb}`, body);
    expect(held).toMatchObject({ status: 409, body: { code: 'conflict', reason: 'volume_holds_runs' } });
  });

  test('is done after the name was typed', async () => {
    holds();
    expect((await confirmed(`${at}/${verb}`, 'Tape-0001', body)).status).toBe(200);
    expect(fake.one.mediaOrders.map(([told]) => told)).toEqual([verb]);
  });
});

test('a new label is written where the volume is, unless it is said otherwise', async () => {
  holds();
  await confirmed(`${at}/relabel`, 'Tape-0001', { newName: 'Tape-0002', pool: 'Scratch' });
  const order = { volume: 'Tape-0001', newName: 'Tape-0002', pool: 'Scratch', storage: 'Tapes', slot: 3 };
  expect(fake.one.mediaOrders).toEqual([['relabel', order]]);
  const unknown = await fake.admin.post(`${at}/relabel`, { newName: 'Tape-0002', pool: 'None' });
  expect(unknown).toMatchObject({ status: 422, body: { code: 'unknown_pool' } });
});

test('an autochanger is told which slots and which drive', async () => {
  const storage = '/storage-media/storages/Tapes';
  const told = { storage: 'Tapes', slots: [1, 2], drive: 1 };
  expect(
    (await fake.operator.post(`${storage}/label-barcodes`, { pool: 'Scratch', slots: [2, 1], drive: 1 })).status,
  ).toBe(200);
  expect((await fake.operator.post(`${storage}/update-slots`, {})).status).toBe(200);
  expect((await fake.operator.post(`${storage}/import`, {})).status).toBe(200);
  expect((await fake.operator.post(`${storage}/export`, { slots: [5] })).status).toBe(200);
  expect(fake.one.mediaOrders).toEqual([
    ['labelBarcodes', { ...told, pool: 'Scratch' }],
    ['updateSlots', { storage: 'Tapes' }],
    ['import', { storage: 'Tapes' }],
    ['export', { storage: 'Tapes', slots: [5] }],
  ]);
  expect((await fake.operator.post('/storage-media/storages/None/import', {})).status).toBe(404);
});

describe('while a request acts on a volume', () => {
  const relabel = { newName: 'Tape-0002' };
  const seen = async (path: string, confirm: string, more: object = {}): Promise<object> => {
    const impactHash = hashOf(await fake.admin.post(path, more));
    return { ...more, confirm, impactHash };
  };
  /** Both at once: the second one comes while the Director is still at work on the first. */
  async function atOnce(first: () => Promise<Answer>, second: () => Promise<Answer>): Promise<[Answer, Answer]> {
    let resolve = (): void => undefined;
    const answered = new Promise<void>((open) => void (resolve = open));
    // Were the second one sent too, neither would wait for it to be answered.
    fake.one.mediaGate = () => {
      if (fake.one.mediaOrders.length > 1) resolve();
      return answered;
    };
    const early = first();
    await until(() => fake.one.mediaOrders.length === 1);
    const late = await second();
    resolve();
    return [await early, late];
  }

  test.each(['delete', 'truncate'] as const)('the same %s is not sent a second time', async (verb) => {
    holds();
    const body = await seen(`${at}/${verb}`, 'Tape-0001');
    const send = () => fake.admin.post(`${at}/${verb}`, body);
    const [first, second] = await atOnce(send, send);
    expect(first.status).toBe(200);
    expect(second).toMatchObject({ status: 409, body: { code: 'conflict', reason: 'request_in_progress' } });
    expect(fake.one.mediaOrders).toEqual([[verb, 'Tape-0001']]);
  });

  test('no other action is carried out on it, nor on the name that it gets', async () => {
    holds();
    fake.one.description = { ...fake.one.description, abilities: [...abilities, 'label', 'change-volume'] };
    fake.one.records.volumes.push(volume);
    const body = await seen(`${at}/relabel`, 'Tape-0001', relabel);
    const deletion = await seen(`${at}/delete`, 'Tape-0001');
    const answers: Answer[] = [];
    const label = { volume: 'Tape-0002', pool: 'Default', storage: 'Tapes' };
    const [done] = await atOnce(
      () => fake.admin.post(`${at}/relabel`, body),
      async () => {
        answers.push(await fake.admin.post(`${at}/delete`, deletion));
        answers.push(await fake.operator.patch(at, { enabled: false }));
        answers.push(await fake.operator.post('/storage-media/volumes', label));
        return answers[0]!;
      },
    );
    fake.one.records.volumes.length = 0;
    expect(done.status).toBe(200);
    const refused = { status: 409, body: { reason: 'request_in_progress' } };
    expect(answers).toMatchObject([refused, refused, refused]);
    expect(fake.one.mediaOrders.map(([told]) => told)).toEqual(['relabel']);
  });

  test('its impact can be looked at', async () => {
    holds();
    const body = await seen(`${at}/truncate`, 'Tape-0001');
    const [, looked] = await atOnce(
      () => fake.admin.post(`${at}/truncate`, body),
      () => fake.admin.post(`${at}/delete`, {}),
    );
    expect(looked).toMatchObject({
      status: 409,
      body: { code: 'confirmation_required', impact: { action: 'delete' } },
    });
  });

  test('a run is deleted by one request only', async () => {
    holdsRun(12);
    const path = '/operations/runs/12/delete';
    const body = await seen(path, '12');
    const send = () => fake.admin.post(path, body);
    const [first, second] = await atOnce(send, send);
    expect([first.status, second.status]).toEqual([200, 409]);
    expect(fake.one.mediaOrders).toEqual([['deleteRun', 12]]);
  });

  test('an autochanger imports once', async () => {
    const send = () => fake.operator.post('/storage-media/storages/Tapes/import', {});
    const [first, second] = await atOnce(send, send);
    expect(first.status).toBe(200);
    expect(second).toMatchObject({ status: 409, body: { reason: 'request_in_progress' } });
    expect(fake.one.mediaOrders).toEqual([['import', { storage: 'Tapes' }]]);
  });
});

describe('a deletion that was not carried out', () => {
  const failing = (code: 'director_unreachable' | 'director_error') => () =>
    Promise.reject(new AppError(code, 'Connection lost.'));

  test.each([
    ['a volume', `${at}/delete`, 'Tape-0001', 'media.volume.delete'],
    ['a run', '/operations/runs/13/delete', '13', 'run.delete'],
  ] as const)('of %s is a failure, in the answer and in the audit log', async (_what, path, confirm, action) => {
    holds({ status: 'Used' }, { jobids: [2] });
    holdsRun(13);
    fake.one.mediaGate = failing('director_unreachable');
    expect(await confirmed(path, confirm)).toMatchObject({ status: 503, body: { code: 'director_unreachable' } });
    expect((await fake.admin.post(path, {})).status).toBe(409);
    const [record] = itemsOf(await fake.admin.get(`/admin/audit?action=${action}&outcome=failure&limit=1`));
    expect(record).toMatchObject({ outcome: 'failure', changes: { code: { to: 'director_unreachable' } } });
  });

  test('is for those who may destroy, and of what is there', async () => {
    for (const path of [`${at}/delete`, '/operations/runs/13/delete']) {
      for (const caller of [fake.operator, fake.readonly]) {
        expect(await caller.post(path, {})).toMatchObject({
          status: 403,
          body: { requiredCapability: 'media:destroy' },
        });
      }
    }
    expect((await fake.admin.post('/storage-media/volumes/None/delete', {})).status).toBe(404);
    expect((await fake.admin.post('/operations/runs/999/delete', {})).status).toBe(404);
    expect(fake.one.mediaOrders).toEqual([]);
  });

  test('but answered with words of success is a failure as well, as is such a purge', async () => {
    holdsRun(14);
    holds({ status: 'Used' }, { jobids: [14] });
    fake.one.description = { ...fake.one.description, abilities: [...abilities, 'purge'] };
    const purging = jest.spyOn(fake.one, 'purgeVolume').mockResolvedValue({ words: 'Purged.' });
    const answering = jest.spyOn(fake.one, 'deleteVolume').mockResolvedValue({ words: 'Deleted.' });
    holdsRun(13);
    const deleting = jest.spyOn(fake.one, 'deleteRun').mockResolvedValue({ words: 'Deleted.' });
    const answers = [
      await confirmed(`${at}/purge`, 'Tape-0001'),
      await confirmed(`${at}/delete`, 'Tape-0001'),
      await confirmed('/operations/runs/13/delete', '13'),
    ];
    for (const spy of [purging, answering, deleting]) spy.mockRestore();
    const failed = { status: 502, body: { code: 'director_error', reason: 'unexpected_reply' } };
    expect(answers).toMatchObject([failed, failed, failed]);
  });
});

test('a retention of 0 that ends immediately is for those who may destroy', async () => {
  fake.one.records.volumes.push({ ...volume, retentionSeconds: 86_400 });
  const refused = await fake.operator.patch(at, { retentionSeconds: 0 });
  fake.one.records.volumes.length = 0;
  expect(refused).toMatchObject({ status: 403, body: { requiredCapability: 'media:destroy' } });
});

test('a client and a schedule are disabled and enabled, and it is said whether that lasts', async () => {
  fake.one.schedules = [{ name: 'Nightly', enabled: true }];
  const client = await fake.operator.patch('/clients/laptop', { enabled: false });
  expect(client).toMatchObject({ status: 200, body: { name: 'laptop', enabled: false, persistent: false } });
  const schedule = await fake.operator.patch('/operations/schedules/Nightly', { enabled: false });
  expect(schedule).toMatchObject({ status: 200, body: { name: 'Nightly', enabled: false, persistent: false } });
  expect(itemsOf(await fake.readonly.get('/operations/schedules'))).toMatchObject([
    { name: 'Nightly', enabled: false },
  ]);
  expect(itemsOf(await fake.readonly.get('/operations/schedules?director=*'))).toHaveLength(1);
  expect((await fake.operator.patch('/operations/schedules/None', { enabled: true })).status).toBe(404);
});

test('a Director that cannot says so, and names what it lacks', async () => {
  fake.one.description = { ...fake.one.description, abilities: ['run'] };
  holds();
  for (const [path, ability] of [
    [`${at}/delete`, 'delete-volume'],
    [`${at}/truncate`, 'truncate'],
    ['/operations/runs/1/delete', 'delete-run'],
    ['/storage-media/storages/Tapes/import', 'import'],
  ] as const) {
    const answer = await fake.admin.post(path, {});
    expect(answer).toMatchObject({ status: 422, body: { code: 'not_supported_by_director', params: { ability } } });
  }
});
