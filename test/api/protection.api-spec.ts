import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { directorYaml } from '../harness/builders/director-yaml.js';
import { FakeClock } from '../harness/fakes/fake-clock.js';
import { type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { until } from '../harness/fixtures/until.js';

interface Protection {
  readonly status: string;
  readonly countsAs: string | null;
  readonly basis: string;
  readonly warnSeconds: number;
}

interface Health {
  readonly status: string;
  readonly summary: string;
  readonly protection: object;
  readonly checks: readonly {
    readonly id: string;
    readonly status: string;
    readonly code: string;
    readonly message: string;
  }[];
}

const hour = 3600;
const week = 7 * 24 * hour;
const path = '/admin/monitoring/jobs';
const source = mkdtempSync(join(tmpdir(), 'backup-console-protection-'));
let app: TestConsole;
let admin: Caller;
let operator: Caller;
let database: Client;
let clock: FakeClock;

/** `Good` and `Dead` have a weekly schedule, `Manual` has none; what `Dead` is to save does not exist. All are of one client. */
function prepare(dataDir: string): void {
  writeFileSync(join(source, 'one.txt'), 'good morning');
  const folders = {
    Good: [source],
    Dead: [join(source, 'none')],
    Manual: [source],
  };
  const yaml = JSON.parse(directorYaml(dataDir, folders)) as Record<string, { name: string }[]>;
  yaml['schedules'] = [{ name: 'Weekly', starts: [{ level: 'Full', at: '0 4 * * 1' }] } as { name: string }];
  yaml['jobs'] = (yaml['jobs'] ?? []).map((job) => (job.name === 'Manual' ? job : { ...job, schedule: 'Weekly' }));
  writeFileSync(join(dataDir, 'director.yaml'), JSON.stringify(yaml));
}

beforeAll(async () => {
  clock = new FakeClock(new Date());
  app = await startTestConsole({ clock, prepare });
  // The clock goes on for longer than a session lasts.
  [admin, operator] = [await app.withToken('admin'), await app.withToken('operator')];
  database = new Client({ connectionString: app.consoleDatabaseUrl });
  await database.connect();
  await until(async () => (await database.query('SELECT 1 FROM run_sync_state WHERE filled_from = 0')).rowCount === 1);
});

afterAll(async () => {
  await database.end();
  await app.close();
  rmSync(source, { recursive: true });
});

async function run(job: string, level = 'Full'): Promise<void> {
  const { jobId } = (await admin.post('/operations/jobs/run', { job, level })).body as { jobId: number };
  await until(async () => {
    const { rowCount } = await database.query('SELECT 1 FROM run WHERE job_id = $1 AND ended', [jobId]);
    return rowCount === 1;
  });
}

async function protectionOf(job: string): Promise<Protection> {
  return ((await admin.get(`/operations/jobs/${job}`)).body as { protection: Protection }).protection;
}

async function clientProtection(): Promise<object> {
  return ((await admin.get('/clients/local')).body as { protection: object }).protection;
}

/** Each look at health is of now. */
async function health(): Promise<Health> {
  return (await admin.get('/director/health')).body;
}

async function jobCheck(): Promise<Health['checks'][number] | undefined> {
  return (await health()).checks.find(({ id }) => id === 'jobs.protection');
}

async function tally(): Promise<{ readonly clients: object; readonly jobs: object }> {
  return (await admin.get('/stats/summary')).body;
}

async function names(query: string): Promise<string[]> {
  return ((await admin.get(query)).body as { items: { name: string }[] }).items.map(({ name }) => name);
}

describe('before the first backup', () => {
  test('no job is ok, and nothing counts as late either', async () => {
    expect(await protectionOf('Good')).toMatchObject({
      status: 'never',
      countsAs: 'neutral',
      lastGoodAt: null,
      ageSeconds: null,
    });
    expect(await protectionOf('Manual')).toMatchObject({ status: 'not_monitored', countsAs: null });
    expect(await protectionOf('RestoreFiles')).toMatchObject({ status: 'not_monitored', countsAs: null });
    expect(await clientProtection()).toEqual({
      status: 'never',
      countsAs: 'neutral',
      jobs: { ok: 0, warn: 0, crit: 0, never: 2, unknown: 0, notMonitored: 1 },
    });
  });

  test('health says that nothing is protected yet, and is not ok', async () => {
    expect(await jobCheck()).toMatchObject({ status: 'unknown', code: 'jobs.unprotected' });
    expect((await health()).status).not.toBe('ok');
  });

  test('statistics count no client as protected', async () => {
    expect(await tally()).toMatchObject({
      clients: { known: 1, protected: 0, never: 1, overdue: 0, notMonitored: 0 },
      jobs: { ok: 0, never: 2, notMonitored: 1 },
    });
  });
});

describe('one good job beside one that never succeeded', () => {
  beforeAll(async () => {
    await run('Good');
    await run('Dead');
  });

  test('does not hide it: the client is never backed up, and counts as late since its run failed', async () => {
    expect(await protectionOf('Good')).toMatchObject({ status: 'ok', countsAs: 'ok' });
    expect(await protectionOf('Dead')).toMatchObject({ status: 'never', countsAs: 'warn' });
    expect(await clientProtection()).toMatchObject({ status: 'never', jobs: { ok: 1, never: 1 } });
  });

  test('the verdict names the failing job', async () => {
    await until(async () => (await jobCheck())?.status === 'warn');
    expect(await jobCheck()).toMatchObject({ code: 'jobs.overdue', message: '1 job never backed up: Dead of local.' });
    expect((await health()).protection).toMatchObject({ ok: 1, never: 1 });
  });

  test('statistics, clients and jobs agree', async () => {
    expect(await tally()).toMatchObject({ clients: { protected: 0, never: 1 }, jobs: { ok: 1, never: 1 } });
    expect(await names('/operations/jobs?protection=ok')).toEqual(['Good']);
    expect(await names('/operations/jobs?protection=never')).toEqual(['Dead']);
    expect((await names('/operations/jobs?sort=protection')).slice(0, 2)).toEqual(['Dead', 'Good']);
    expect(await names('/clients?protection=ok')).toEqual([]);
    expect(await names('/clients?protection=never')).toEqual(['local']);
  });

  test('an acknowledgement leaves the job out of the verdict, and is over with its next good backup', async () => {
    const acknowledgement = '/operations/jobs/Dead/acknowledgement';
    const given = await operator.put(acknowledgement, { note: 'The disk is ordered.' });
    expect(given.body).toMatchObject({ acknowledgement: { note: 'The disk is ordered.', until: null } });
    await until(async () => (await jobCheck())?.status === 'ok');
    expect(await jobCheck()).toMatchObject({
      message: '1 job never backed up: Dead of local, 1 acknowledged or muted.',
    });
    const backedUp = 'UPDATE job_outcome SET good_at = $1 WHERE job = $2';
    await database.query(backedUp, [new Date(clock.now().getTime() + 1000), 'Dead']);
    expect((await admin.get('/operations/jobs/Dead')).body).not.toHaveProperty('acknowledgement');
    await database.query(backedUp, [null, 'Dead']);
    expect((await admin.get('/operations/jobs/Dead')).body).toHaveProperty('acknowledgement');
    expect((await operator.delete(acknowledgement)).status).toBe(204);
  });

  test('the silence of the client stays by its own rule', async () => {
    expect((await admin.get('/clients/local')).body).toMatchObject({ silence: { status: 'ok' } });
  });
});

describe('thresholds', () => {
  test('come from the schedule of the job where nothing is set', async () => {
    await database.query('UPDATE job_protection SET interval_seconds = $1', [week]);
    expect(await protectionOf('Good')).toMatchObject({
      basis: 'schedule',
      warnSeconds: 1.5 * week,
      critSeconds: 3 * week,
    });
  });

  test('are set for one job, written to the audit log, and removed with null', async () => {
    const set = await operator.patch(`${path}/Good`, { warnSeconds: hour, critSeconds: 2 * hour });
    expect(set.body).toMatchObject({
      warnSeconds: hour,
      critSeconds: 2 * hour,
      protection: { basis: 'job', status: 'ok' },
    });
    const { rows } = await database.query('SELECT changes, actor_name, target FROM audit_record WHERE action = $1', [
      'monitoring.job.update',
    ]);
    expect(rows).toEqual([
      {
        changes: { warnSeconds: { from: null, to: hour }, critSeconds: { from: null, to: 2 * hour } },
        actor_name: 'operator-user',
        target: 'job:embedded:Good',
      },
    ]);
    const removed = await operator.patch(`${path}/Good`, { warnSeconds: null, critSeconds: null });
    expect(removed.body).toMatchObject({ warnSeconds: null, protection: { basis: 'schedule' } });
  });

  test('of its client apply where the job has none of its own', async () => {
    await operator.patch('/admin/monitoring/clients/local', { warnSeconds: 5 * hour, critSeconds: 6 * hour });
    expect(await protectionOf('Good')).toMatchObject({ basis: 'client', warnSeconds: 5 * hour });
    await operator.patch('/admin/monitoring/clients/local', { warnSeconds: null, critSeconds: null });
  });

  test('monitor a job without schedule', async () => {
    await operator.patch(`${path}/Manual`, { warnSeconds: hour });
    expect(await protectionOf('Manual')).toMatchObject({ status: 'never', basis: 'job' });
    await operator.patch(`${path}/Manual`, { warnSeconds: null });
    expect(await protectionOf('Manual')).toMatchObject({ status: 'not_monitored' });
  });

  test('are changed only against the ETag that was read', async () => {
    const tag = { 'if-match': (await operator.get(`${path}/Good`)).headers.get('etag') ?? '' };
    expect((await operator.patch(`${path}/Good`, { critSeconds: 9 * hour }, tag)).status).toBe(200);
    expect((await operator.patch(`${path}/Good`, { critSeconds: 8 * hour }, tag)).status).toBe(412);
    await operator.patch(`${path}/Good`, { critSeconds: null });
  });

  test('are of an operator: a reader may look and not change', async () => {
    const reader = await app.as('readonly');
    expect((await reader.get(`${path}/Good`)).status).toBe(200);
    expect((await reader.patch(`${path}/Good`, { warnSeconds: hour })).status).toBe(403);
    expect((await operator.get(`${path}/Nothing`)).status).toBe(404);
  });

  test('lists jobs by status', async () => {
    expect(await names(`${path}?status=never`)).toEqual(['Dead']);
    expect(await names(`${path}?client=local`)).toEqual(['Dead', 'Good', 'Manual']);
    expect(await names(`${path}?client=other`)).toEqual([]);
  });
});

test('a job that is taken out of its schedule is not monitored, and is again when it is put back', async () => {
  await admin.patch('/operations/jobs/Dead', { enabled: false });
  expect(await protectionOf('Dead')).toMatchObject({ status: 'not_monitored' });
  expect(await clientProtection()).toMatchObject({ status: 'ok', jobs: { ok: 1, notMonitored: 2 } });
  await admin.patch('/operations/jobs/Dead', { enabled: true });
  expect(await protectionOf('Dead')).toMatchObject({ status: 'never', countsAs: 'warn' });
});

test('statistics count a muted client as muted alone', async () => {
  const counted = async () => (await tally()).clients;
  const pausedUntil = new Date(clock.now().getTime() + 60 * 60_000).toISOString();
  expect(await counted()).toMatchObject({ known: 1, never: 1, muted: 0 });
  await operator.patch('/admin/monitoring/clients/local', { pausedUntil });
  expect(await counted()).toMatchObject({ known: 1, protected: 0, never: 0, overdue: 0, notMonitored: 0, muted: 1 });
  await operator.patch('/admin/monitoring/clients/local', { pausedUntil: null });
  expect(await counted()).toMatchObject({ never: 1, muted: 0 });
});

test('a good backup that becomes too old is overdue everywhere', async () => {
  await operator.patch(`${path}/Good`, { warnSeconds: hour, critSeconds: 2 * hour });
  clock.advance(hour + 60);
  expect(await protectionOf('Good')).toMatchObject({ status: 'warn', countsAs: 'warn' });
  expect((await tally()).jobs).toMatchObject({ ok: 0, warn: 1 });
  await until(async () => (await jobCheck())?.message.startsWith('1 job overdue'));
  clock.advance(hour);
  expect(await protectionOf('Good')).toMatchObject({ status: 'crit' });
  expect(await clientProtection()).toMatchObject({ status: 'crit' });
});

test('a backup whose volume is purged protects no more, nor does what builds upon it', async () => {
  await operator.patch(`${path}/Good`, { warnSeconds: null, critSeconds: null });
  await run('Good');
  // The Incremental goes to a volume of its own.
  await admin.patch('/storage-media/volumes/Default-0001', { status: 'Used' });
  writeFileSync(join(source, 'two.txt'), 'good evening');
  await run('Good', 'Incremental');
  expect(await protectionOf('Good')).toMatchObject({ status: 'ok' });
  const purge = '/storage-media/volumes/Default-0001/purge';
  const { impactHash } = (await admin.post(purge, {})).body as { impactHash: string };
  const purged = await admin.post(purge, { confirm: 'Default-0001', impactHash, force: true });
  expect([purged.status, purged.text]).toEqual([200, purged.text]);
  expect(await protectionOf('Good')).toMatchObject({ status: 'crit', countsAs: 'crit', lastGoodAt: null });
  expect((await tally()).jobs).toMatchObject({ ok: 0, crit: 1 });
  await until(async () => {
    const message =
      '1 job without any backup left that can be restored, 1 never backed up: Good of local, Dead of local.';
    const found = await jobCheck();
    return found?.status === 'crit' && found.message === message ? true : null;
  });
  // The clock goes on only where it is told to.
  clock.advance(60);
  await run('Good');
  expect(await protectionOf('Good')).toMatchObject({ status: 'ok', lastGoodAt: expect.any(String) });
});
