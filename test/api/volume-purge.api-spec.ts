import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { itemsOf } from '../harness/fixtures/access-calls.js';
import { type Answer, type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { directorYaml } from '../harness/builders/director-yaml.js';

let app: TestConsole;
let admin: Caller;
let source: string;

beforeAll(async () => {
  source = mkdtempSync(join(tmpdir(), 'backup-console-forgetting-'));
  writeFileSync(join(source, 'kept.txt'), 'first');
  app = await startTestConsole({
    prepare: (dataDir) =>
      writeFileSync(join(dataDir, 'director.yaml'), directorYaml(dataDir, { Home: [source], Other: [source] })),
  });
  admin = await app.as('admin');
});

afterAll(async () => {
  await app.close();
  rmSync(source, { recursive: true });
});

interface Impact {
  readonly runs: number;
  readonly jobids: number[];
  readonly lastFulls: number;
}

interface VolumePurge {
  readonly code: string;
  readonly impact: Impact;
  readonly impactHash: string;
}

const forgettingIn = ({ body }: Answer): VolumePurge => body;
const volumes = '/storage-media/volumes';
const file = (volume: string): string => join(app.dataDir, 'volumes', `${volume}.tar.gz`);
const label = (volume: string, more: object = {}): Promise<Answer> =>
  admin.post(volumes, { volume, pool: 'Default', storage: 'Local', ...more });
const purge = (volume: string, body: object = {}, by = admin): Promise<Answer> =>
  by.post(`${volumes}/${volume}/purge`, body);

/** Runs a job to its end and tells on which volumes it lies. */
async function backUp(job: string, level: string): Promise<{ readonly jobId: number; readonly volumes: string[] }> {
  writeFileSync(join(source, `${job}-${level}.txt`), `${job} ${level} ${Math.random()}`);
  const { jobId } = (await admin.post('/operations/jobs/run', { job, level })).body as { jobId: number };
  const ended = (await admin.get(`/operations/runs/${jobId}?wait=30`)).body as { status: string };
  expect(ended.status).toBe('completed');
  const answer = await admin.get(`/operations/runs/${jobId}/volumes`);
  return { jobId, volumes: itemsOf(answer).map((row) => (row as { volume: string }).volume) };
}

const pointsOf = async (fileset: string): Promise<number[]> =>
  itemsOf(await admin.get(`/restore/points?client=local&fileset=${fileset}`)).map(
    (row) => (row as { jobId: number }).jobId,
  );

async function confirmed(volume: string, more: object = {}): Promise<Answer> {
  const { impactHash } = forgettingIn(await purge(volume));
  return purge(volume, { confirm: volume, impactHash, ...more });
}

describe('a new volume', () => {
  test('is made in its folder, and the next run writes on it', async () => {
    const made = await label('Monthly-0001');
    expect(made).toMatchObject({ status: 201, body: { volume: 'Monthly-0001', pool: 'Default', storage: 'Local' } });
    expect(made.headers.get('location')).toBe('/api/v1/storage-media/volumes/Monthly-0001?director=embedded');
    expect(existsSync(file('Monthly-0001'))).toBe(true);
    expect((await backUp('Home', 'Full')).volumes).toEqual(['Monthly-0001']);
  });

  test('takes no name that a volume or a file has', async () => {
    writeFileSync(file('Stray-0001'), 'runs of a lost catalog');
    for (const name of ['Monthly-0001', 'Stray-0001']) {
      expect(await label(name)).toMatchObject({ status: 409, body: { code: 'name_taken' } });
    }
    rmSync(file('Stray-0001'));
  });
});

describe('a purge', () => {
  test('tells first what is lost, and does nothing', async () => {
    const [point] = await pointsOf('Home');
    const answer = await purge('Monthly-0001');
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'confirmation_required',
        impact: {
          action: 'purge',
          director: 'embedded',
          volume: 'Monthly-0001',
          pool: 'Default',
          status: 'Append',
          runs: 1,
          jobids: [point],
          pointsLost: 1,
          pointsBroken: 0,
          lastFulls: 1,
          clientsTotal: 1,
          truncated: false,
          clients: [
            { client: 'local', fileset: 'Home', runs: 1, pointsLost: 1, remainingFulls: 0, removesLastFull: true },
          ],
        },
      },
    });
    expect(await pointsOf('Home')).toEqual([point]);
  });

  test('wants the name of the volume and the hash of what was looked at', async () => {
    const seen = forgettingIn(await purge('Monthly-0001'));
    const wrongName = await purge('Monthly-0001', { confirm: 'monthly-0001', impactHash: seen.impactHash });
    expect(wrongName).toMatchObject({ status: 400, body: { errors: [{ field: 'confirm' }] } });
    const { jobId } = await backUp('Home', 'Incremental');
    const late = await purge('Monthly-0001', { confirm: 'Monthly-0001', impactHash: seen.impactHash, force: true });
    expect(late).toMatchObject({ status: 409, body: { code: 'confirmation_required', impact: { runs: 2 } } });
    expect(forgettingIn(late).impact.jobids).toContain(jobId);
    expect(await pointsOf('Home')).toHaveLength(2);
  });

  test('is refused for the last Full of a client unless it is forced', async () => {
    const answer = await confirmed('Monthly-0001');
    expect(answer).toMatchObject({ status: 409, body: { code: 'only_copy', impact: { lastFulls: 1, pointsLost: 2 } } });
    expect(await pointsOf('Home')).toHaveLength(2);
  });

  test('takes records and data, and nothing else', async () => {
    const lost = await pointsOf('Home');
    await admin.patch(`${volumes}/Monthly-0001`, { status: 'Used' });
    const kept = await backUp('Home', 'Full');
    expect(kept.volumes).toEqual(['Default-0001']);
    const seen = forgettingIn(await purge('Monthly-0001'));
    expect(seen.impact).toMatchObject({
      runs: 2,
      lastFulls: 0,
      clients: [{ remainingFulls: 1, removesLastFull: false }],
    });
    const answer = await purge('Monthly-0001', { confirm: 'Monthly-0001', impactHash: seen.impactHash });
    expect(answer).toMatchObject({
      status: 200,
      body: { volume: 'Monthly-0001', status: 'Purged', runsGone: 2, runsLeft: 0, lastFulls: 0 },
    });
    expect((answer.body as { jobidsGone: number[] }).jobidsGone).toEqual([...lost].sort((a, b) => a - b));
    expect(existsSync(file('Monthly-0001'))).toBe(false);
    expect(await pointsOf('Home')).toEqual([kept.jobId]);
    const restore = await admin.post('/restore/run', { jobids: lost });
    expect(restore).toMatchObject({ status: 422, body: { code: 'incomplete_chain' } });
    expect(await confirmed('Monthly-0001')).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('that is forced stands so on record', async () => {
    expect(await confirmed('Default-0001', { force: true })).toMatchObject({ status: 200, body: { lastFulls: 1 } });
    expect(await pointsOf('Home')).toEqual([]);
    const [record] = itemsOf(await admin.get('/admin/audit?action=media.volume.purge&limit=1'));
    expect(record).toMatchObject({
      target: 'volume:embedded:Default-0001',
      outcome: 'success',
      changes: { force: { to: true }, lastFulls: { to: 1 }, runsGone: { to: 1 }, clients: { to: ['local'] } },
    });
  });

  test('is no nearer for an operator by giving a kept volume free', async () => {
    const operator = await app.as('operator');
    await label('Kept-0001');
    const change = (by: Caller, body: object): Promise<Answer> => by.patch(`${volumes}/Kept-0001`, body);
    expect((await change(operator, { status: 'Archive' })).status).toBe(200);
    expect((await change(operator, { status: 'Read-Only' })).status).toBe(200);
    const refused = await change(operator, { status: 'Used' });
    expect(refused).toMatchObject({ status: 403, body: { requiredCapability: 'media:destroy' } });
    expect((await change(admin, { status: 'Used' })).status).toBe(200);
  });

  test('is no nearer for an operator by a retention, who may only keep the volume permanently', async () => {
    const operator = await app.as('operator');
    await label('Forever-0001');
    const change = (retentionSeconds: number): Promise<Answer> =>
      operator.patch(`${volumes}/Forever-0001`, { retentionSeconds });
    const refused = { status: 403, body: { requiredCapability: 'media:destroy' } };
    expect(await change(1)).toMatchObject(refused);
    expect(await change(0)).toMatchObject({ status: 200, body: { retentionSeconds: null } });
    expect((await change(0)).status).toBe(200);
    expect(await change(3_000_000_000)).toMatchObject(refused);
  });

  test('is for those who may destroy, with a session or a token', async () => {
    const operator = await app.withToken('operator');
    expect(await purge('Monthly-0001', {}, operator)).toMatchObject({
      status: 403,
      body: { requiredCapability: 'media:destroy' },
    });
    const token = await app.withToken('admin');
    expect((await purge('Monthly-0001', {}, token)).status).toBe(409);
  });
});

describe('a prune', () => {
  test('shows that nothing is over yet, and then does nothing', async () => {
    const { jobId, volumes: on } = await backUp('Other', 'Full');
    const [volume = ''] = on;
    const path = `${volumes}/${volume}/prune`;
    const seen = forgettingIn(await admin.post(path, {}));
    expect(seen.impact).toMatchObject({ action: 'prune', runs: 0, clients: [], lastFulls: 0 });
    const answer = await admin.post(path, { confirm: volume, impactHash: seen.impactHash });
    expect(answer).toMatchObject({ status: 200, body: { runsGone: 0, jobidsGone: [] } });
    expect(await pointsOf('Other')).toEqual([jobId]);
  });
});

test('a Director without devices says so', async () => {
  for (const verb of ['mount', 'unmount', 'release']) {
    const answer = await admin.post(`/storage-media/devices/Local/${verb}`, {});
    expect(answer).toMatchObject({ status: 422, body: { code: 'not_supported_by_director' } });
  }
});
