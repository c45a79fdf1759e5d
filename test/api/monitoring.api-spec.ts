import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { type Caller, startTestConsole, type TestConsole } from '../harness/fixtures/test-console.js';
import { directorYaml } from '../harness/builders/director-yaml.js';
import { FakeClock } from '../harness/fakes/fake-clock.js';
import { until } from '../harness/fixtures/until.js';

interface QueryContent {
  readonly name: string;
  readonly status: string;
  readonly cause: string | null;
  readonly warnSeconds: number | null;
  readonly pausedUntil: string | null;
  readonly intervalSeconds: number | null;
  readonly thresholds: object;
  readonly lastSuccessAt: string | null;
}

const path = '/admin/monitoring/clients';
const hour = 3600;
let app: TestConsole;
let operator: Caller;
let admin: Caller;
let database: Client;
let clock: FakeClock;

function prepare(dataDir: string): void {
  const yaml = JSON.parse(directorYaml(dataDir, { Nothing: [join(dataDir, 'none')] })) as Record<string, object[]>;
  yaml['clients'] = ['ada', 'bob', 'eve'].map((name) => ({ name }));
  yaml['schedules'] = [{ name: 'Weekly', starts: [{ level: 'Full', at: '0 4 * * 1' }] }];
  yaml['jobs'] = (yaml['jobs'] ?? []).map((job) => ({ ...job, client: 'ada', schedule: 'Weekly' }));
  writeFileSync(join(dataDir, 'director.yaml'), JSON.stringify(yaml));
}

beforeAll(async () => {
  clock = new FakeClock(new Date());
  app = await startTestConsole({ clock, prepare });
  operator = await app.as('operator');
  admin = await app.as('admin');
  database = new Client({ connectionString: app.consoleDatabaseUrl });
  await database.connect();
});

afterAll(async () => {
  await database.end();
  await app.close();
});

/** A second later than whatever was before: what follows is told in order. */
function change(at: string, body: object, headers: Record<string, string> = {}): ReturnType<Caller['patch']> {
  clock.advance(1);
  return operator.patch(at, body, headers);
}

async function shown(name: string): Promise<QueryContent> {
  return (await operator.get(`${path}/${name}`)).body;
}

async function listed(query: string): Promise<string[]> {
  const { items } = (await operator.get(`${path}${query}`)).body as { items: QueryContent[] };
  return items.map(({ name }) => name);
}

async function told(client: string): Promise<string[]> {
  const { rows } = await database.query<{ told: string }>(
    `SELECT type || ' ' || (data->>'cause') AS told FROM event WHERE data->>'client' = $1 ORDER BY recorded_at, once_key`,
    [client],
  );
  return rows.map((row) => row.told);
}

async function audited(action: string): Promise<unknown> {
  const { rows } = await database.query<{ changes: unknown }>(
    'SELECT changes, actor_name, target FROM audit_record WHERE action = $1 ORDER BY at DESC, id LIMIT 1',
    [action],
  );
  return rows[0];
}

/** As the monitor leaves a client that was evaluated, and whose last good backup ended so many hours ago. */
async function silentFor(client: string, hours: number): Promise<void> {
  const last = new Date(clock.now().getTime() - hours * hour * 1000);
  await operator.get(path);
  await database.query('UPDATE client_silence SET evaluated = true, last_success_at = $2 WHERE client = $1', [
    client,
    last,
  ]);
  await until(
    async () => (await database.query('SELECT 1 FROM run_sync_state WHERE read_at IS NOT NULL')).rowCount === 1,
  );
}

describe('the global thresholds', () => {
  test('are 36 and 72 hours until somebody changes them', async () => {
    const answer = await operator.get('/admin/monitoring/thresholds');
    expect(answer.body).toEqual({ warnSeconds: 36 * hour, critSeconds: 72 * hour, updatedAt: null });
    expect(
      (await operator.get('/admin/monitoring/thresholds', { 'if-none-match': answer.headers.get('etag') ?? '' }))
        .status,
    ).toBe(304);
  });

  test('hold at once in both directions, are told and written down', async () => {
    await silentFor('ada', 10);
    const lowered = await change('/admin/monitoring/thresholds', { warnSeconds: 5 * hour });
    expect(lowered.body).toMatchObject({ warnSeconds: 5 * hour, critSeconds: 72 * hour });
    expect(await shown('ada')).toMatchObject({ status: 'warn', cause: 'threshold' });
    expect(await audited('monitoring.thresholds.update')).toEqual({
      changes: { warnSeconds: { from: 36 * hour, to: 5 * hour } },
      actor_name: 'operator-user',
      target: 'thresholds:global',
    });
    await change('/admin/monitoring/thresholds', { warnSeconds: 36 * hour });
    expect(await told('ada')).toEqual(['client.silence.warn threshold', 'client.silence.ok threshold']);
  });

  test('are changed only against the ETag that was read', async () => {
    const etag = (await operator.get('/admin/monitoring/thresholds')).headers.get('etag') ?? '';
    const changed = await change('/admin/monitoring/thresholds', { critSeconds: 80 * hour }, { 'if-match': etag });
    expect(changed.status).toBe(200);
    const late = await change('/admin/monitoring/thresholds', { critSeconds: 72 * hour }, { 'if-match': etag });
    expect([late.status, (late.body as { code: string }).code]).toEqual([412, 'changed_meanwhile']);
    const tag = { 'if-match': changed.headers.get('etag') ?? '' };
    expect((await change('/admin/monitoring/thresholds', { critSeconds: 72 * hour }, tag)).status).toBe(200);
  });

  test('are not written down again where nothing changes', async () => {
    const count = async (): Promise<unknown> => (await database.query('SELECT count(*) FROM audit_record')).rows[0];
    const before = await count();
    await change('/admin/monitoring/thresholds', { critSeconds: 72 * hour });
    expect(await count()).toEqual(before);
  });
});

describe('the clients', () => {
  test('are listed by name, page by page, and counted', async () => {
    const first = (await operator.get(`${path}?limit=2&count=true`)).body as {
      nextCursor: string;
      total: object;
      items: QueryContent[];
    };
    expect(first.items.map(({ name }) => name)).toEqual(['ada', 'bob']);
    expect(first.total).toEqual({ value: 3, exact: true });
    expect(await listed(`?limit=2&cursor=${first.nextCursor}`)).toEqual(['eve']);
    expect(await listed('?director=*')).toEqual(['ada', 'bob', 'eve']);
    expect(await listed('?name=bob')).toEqual(['bob']);
  });

  test('are found by how they stand and whether they are paused', async () => {
    await silentFor('bob', 100);
    await change(`${path}/bob`, { warnSeconds: 2 * hour, critSeconds: 3 * hour });
    expect([await listed('?status=crit'), await listed('?status=ok,warn')]).toEqual([['bob'], ['ada', 'eve']]);
    const pausedUntil = new Date(clock.now().getTime() + hour * 1000).toISOString();
    await change(`${path}/bob`, { pausedUntil });
    expect(await shown('bob')).toMatchObject({ status: 'ok', cause: 'pause', pausedUntil });
    expect([await listed('?paused=true'), await listed('?paused=false')]).toEqual([['bob'], ['ada', 'eve']]);
    const clientsBy = async (query: string) =>
      ((await admin.get(`/clients?${query}`)).body as { items: QueryContent[] }).items.map(({ name }) => name);
    expect([await clientsBy('paused=true'), await clientsBy('paused=false')]).toEqual([['bob'], ['ada', 'eve']]);
    await change(`${path}/bob`, { pausedUntil: null });
    expect(await shown('bob')).toMatchObject({ status: 'crit', pausedUntil: null });
    expect(await told('bob')).toEqual([
      'client.silence.crit time',
      'client.silence.ok pause',
      'client.silence.crit time',
    ]);
  });

  test('are shown by GET /clients and by health as events told of them', async () => {
    const client = (await admin.get('/clients/bob')).body as { silence: object };
    expect(client.silence).toMatchObject({ status: 'crit', warnSeconds: 2 * hour, critSeconds: 3 * hour });
    const health = (await admin.get('/director/health')).body as { counts: object };
    expect(health.counts).toMatchObject({ silentWarn: 0, silentCrit: 1 });
  });
});

describe('what is set for one client', () => {
  test('holds for it alone, is written down, and goes back to the global with null', async () => {
    const set = await change(`${path}/eve`, { warnSeconds: 5 * hour });
    expect(set.body).toMatchObject({
      warnSeconds: 5 * hour,
      critSeconds: null,
      thresholds: { warnSeconds: 5 * hour, critSeconds: 72 * hour, from: 'client' },
    });
    expect((await shown('ada')).thresholds).toMatchObject({ warnSeconds: 36 * hour, from: 'global' });
    expect(await audited('monitoring.client.update')).toMatchObject({
      changes: { warnSeconds: { from: null, to: 5 * hour } },
      target: 'client:embedded:eve',
    });
    const reset = await change(`${path}/eve`, { warnSeconds: null });
    expect((reset.body as QueryContent).thresholds).toMatchObject({ warnSeconds: 36 * hour, from: 'global' });
  });

  test('can be its schedule', async () => {
    const set = await change(`${path}/ada`, { basis: 'schedule' });
    const week = 7 * 24 * hour;
    expect(set.body).toMatchObject({
      basis: 'schedule',
      intervalSeconds: week,
      thresholds: { warnSeconds: 1.5 * week, critSeconds: 3 * week, from: 'schedule' },
    });
    expect((await change(`${path}/bob`, { basis: 'schedule' })).body).toMatchObject({
      intervalSeconds: null,
      thresholds: { from: 'client' },
    });
    expect((await change(`${path}/ada`, { basis: null })).body).toMatchObject({
      basis: 'fixed',
      intervalSeconds: null,
      thresholds: { from: 'global' },
    });
  });

  test('is changed only against the ETag that was read, whatever its backups do meanwhile', async () => {
    const read = await operator.get(`${path}/eve`);
    const tag = { 'if-match': read.headers.get('etag') ?? '' };
    await silentFor('eve', 1);
    expect((await change(`${path}/eve`, { critSeconds: 90 * hour }, tag)).status).toBe(200);
    expect((await change(`${path}/eve`, { critSeconds: 91 * hour }, tag)).status).toBe(412);
  });

  test('is refused for a client that there is not', async () => {
    expect((await change(`${path}/nobody`, { warnSeconds: hour })).status).toBe(404);
    expect((await operator.get(`${path}/nobody`)).status).toBe(404);
  });
});
