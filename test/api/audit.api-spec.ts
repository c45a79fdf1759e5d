import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { DenialLog } from '../../src/features/access/access-denials/denial-log.js';
import { newTokenSecret } from '../../src/features/access/tokens/token-secret.js';
import { adminPassword } from '../harness/fixtures/access-app.js';
import {
  adminCookie,
  call,
  itemsOf,
  logIn,
  makePerson,
  makeToken,
  password,
} from '../harness/fixtures/access-calls.js';
import { AuditFixture, from, type Row } from '../harness/fixtures/audit-fixture.js';
import { makeRun } from '../harness/builders/domain-records.js';
import { type FakeApp } from '../harness/fakes/fake-app.js';

let fixture: AuditFixture;
let fake: FakeApp;

beforeAll(async () => {
  fixture = await AuditFixture.start();
  ({ fake } = fixture);
});

afterAll(() => fake.app.stop());

const list = (query: string) => fixture.list(query);
const newest = (query: string) => fixture.newest(query);

describe('a refused request', () => {
  test('tells route, caller and the capability that was missing, and not what was asked', async () => {
    const answer = await fake.readonly.post('/operations/jobs/run?secret=in-the-query', { job: 'secret-in-the-body' });
    expect(answer.status).toBe(403);
    expect(await newest('action=request.denied&actor=rita')).toMatchObject({
      outcome: 'denied',
      target: 'route:POST /api/v1/operations/jobs/run',
      requestId: answer.headers.get('x-request-id'),
      actor: { kind: 'session', role: 'readonly' },
      changes: { code: { to: 'missing_capability' }, requiredCapability: { to: 'jobs:run' } },
    });
    await fake.readonly.get('/admin/users/00000000-0000-4000-8000-000000000000');
    expect(await newest('actor=rita')).toMatchObject({ target: 'route:GET /api/v1/admin/users/{id}' });
  });

  test('with a token where a session is needed, or from another site', async () => {
    const { id, plaintext } = await makeToken(fake.app, fixture.admin, { name: 'refused' });
    fake.app.clock.advance(1);
    await call(fake.app, 'POST', '/api/v1/tokens', { token: plaintext, body: { name: 'x' } });
    expect(await newest(`tokenId=${id}`)).toMatchObject({
      action: 'request.denied',
      actor: { kind: 'token', tokenId: id },
      changes: { code: { to: 'session_required' } },
    });
    const headers = { origin: 'http://evil.example', ...from('203.0.113.9') };
    await call(fake.app, 'POST', '/api/v1/auth/logout', { cookie: fixture.admin, headers });
    fake.app.clock.advance(1);
    await logIn(fake.app, 'admin', adminPassword, { headers });
    expect(await list('ip=203.0.113.9')).toMatchObject([
      { target: 'route:POST /api/v1/auth/login', actor: { kind: 'anonymous' } },
      { target: 'route:POST /api/v1/auth/logout', actor: { name: 'admin' } },
    ]);
  });

  test('names the token that was revoked or has expired, and the session that ended; the answer does not', async () => {
    const [revoked, expiring] = [
      await makeToken(fake.app, fixture.admin, { name: 'lost-laptop' }),
      await makeToken(fake.app, fixture.admin, { expiresAt: new Date(fake.app.clock.now().getTime() + 1_000) }),
    ];
    await call(fake.app, 'DELETE', `/api/v1/tokens/${revoked.id}`, { cookie: fixture.admin });
    fake.app.clock.advance(2);
    const me = (credential: object) => call(fake.app, 'GET', '/api/v1/auth/me', credential);
    const answers = [await me({ token: revoked.plaintext }), await me({ token: expiring.plaintext })];
    expect(answers.map(({ status, body }) => [status, body['detail']])).toEqual(
      Array(2).fill([401, 'Sign in, or send a valid API token.']),
    );
    expect(await list(`tokenId=${revoked.id}&action=request.denied`)).toMatchObject([
      {
        tokenId: revoked.id,
        target: 'route:GET /api/v1/auth/me',
        actor: { kind: 'anonymous', name: 'admin' },
        changes: { credential: { to: 'token revoked' }, tokenName: { to: 'lost-laptop' } },
      },
    ]);
    expect(await newest(`tokenId=${expiring.id}`)).toMatchObject({ changes: { credential: { to: 'token expired' } } });
    const ended = await adminCookie(fake.app);
    await call(fake.app, 'POST', '/api/v1/auth/logout', { cookie: ended });
    await me({ cookie: ended });
    expect(await newest('action=request.denied')).toMatchObject({ changes: { credential: { to: 'session ended' } } });
  });

  test('without any credential, or with an address that is of nothing, leaves no trace of what was typed', async () => {
    await call(fake.app, 'GET', '/api/v1/auth/me', { headers: from('203.0.113.20') });
    expect(await list('ip=203.0.113.20')).toEqual([]);
    const [token, headers] = [newTokenSecret(), { ...from('203.0.113.21'), 'user-agent': `tool ${newTokenSecret()}` }];
    await call(fake.app, 'GET', `/api/v1/${token}?q=${token}`, { token, headers });
    expect(await list('ip=203.0.113.21')).toMatchObject([
      { target: 'route:GET (none)', userAgent: 'tool svct_[hidden]', actor: { name: 'anonymous' } },
    ]);
  });
});

describe('a flood', () => {
  const flood = (count: number, ip: (index: number) => string): Promise<unknown> =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        call(fake.app, 'GET', '/api/v1/auth/me', { token: newTokenSecret(), headers: from(ip(index)) }),
      ),
    );

  test('of one address is five records and a count, also beyond the limit of an address', async () => {
    await flood(620, () => '203.0.113.50');
    const rows = await list('ip=203.0.113.50');
    expect(rows).toHaveLength(6);
    const summary = rows.find(({ target }) => target === 'address:203.0.113.50');
    expect(summary).toMatchObject({
      action: 'request.denied',
      outcome: 'denied',
      requestId: null,
      changes: { count: { to: 615 }, codes: { to: { unauthenticated: 595, too_many_requests: 20 } } },
    });
  });

  test('of a network of IPv6 is one address', async () => {
    await flood(8, (index) => `2001:db8:7::${index + 1}`);
    expect(await list('target=address:2001:db8:7::/64')).toMatchObject([{ changes: { count: { to: 3 } } }]);
    expect(await list('ip=2001:db8:7::/64')).toHaveLength(6);
  });

  test('is counted by the minute: what is over is written without being asked for', async () => {
    await flood(7, () => '203.0.113.51');
    fake.app.clock.advance(60);
    await fake.app.get(DenialLog).onTick();
    const counted = "SELECT changes FROM audit_record WHERE target = 'address:203.0.113.51'";
    expect(await fake.app.database.query(counted)).toMatchObject([{ changes: { count: { to: 2 } } }]);
  });
});

describe('GET /admin/audit', () => {
  test('tells everything that a token ever did, and what was done to it, after its revocation', async () => {
    const olga = await makePerson(fake.app, fixture.admin, 'olga-audit', 'operator');
    const { id, plaintext } = await makeToken(fake.app, olga.cookie);
    const body = { job: 'BackupHome', level: 'Full' };
    await call(fake.app, 'POST', '/api/v1/operations/jobs/run', { token: plaintext, body });
    await call(fake.app, 'GET', '/api/v1/admin/users', { token: plaintext });
    await call(fake.app, 'DELETE', `/api/v1/tokens/${id}`, { token: plaintext });
    await call(fake.app, 'GET', '/api/v1/auth/me', { token: plaintext });
    const rows = await list(`tokenId=${id}`);
    expect(rows.map(({ action, outcome }) => `${String(action)} ${String(outcome)}`).sort()).toEqual([
      'api_token.create success',
      'api_token.revoke success',
      'job.run success',
      'request.denied denied',
      'request.denied denied',
    ]);
    expect(await list(`tokenId=${id}&action=api_token.*,job.run`)).toHaveLength(3);
    const events = await call(fake.app, 'GET', `/api/v1/tokens/events?tokenId=${id}&action=api_token.*`, {
      cookie: fixture.admin,
    });
    expect(
      itemsOf(events)
        .map(({ action }) => action)
        .sort(),
    ).toEqual(['api_token.create', 'api_token.revoke']);
  });

  test('pages through several actions in one order, and counts them', async () => {
    const query = 'action=session.*,user.*';
    const all = await list(`${query}&limit=500`);
    const seen: Row[] = [];
    let cursor = '';
    do {
      const answer = await call(fake.app, 'GET', `/api/v1/admin/audit?${query}&limit=7&count=true${cursor}`, {
        cookie: fixture.admin,
      });
      expect(answer.body['total']).toEqual({ value: all.length, exact: true });
      seen.push(...itemsOf(answer));
      const next = answer.body['nextCursor'] as string | null;
      cursor = next === null ? '' : `&cursor=${next}`;
    } while (cursor !== '');
    expect(seen).toEqual(all);
    const order = all.map(({ at, id }) => `${String(at)} ${String(id)}`);
    expect(order).toEqual([...order].sort().reverse());
  });

  test('filters by each member', async () => {
    fake.one.records.runs.push(makeRun({ jobId: 801 }));
    await fake.operator.post('/restore/run', { jobids: [801], where: '/var/restores/audit' });
    const one = (await newest('action=restore.run'))!;
    const { id, at, requestId, actor } = one as Row & { at: string; actor: Row };
    const until = new Date(new Date(at).getTime() + 1).toISOString();
    for (const query of [
      `requestId=${String(requestId)}`,
      `actor=${String(actor['name'])}&action=restore.*`,
      `actorId=${String(actor['id'])}&action=restore.*`,
      'target=client:one:*',
      'target=client:one:laptop',
      'action=*.run&target=client:*',
      'outcome=success&action=restore.run&ip=127.0.0.0/8',
      `since=${at}&until=${until}&action=restore.run&ip=127.0.0.1`,
    ]) {
      expect([query, (await list(query)).map((row) => row['id'])]).toEqual([query, [id]]);
    }
    for (const query of [
      'action=tore.r',
      'action=STORE.RUN',
      'action=restore.run&target=one:LAP',
      'target=client:*:lap*&action=*.run',
    ]) {
      expect([query, (await list(query)).map((row) => row['id'])]).toEqual([query, [id]]);
    }
    for (const query of ['target=client:one:%25*', 'target=client:one:_aptop', `until=${at}&action=restore.run`]) {
      expect([query, await list(query)]).toEqual([query, []]);
    }
  });

  test('finds people by a part of their name, and only one where the whole name is given', async () => {
    const admin = fixture.admin;
    for (const username of ['mila', 'camila']) {
      await call(fake.app, 'POST', '/api/v1/tokens', {
        cookie: (await makePerson(fake.app, admin, username, 'operator')).cookie,
        body: { name: `of ${username}` },
      });
      fake.app.clock.advance(1);
    }
    const actors = async (text: string) =>
      (await list(`action=token.create&actor=${text}`)).map(({ actor }) => (actor as Row)['name']);
    expect(await actors('MIL')).toEqual(['camila', 'mila']);
    expect(await actors('mila')).toEqual(['mila']);
    expect(await actors('*mila')).toEqual(['camila', 'mila']);
    expect(await actors('%25')).toEqual([]);
    const exported = await call(fake.app, 'GET', '/api/v1/admin/audit/export?action=token.create&actor=MIL', {
      cookie: admin,
    });
    expect(exported.text.trimEnd().split('\n')).toHaveLength(2);
  });

  test('names targets that have an id, and finds them by that name', async () => {
    const mine = await makeToken(fake.app, fixture.admin, { name: 'Nightly pipeline' });
    const one = await newest(`tokenId=${mine.id}`);
    expect(one).toMatchObject({ target: `token:${mine.id}`, targetName: 'Nightly pipeline' });
    expect((await list('target=LY PIPE')).map(({ id }) => id)).toEqual([one?.['id']]);
    expect(await newest('action=session.create&actor=admin')).toMatchObject({ targetName: 'admin' });
    expect(await newest('action=user.create&target=rita')).toMatchObject({ targetName: 'rita' });
    expect(await newest('action=job.run')).toMatchObject({ targetName: null });
  });

  test('names the targets of records of earlier versions, also where they were deleted', async () => {
    const { admin } = fake;
    const token = await makeToken(fake.app, fixture.admin, { name: 'before-names' });
    const url = 'https://hooks.example.com/x';
    const channel = await admin.post('/admin/notifications/channels', {
      name: 'Old hook',
      kind: 'webhook',
      url,
      patterns: ['job.**'],
    });
    const id = String(channel.body['id']);
    fake.app.clock.advance(1);
    await admin.delete(`/admin/notifications/channels/${id}`);
    await fake.app.database.query('UPDATE audit_record SET target_name = NULL');
    expect(await list(`target=channel:${id}`)).toMatchObject([{ targetName: 'Old hook' }, { targetName: 'Old hook' }]);
    expect((await list('target=old hook')).map(({ action }) => action)).toEqual(['channel.delete', 'channel.create']);
    expect(await newest(`tokenId=${token.id}`)).toMatchObject({ targetName: 'before-names' });
    expect(await newest('action=user.create&target=rita')).toMatchObject({ targetName: 'rita' });
    expect(await newest('action=session.create&actor=rita')).toMatchObject({ targetName: 'rita' });
  });

  test('tells of one record, and of none that is not there', async () => {
    const one = await newest('action=user.create');
    const answer = await call(fake.app, 'GET', `/api/v1/admin/audit/${String(one?.['id'])}`, { cookie: fixture.admin });
    expect(answer.body).toEqual(one);
    for (const id of ['00000000-0000-4000-8000-000000000000', 'nothing']) {
      expect((await call(fake.app, 'GET', `/api/v1/admin/audit/${id}`, { cookie: fixture.admin })).status).toBe(404);
    }
  });
});

test('no record holds a secret, query or body', async () => {
  const everything = await fixture.everything();
  for (const secret of ['in-the-query', 'secret-in-the-body', password, adminPassword]) {
    expect(everything).not.toContain(secret);
  }
  expect(everything).toContain('request.denied');
  expect(everything).not.toMatch(/svct_[0-9A-Za-z]|backupweb_session=/);
});

test('what was refused just before an orderly stop is on record after it', async () => {
  const { fake: stopping } = await AuditFixture.start();
  const { options } = stopping.app.database;
  for (let index = 0; index < 9; index += 1) {
    await call(stopping.app, 'GET', '/api/v1/auth/me', { token: newTokenSecret(), headers: from('203.0.113.77') });
  }
  await stopping.app.stop();
  const client = new Client({ connectionString: (options as { url: string }).url });
  await client.connect();
  const { rows } = await client.query<Row>("SELECT target FROM audit_record WHERE ip = '203.0.113.77' ORDER BY target");
  await client.end();
  expect(rows.map(({ target }) => target)).toEqual([
    'address:203.0.113.77',
    ...Array<string>(5).fill('route:GET /api/v1/auth/me'),
  ]);
});
