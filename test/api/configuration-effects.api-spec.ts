// Takes half a minute. Renames resources and shortens the retention of an embedded Director that runs.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { type Answer, type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { until } from '../harness/fixtures/until.js';

interface Effects {
  readonly jobs: readonly { readonly job: string; readonly change: string; readonly nextRunIsFull: boolean }[];
  readonly pools: readonly { readonly pool: string; readonly runs: number }[];
  readonly storages: readonly object[];
  readonly names: readonly { readonly kind: string; readonly label: string; readonly isCarried: boolean }[];
}

interface Change {
  readonly id: string;
  readonly state: string;
  readonly baseRevision: string;
  readonly effects: Effects;
}

interface Confirmation {
  readonly code: string;
  readonly impact: { readonly pools: readonly object[]; readonly storages: readonly object[] };
  readonly impactHash: string;
}

const source = mkdtempSync(join(tmpdir(), 'backup-console-source-'));

let app: TestConsole;
let admin: Caller;
let database: Client;

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
const bodyOf = <T>({ body }: Answer): T => body;

beforeAll(async () => {
  writeFileSync(join(source, 'file'), 'content');
  app = await startTestConsole({
    prepare: (dataDir) => {
      writeFileSync(
        join(dataDir, 'director.yaml'),
        `clients: [{ name: local }]
storages: [{ name: Local, folder: ${JSON.stringify(join(dataDir, 'volumes'))} }]
pools: [{ name: Default, retention: 60 days }]
filesets: [{ name: Home, include: [${JSON.stringify(source)}] }]
schedules: [{ name: Nightly, starts: [{ level: Incremental, at: "5 23 * * *" }] }]
jobs:
  - { name: Home, client: local, fileset: Home, storage: Local, pool: Default, schedule: Nightly }
`,
      );
    },
  });
  admin = await app.as('admin');
  database = new Client({ connectionString: app.consoleDatabaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await app.close();
  rmSync(source, { recursive: true });
});

async function draft(operations: readonly object[]): Promise<Change> {
  const answer = await admin.post('/configuration/changes', { director: 'embedded', operations });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return bodyOf(answer);
}

const apply = ({ id, baseRevision }: Change, body?: object, caller = admin): Promise<Answer> =>
  caller.post(`/configuration/changes/${id}/apply`, body, { 'if-match': `"${baseRevision}"` });
const rename = (type: string, name: string, value: string): object => ({ op: 'rename', type, name, value });
const retention = (value: string): object => ({ op: 'set', type: 'pool', name: 'Default', path: 'retention', value });

async function run(job: string, level: string): Promise<{ readonly jobId: number; readonly level: string }> {
  const { jobId } = bodyOf<{ jobId: number }>(await admin.post('/operations/jobs/run', { job, level }));
  const ended = bodyOf<{ jobId: number; level: string; status: string }>(
    await admin.get(`/operations/runs/${jobId}?wait=30`),
  );
  expect(ended).toMatchObject({ jobId, status: 'completed' });
  return ended;
}

interface Listed {
  readonly jobId: number;
  readonly job: string;
  readonly client: string;
  readonly pool: string;
  readonly storage: string;
  readonly fileset: string;
}

const runs = async (filter: string): Promise<readonly Listed[]> =>
  bodyOf<{ items: Listed[] }>(await admin.get(`/operations/runs?director=embedded&${filter}`)).items;

describe('a rename', () => {
  const old = { client: 'local', storage: 'Local', pool: 'Default', fileset: 'Home', schedule: 'Nightly', job: 'Home' };
  const renames = Object.entries(old).map(([type, name]) => rename(type, name, `New${name}`));
  let full: number;

  test('names in its effects what follows', async () => {
    full = (await run('Home', 'Full')).jobId;
    await until(async () => (await runs('job=Home')).length === 1);
    expect(
      (await admin.patch('/admin/monitoring/clients/local?director=embedded', { warnSeconds: 50_000 })).status,
    ).toBe(200);
    expect((await admin.patch('/admin/monitoring/jobs/Home?director=embedded', { warnSeconds: 60_000 })).status).toBe(
      200,
    );
    for (const [table, column, name] of [
      ['client_acknowledgement', 'client', 'local'],
      ['job_acknowledgement', 'job', 'Home'],
    ]) {
      await database.query(
        `INSERT INTO ${table} (director, ${column}, note, by_kind, by_name, at) VALUES ('embedded', $1, 'seen', 'session', 'admin', now() + interval '1 hour')`,
        [name],
      );
    }
    const { effects } = await draft(renames);
    expect(effects).toMatchObject({ pools: [], storages: [] });
    expect(effects.jobs).toMatchObject([{ job: 'NewHome', change: 'changed', nextRunIsFull: false }]);
    expect(effects.names.map(({ kind, label, isCarried }) => `${kind} ${label} ${isCarried}`).sort()).toEqual([
      'acknowledgement client local true',
      'acknowledgement job Home true',
      'protection client local true',
      'protection job Home true',
      'threshold client local true',
      'threshold job Home true',
    ]);
  });

  test('brings history, thresholds, acknowledgements and protection along', async () => {
    const answer = await apply(await draft(renames));
    expect([answer.status, bodyOf<Change>(answer).effects]).toMatchObject([202, { jobs: [], names: [] }]);
    expect(await runs('client=local')).toEqual([]);
    expect(await runs('job=NewHome')).toMatchObject([
      {
        jobId: full,
        job: 'NewHome',
        client: 'Newlocal',
        pool: 'NewDefault',
        storage: 'NewLocal',
        fileset: 'NewHome',
      },
    ]);
    expect((await admin.get('/clients/Newlocal?director=embedded')).body).toMatchObject({
      silence: { status: 'ok', warnSeconds: 50_000 },
    });
    const jobs = bodyOf<{ items: object[] }>(await admin.get('/admin/monitoring/jobs?director=embedded')).items;
    expect(jobs).toMatchObject([{ name: 'NewHome', protection: { status: 'ok', warnSeconds: 60_000 } }]);
    const { rows } = await database.query(
      `SELECT client AS name FROM client_acknowledgement UNION ALL SELECT job FROM job_acknowledgement ORDER BY 1`,
    );
    expect(rows).toEqual([{ name: 'NewHome' }, { name: 'Newlocal' }]);
    expect((await run('NewHome', 'Incremental')).level).toBe('Incremental');
  });

  test('is followed at the next start, once, if the console was killed after the catalog had made it', async () => {
    const down = await app.down();
    // As before the console followed.
    await database.query("DELETE FROM followed_rename WHERE id LIKE '%:1'");
    await database.query("UPDATE client_threshold SET client = 'local'");
    await down.start();
    const names = async (): Promise<unknown> => (await database.query('SELECT client FROM client_threshold')).rows;
    expect(await names()).toEqual([{ client: 'Newlocal' }]);
    await database.query(
      "INSERT INTO client_threshold SELECT director, 'local', 1, 2, 'fixed', NULL, now() FROM client_threshold",
    );
    await (await app.down()).start();
    expect(await names()).toHaveLength(2);
    await database.query("DELETE FROM client_threshold WHERE client = 'local'");
  });

  test('is taken back by a revert, with all of it', async () => {
    const changes = bodyOf<{ items: Change[] }>(await admin.get('/configuration/changes?director=embedded')).items;
    const renamed = changes.find(({ state }) => state === 'applied');
    const reverted = bodyOf<Change>(await admin.post(`/configuration/changes/${renamed?.id}/revert`));
    expect((await apply(reverted)).status).toBe(202);
    expect((await runs('client=local')).length).toBe(2);
    expect((await admin.get('/clients/local?director=embedded')).body).toMatchObject({
      silence: { status: 'ok', warnSeconds: 50_000 },
    });
    expect((await run('Home', 'Incremental')).level).toBe('Incremental');
  });
});

describe('a change that could lose backups', () => {
  test('is applied only after its impact was confirmed', async () => {
    const made = await draft([retention('2 days')]);
    // The runs after the Full found nothing new, so that they have no data on a volume.
    const pool = { pool: 'Default', retentionBefore: 60 * 86_400, retentionAfter: 2 * 86_400, volumes: 1, runs: 1 };
    expect(made.effects.pools).toMatchObject([pool]);
    const asked = await apply(made);
    const { code, impact, impactHash } = bodyOf<Confirmation>(asked);
    expect([asked.status, code, impact]).toMatchObject([
      409,
      'confirmation_required',
      { director: 'embedded', pools: [pool], storages: [] },
    ]);
    expect(await apply(made, { confirm: 'other', impactHash })).toMatchObject({ status: 400 });
    expect(await apply(made, { confirm: 'embedded', impactHash: impactHash.replace(/.$/, '_') })).toMatchObject({
      status: 409,
      body: { code: 'confirmation_required' },
    });
    // Another run has data in the pool now.
    await run('Home', 'Full');
    const again = await apply(made, { confirm: 'embedded', impactHash });
    expect(again).toMatchObject({ status: 409, body: { code: 'confirmation_required' } });
    const fresh = bodyOf<Confirmation>(again).impactHash;
    expect(fresh).not.toBe(impactHash);
    expect((await admin.get(`/configuration/changes/${made.id}`)).body).toMatchObject({ state: 'draft' });
    expect((await apply(made, { confirm: 'embedded', impactHash: fresh })).status).toBe(202);
  });

  test('needs media:destroy', async () => {
    const role = {
      name: 'configurer',
      description: '',
      capabilities: ['configuration:read', 'configuration:write', 'configuration:apply', 'directors:read'],
    };
    expect((await admin.post('/admin/roles', role)).status).toBe(201);
    const configurer = await app.as('configurer');
    const made = await draft([retention('1 day')]);
    expect(await apply(made, undefined, configurer)).toMatchObject({
      status: 403,
      body: { code: 'missing_capability', reason: 'would_lose_backups', requiredCapability: 'media:destroy' },
    });
    expect((await apply(await draft([retention('3 days')]), undefined, configurer)).status).toBe(202);
  });

  test('is not one that loses nothing followed by another: a pool that was removed keeps the terms of its volumes', async () => {
    const away = await draft([
      { op: 'add', type: 'pool', name: 'Other', value: {} },
      { op: 'set', type: 'job', name: 'Home', path: 'pool', value: 'Other' },
      { op: 'remove', type: 'pool', name: 'Default' },
    ]);
    expect((await apply(away)).status).toBe(202);
    const back = await draft([{ op: 'add', type: 'pool', name: 'Default', value: { retention: '1 hour' } }]);
    expect(back.effects.pools).toMatchObject([{ pool: 'Default', retentionAfter: 3_600 }]);
    expect(await apply(back, undefined, await app.as('configurer'))).toMatchObject({
      status: 403,
      body: { requiredCapability: 'media:destroy' },
    });
  });

  test('by moving a storage that has its volumes in the new folder is confirmed too', async () => {
    const down = await app.down();
    const moved = join(app.dataDir, 'moved');
    cpSync(join(app.dataDir, 'volumes'), moved, { recursive: true });
    await down.start();
    const made = await draft([{ op: 'set', type: 'storage', name: 'Local', path: 'folder', value: moved }]);
    expect(made.effects.storages).toMatchObject([{ storage: 'Local', change: 'moved', volumes: 1, runs: 2 }]);
    const { impactHash } = bodyOf<Confirmation>(await apply(made));
    expect((await apply(made, { confirm: 'embedded', impactHash })).status).toBe(202);
    expect((await run('Home', 'Incremental')).level).toBe('Incremental');
  });
});
