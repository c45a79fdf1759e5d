import { afterEach, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { ReadLog } from '../../src/features/audit/reads/read-log.js';
import { call, makeToken } from '../harness/fixtures/access-calls.js';
import { from, type Row } from '../harness/fixtures/audit-fixture.js';
import { addRuns, type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';

let fake: FakeApp;

afterEach(() => fake.app.stop());

async function start(reads: string): Promise<void> {
  fake = await startFakeApp({ AUDIT_READS: reads, TRUSTED_PROXIES: '127.0.0.1' });
  addRuns(fake);
}

/** Minutes that are over, oldest first. */
async function recorded(): Promise<Row[]> {
  fake.app.clock.advance(60);
  await fake.app.get(ReadLog).onTick();
  return fake.app.database.query(
    "SELECT target, actor_token_id AS token, ip, changes FROM audit_record WHERE action = 'request.read' ORDER BY at, target, ip",
  );
}

describe('reads', () => {
  test('leave no record by default', async () => {
    await start('');
    await fake.admin.get('/admin/audit');
    await fake.readonly.get('/restore/points?client=laptop');
    expect(await recorded()).toEqual([]);
  });

  test('are one record for each caller, address, route and minute, with a count and what was read', async () => {
    await start('restore:browse, audit:read');
    const { id, plaintext: token } = await makeToken(fake.app, fake.readonly.cookie);
    const read = (path: string, ip = '203.0.113.1', more = {}) =>
      call(fake.app, 'GET', `/api/v1${path}`, { token, headers: { ...from(ip), ...more } });
    for (const client of ['laptop', 'laptop', 'server']) await read(`/restore/points?client=${client}`);
    await read('/restore/points?client=laptop', '203.0.113.2');
    await read('/operations/runs');
    await read('/restore/points?client=laptop&nothing=1');
    await read('/admin/audit');
    await read('/restore/bvfs/search?jobids=1&q=salary');
    const route = 'route:GET /api/v1/restore/points';
    const clients = ['/api/v1/restore/points?client=laptop', '/api/v1/restore/points?client=server'];
    const rows = (await recorded()).filter((row) => row['target'] === route);
    expect(rows).toMatchObject([
      { token: id, ip: '203.0.113.1', changes: { count: { to: 3 }, requests: { to: clients } } },
      { token: id, ip: '203.0.113.2', changes: { count: { to: 1 }, requests: { to: [clients[0]] } } },
    ]);
    await read('/restore/points?client=laptop');
    const later = (await recorded()).filter((row) => row['target'] === route);
    expect(later).toHaveLength(3);
    const everything = JSON.stringify(
      await fake.app.database.query("SELECT * FROM audit_record WHERE action = 'request.read'"),
    );
    expect(everything).not.toMatch(/salary|svct_|nothing=1|operations\/runs/);
  });

  test('that a 304 answers are not counted: a poll of what does not change is one read', async () => {
    await start('jobs:read');
    const poll = (etag?: string) =>
      fake.readonly.get('/operations/jobs/recent', etag === undefined ? {} : { 'if-none-match': etag });
    const first = await poll();
    const statuses: number[] = [];
    for (let polls = 0; polls < 20; polls += 1) {
      statuses.push((await poll(first.headers.get('etag') ?? '')).status);
      fake.app.clock.advance(10);
    }
    expect(new Set(statuses)).toEqual(new Set([304]));
    expect(await recorded()).toMatchObject([
      { target: 'route:GET /api/v1/operations/jobs/recent', changes: { count: { to: 1 } } },
    ]);
  });

  test('of everything include what every caller may read, and no change', async () => {
    await start('all');
    await fake.readonly.get('/auth/me');
    await fake.operator.post('/operations/jobs/run', { job: 'BackupHome' });
    expect((await recorded()).map(({ target }) => target)).toEqual(['route:GET /api/v1/auth/me']);
  });

  test('by POST are counted, but no POST that leaves a record of its own', async () => {
    await start('restore:browse, jobs:run');
    fake.one.description = { ...fake.one.description, abilities: ['run', 'restore', 'relocate'] };
    fake.one.estimate = () => Promise.resolve({ files: 1, bytes: 1, level: 'Full' });
    const relocation = { addPrefix: '/var/restores' };
    const preview = await fake.admin.post('/restore/relocation-preview', { jobids: [7], relocation });
    const estimate = await fake.operator.post('/operations/jobs/BackupHome/estimate', {});
    expect([preview.status, estimate.status]).toEqual([200, 200]);
    const path = '/api/v1/restore/relocation-preview';
    expect(await recorded()).toMatchObject([
      { target: `route:POST ${path}`, changes: { count: { to: 1 }, requests: { to: [path] } } },
    ]);
  });

  test('of the unfinished minute are on record after an orderly stop', async () => {
    await start('jobs:read');
    const { options } = fake.app.database;
    await fake.readonly.get('/operations/runs');
    await fake.app.stop();
    const client = new Client({ connectionString: (options as { url: string }).url });
    await client.connect();
    const { rows } = await client.query<Row>("SELECT changes FROM audit_record WHERE action = 'request.read'");
    await client.end();
    expect(rows).toMatchObject([{ changes: { count: { to: 1 } } }]);
    await start('');
  });
});
