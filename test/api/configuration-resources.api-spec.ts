import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Answer, type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { until } from '../harness/fixtures/until.js';

interface Resource {
  readonly type: string;
  readonly name: string;
  readonly line: number | null;
}

const source = realpathSync(mkdtempSync(join(tmpdir(), 'backup-console-configured-')));
let app: TestConsole;
let admin: Caller;

const yamlOf = (dataDir: string): string => `# By hand.
director: { timezone: Europe/Berlin }
clients: [{ name: local }]
storages:
  - name: Local
    folder: ${join(dataDir, 'volumes')}
pools:
  - name: Default
    retention: 60 days
filesets:
  - name: Letters
    include: [${source}]
schedules:
  - name: Nightly
    starts: [{ at: "5 23 * * *" }]
jobs:
  - { name: Letters, client: local, fileset: Letters, storage: Local, pool: Default, schedule: Nightly }
  - { name: Verify, type: Verify, jobs: [Letters] }
`;

beforeAll(async () => {
  mkdirSync(join(source, 'folder'));
  writeFileSync(join(source, 'folder/large'), 'x'.repeat(10_000));
  writeFileSync(join(source, 'small'), 'small');
  app = await startTestConsole({
    prepare: (dataDir) => writeFileSync(join(dataDir, 'director.yaml'), yamlOf(dataDir)),
  });
  admin = await app.as('admin');
});

afterAll(async () => {
  await app.close();
  rmSync(source, { recursive: true, force: true });
});

const get = (path: string, query: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  admin.get(`/configuration/${path}?${new URLSearchParams({ director: 'embedded', ...query }).toString()}`);
const preview = (of: string, body: object): Promise<Answer> =>
  admin.post(`/configuration/previews/${of}`, { director: 'embedded', ...body });
const fieldsOf = ({ body }: Answer): string[] =>
  (body as { errors: { field: string }[] }).errors.map(({ field }) => field);

describe('the schema', () => {
  test('has a type for each list of director.yaml, and one for the Director', async () => {
    const { types } = (await get('schema')).body as { types: { type: string; list: string | null }[] };
    expect(types.map(({ type, list }) => `${type} ${list}`)).toEqual([
      'director null',
      'client clients',
      'storage storages',
      'pool pools',
      'fileset filesets',
      'schedule schedules',
      'job jobs',
    ]);
  });

  test('describes fields, those in mappings too', async () => {
    const { types } = (await get('schema')).body as { types: { type: string; fields: { name: string }[] }[] };
    const pool = types.find(({ type }) => type === 'pool')?.fields ?? [];
    expect(pool.find(({ name }) => name === 'keep')).toMatchObject({
      kind: 'mapping',
      isList: false,
      default: null,
      required: false,
      of: expect.arrayContaining([
        expect.objectContaining({ name: 'daily', kind: 'integer', unit: 'days', minimum: 1 }),
      ]),
    });
    const job = types.find(({ type }) => type === 'job')?.fields ?? [];
    expect(job.find(({ name }) => name === 'fileset')).toMatchObject({
      kind: 'reference',
      reference: 'fileset',
      required: true,
      appliesTo: { field: 'type', value: 'Backup' },
    });
    const fileset = types.find(({ type }) => type === 'fileset')?.fields ?? [];
    expect(fileset.find(({ name }) => name === 'excludePresets')).toMatchObject({
      enum: ['system', 'caches', 'trash', 'developer'],
      patterns: { trash: ['.local/share/Trash/*', '.Trash/', '.Trash-*/', '$RECYCLE.BIN/'] },
    });
  });
});

describe('resources', () => {
  test('are listed by type and name, with the line of each', async () => {
    const { items } = (await get('resources')).body as { items: Resource[] };
    expect(items.map(({ type, name, line }) => `${type} ${name} ${line}`)).toEqual([
      'director embedded 2',
      'client local 3',
      'storage Local 5',
      'pool Default 8',
      'fileset Letters 11',
      'schedule Nightly 14',
      'job Letters 17',
      'job Verify 18',
    ]);
  });

  test('are filtered by type and by part of the name, ignoring case, and come page by page', async () => {
    const first = (await get('resources', { type: 'job,fileset', q: 'LET', limit: '1' })).body as {
      items: Resource[];
      nextCursor: string;
    };
    expect(first.items).toMatchObject([{ type: 'fileset', name: 'Letters' }]);
    const query = { type: 'job,fileset', q: 'LET', limit: '1', cursor: first.nextCursor };
    expect((await get('resources', query)).body).toMatchObject({
      items: [{ type: 'job', name: 'Letters' }],
      nextCursor: null,
    });
  });

  test('have what their text sets, defaults, and what refers to them', async () => {
    expect((await get('resources/pool/Default')).body).toEqual({
      type: 'pool',
      name: 'Default',
      line: 8,
      own: { name: 'Default', retention: '60 days' },
      inherited: { volumeSize: '2 GiB', keep: null },
      effective: { name: 'Default', volumeSize: '2 GiB', retention: '60 days', keep: null },
      usedBy: [{ type: 'job', name: 'Letters' }],
      file: 'director.yaml',
      readOnlyReason: null,
    });
    expect((await get('resources/job/Letters')).body).toMatchObject({
      effective: { type: 'Backup', level: 'Incremental', priority: 10, enabled: true },
      usedBy: [{ type: 'job', name: 'Verify' }],
    });
  });

  test.each(['pool/None', 'nothing/Default'])('that do not exist are not found: %s', async (path) => {
    const answer = await get(`resources/${path}`);
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'not_found', reason: 'no_resource' }]);
  });

  test('are those in force while the file is invalid, and cannot be changed', async () => {
    const file = join(app.dataDir, 'director.yaml');
    writeFileSync(file, 'jobs: [');
    try {
      await until(async () => {
        const { body } = await get('resources/pool/Default');
        return (body as { readOnlyReason: string | null }).readOnlyReason === 'file_not_in_force';
      });
      expect(((await get('resources')).body as { items: Resource[] }).items).toHaveLength(8);
      // The file cannot be replaced either then.
      rmSync(file);
      expect((await get('resources/pool/Default')).body).toMatchObject({ readOnlyReason: 'file_not_in_force' });
    } finally {
      writeFileSync(file, yamlOf(app.dataDir));
    }
    await until(async () => {
      const { body } = await get('resources/pool/Default');
      return (body as { readOnlyReason: string | null }).readOnlyReason === null;
    });
  });
});

describe('browsing the machine', () => {
  test('lists a folder, with the way up', async () => {
    const { body } = await get('browse', { path: source });
    expect(body).toMatchObject({
      path: `${source}/`,
      parent: `${tmpdir()}/`,
      truncated: false,
      entries: [
        { name: 'folder', path: `${source}/folder/`, kind: 'folder', size: null, readable: true, lossy: false },
        { name: 'small', path: `${source}/small`, kind: 'file', size: 5, readable: true, lossy: false },
      ],
    });
  });

  test('begins at the root folder', async () => {
    expect((await get('browse')).body).toMatchObject({ path: '/', parent: null, parentRef: null });
  });

  test('a folder whose name is not UTF-8 is opened by its ref', async () => {
    const name = Buffer.concat([Buffer.from(`${source}/`), Buffer.from([0xff])]);
    mkdirSync(name);
    try {
      const { entries } = (await get('browse', { path: source })).body as {
        entries: { lossy: boolean; ref: string }[];
      };
      const odd = entries.find(({ lossy }) => lossy);
      expect(Buffer.from(odd?.ref ?? '', 'base64url')).toEqual(Buffer.concat([name, Buffer.from('/')]));
      expect((await get('browse', { ref: odd?.ref ?? '' })).body).toMatchObject({ entries: [], parent: `${source}/` });
    } finally {
      rmSync(name, { recursive: true });
    }
  });

  test.each(['none', 'small'])('what is no folder is not found: %s', async (name) => {
    const answer = await get('browse', { path: join(source, name) });
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'not_found', reason: 'no_folder' }]);
  });
});

describe('the estimate of an unsaved fileset', () => {
  test('counts files and bytes, by included path, and names the largest files', async () => {
    const include = [join(source, 'folder'), source];
    const { status, body } = await preview('estimate', { fileset: { include } });
    expect([status, body]).toEqual([
      200,
      {
        director: 'embedded',
        files: 4,
        bytes: 10_005,
        complete: true,
        includes: [
          { path: include[0], readable: true, files: 2, bytes: 10_000 },
          { path: include[1], readable: true, files: 2, bytes: 5 },
        ],
        largest: [
          { path: join(source, 'folder/large'), bytes: 10_000 },
          { path: join(source, 'small'), bytes: 5 },
        ],
        warnings: [],
        warningCount: 0,
      },
    ]);
  });

  test('leaves out what the fileset excludes', async () => {
    const { body } = await preview('estimate', { fileset: { include: [source], exclude: ['large'] } });
    expect(body).toMatchObject({ files: 3, bytes: 5 });
  });

  test('a path that does not exist is a warning', async () => {
    const none = join(source, 'none');
    const { body } = await preview('estimate', { fileset: { include: [none, join(source, 'small')] } });
    expect(body).toMatchObject({
      files: 1,
      includes: [
        { path: none, readable: false, files: 0 },
        { readable: true, files: 1 },
      ],
      warnings: [expect.stringContaining('No such file or directory')],
      warningCount: 1,
    });
  });

  test('is audited, with what it found', async () => {
    await preview('estimate', { fileset: { include: [join(source, 'small')] } });
    const { items } = (await admin.get('/admin/audit?action=configuration.estimate&limit=1')).body as {
      items: object[];
    };
    expect(items[0]).toMatchObject({
      target: 'director:embedded',
      outcome: 'success',
      changes: { include: { to: [join(source, 'small')] }, files: { to: 1 }, bytes: { to: 5 } },
    });
  });
});

describe('the preview of a schedule', () => {
  test('has the next ten starts in the time zone of the Director, or in another', async () => {
    const starts = [{ level: 'Full', at: '0 4 1 1 *' }];
    const body = (await preview('schedule', { starts })).body as { next: { at: string; level: string }[] };
    expect(body).toMatchObject({ timezone: 'Europe/Berlin', never: [] });
    expect(body.next).toHaveLength(10);
    expect(body.next[0]).toMatchObject({ at: expect.stringContaining('-01-01T03:00:00.000Z'), level: 'Full' });
    expect((await preview('schedule', { starts, timezone: 'UTC' })).body).toMatchObject({
      timezone: 'UTC',
      next: expect.arrayContaining([{ at: expect.stringContaining('-01-01T04:00:00.000Z'), level: 'Full' }]),
    });
  });

  test('names a start time that never comes', async () => {
    expect((await preview('schedule', { starts: [{ at: '0 3 30 2 *' }] })).body).toMatchObject({
      next: [],
      never: ['0 3 30 2 *'],
    });
  });
});

test('the preview of a retention has the runs that are kept after two years, with the reasons', async () => {
  const starts = [{ level: 'Full', at: '0 4 * * *' }];
  const { body } = await preview('retention', { starts, retention: '7 days', keep: { monthly: 3 } });
  const { kept, keptRuns, runs } = body as { kept: { reasons: string[] }[]; keptRuns: number; runs: number };
  expect(runs).toBeGreaterThan(700);
  expect(keptRuns).toBe(kept.length);
  expect(kept[0]?.reasons).toEqual(['time', 'newest', 'monthly']);
  expect(kept.filter(({ reasons }) => reasons.includes('monthly'))).toHaveLength(3);
});

describe('a folder for volumes', () => {
  test('has the free space of its disk, which it may share with the data', async () => {
    const folder = join(source, 'backups');
    expect((await preview('place', { folder, include: [source, '/proc'] })).body).toEqual({
      folder,
      exists: false,
      isWritable: true,
      freeBytes: expect.any(Number),
      totalBytes: expect.any(Number),
      sameDiskAs: [source],
      insideSource: source,
      containsStorages: [],
      insideStorage: null,
    });
  });

  test('may be that of a storage, or have one inside it, or be inside one', async () => {
    const place = async (folder: string): Promise<unknown> => (await preview('place', { folder })).body;
    const volumes = join(app.dataDir, 'volumes');
    expect(await place(volumes)).toMatchObject({ containsStorages: ['Local'], insideStorage: null });
    expect(await place(app.dataDir)).toMatchObject({ containsStorages: ['Local'], insideStorage: null });
    expect(await place(join(volumes, 'more'))).toMatchObject({ containsStorages: [], insideStorage: 'Local' });
  });
});

describe('unsaved settings are checked as those of director.yaml are', () => {
  test.each<[string, object, string[]]>([
    ['estimate', { fileset: {} }, ['fileset.include']],
    ['estimate', { fileset: { include: ['here'] } }, ['fileset.include']],
    ['estimate', { fileset: { include: ['/a'], colour: 'red' } }, ['fileset.colour']],
    ['estimate', { fileset: { include: ['/a'], excludePresets: ['cashes'] } }, ['fileset.excludePresets']],
    ['schedule', { starts: [{ at: '0 25 * * *' }] }, ['starts[0].at']],
    ['schedule', { starts: [{ at: '0 4 * * *', level: 'Some' }] }, ['starts[0].level']],
    ['schedule', { starts: [], timezone: 'Moon/Base' }, ['timezone']],
    ['retention', { starts: [], retention: 'soon' }, ['retention']],
    ['retention', { starts: [], retention: '1 day', keep: { last: 1, hourly: 1 } }, ['keep.hourly']],
    ['retention', { starts: [], keep: { last: 1 } }, ['keep']],
    ['place', { folder: 'here' }, ['folder']],
    ['place', { folder: '/a', include: ['here'] }, ['include']],
  ])('%s %j', async (of, body, fields) => {
    const answer = await preview(of, body);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, fields]);
  });
});

test('roles without configuration:write see nothing of the machine', async () => {
  const operator = await app.as('operator');
  for (const path of ['schema', 'resources', 'browse'])
    expect((await operator.get(`/configuration/${path}?director=embedded`)).status).toBe(403);
  expect((await operator.post('/configuration/previews/estimate', { director: 'embedded', fileset: {} })).status).toBe(
    403,
  );
});
