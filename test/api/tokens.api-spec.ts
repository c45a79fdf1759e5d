import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type EventEnvelope } from '../../src/domain/event.js';
import { AccessApp, adminPassword } from '../harness/fixtures/access-app.js';
import {
  adminCookie,
  call,
  cookieOf,
  itemsOf,
  logIn,
  makePerson,
  makeToken,
  password,
} from '../harness/fixtures/access-calls.js';

let app: AccessApp;
let admin: string;

beforeAll(async () => {
  app = await AccessApp.start();
  admin = await adminCookie(app);
});

afterAll(async () => {
  await app.stop();
});

const me = '/api/v1/auth/me';
const unknownId = '00000000-0000-4000-8000-000000000000';

/** Every row of every table as text, binary columns in hex. */
async function dump(): Promise<string> {
  const tables = await app.database.query<{ name: string }[]>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
  );
  const parts = await Promise.all(
    tables.map(({ name }) => app.database.query<object[]>(`SELECT t::text FROM "${name}" t`)),
  );
  return JSON.stringify(parts);
}

describe('POST /tokens', () => {
  test('shows the secret once and keeps only its hash', async () => {
    const created = await call(app, 'POST', '/api/v1/tokens', { cookie: admin, body: { name: 'ci' } });
    expect(created.status).toBe(201);
    const { id, plaintext, ...summary } = created.body;
    expect(created.headers.get('location')).toBe(`/api/v1/tokens/${String(id)}`);
    expect(plaintext).toMatch(/^svct_[0-9A-Za-z]{36}$/);
    expect(summary).toMatchObject({ name: 'ci', role: 'admin', status: 'active', owner: { username: 'admin' } });
    expect(summary).toMatchObject({
      expiresAt: null,
      lastUsedAt: null,
      lastUsedIp: null,
      revokedAt: null,
      revokedBy: null,
    });
    expect((await call(app, 'GET', '/api/v1/tokens', { cookie: admin })).text).not.toContain(plaintext);
  });

  test.each([
    ['no name', {}],
    ['an empty name', { name: '  ' }],
    ['a line break', { name: 'a\nb' }],
    ['a NUL character', { name: 'a\u0000b' }],
    ['a past end', { name: 'ci', expiresAt: '2020-01-01T00:00:00Z' }],
    ['an end without zone', { name: 'ci', expiresAt: '2030-01-01T00:00:00' }],
    ['an unknown field', { name: 'ci', role: 'admin' }],
  ])('refuses %s as bad input', async (_, body) => {
    const answer = await call(app, 'POST', '/api/v1/tokens', { cookie: admin, body });
    expect([answer.status, answer.body['code']]).toEqual([400, 'validation_failed']);
  });

  test('leaves no plaintext of a token, password or session anywhere in the database', async () => {
    const otto = await makePerson(app, admin, 'otto-dump', 'operator');
    const { plaintext } = await makeToken(app, otto.cookie);
    await logIn(app, 'my secret typed as name', 'x');
    await call(app, 'GET', me, { token: plaintext });
    const everything = await dump();
    expect(everything).toContain('otto-dump');
    const session = otto.cookie.split('=')[1] ?? '';
    const secrets = [plaintext, plaintext.slice(5), session, password, adminPassword, 'my secret typed as name'];
    for (const secret of secrets) {
      for (const form of ['utf8', 'hex', 'base64', 'base64url'] as const) {
        const found = everything.includes(form === 'utf8' ? secret : Buffer.from(secret).toString(form));
        expect({ secret, form, found }).toEqual({ secret, form, found: false });
      }
    }
  });
});

describe('a token', () => {
  test('keeps its role and capabilities after its owner was lowered, and its owner does not', async () => {
    const olga = await makePerson(app, admin, 'olga-frozen', 'operator');
    const { plaintext: token } = await makeToken(app, olga.cookie);
    const changed = await call(app, 'PATCH', `/api/v1/admin/users/${olga.id}`, {
      cookie: admin,
      body: { role: 'readonly' },
    });
    expect(changed.body).toMatchObject({ role: 'readonly', tokensWithOtherRole: 1, tokensRevoked: 0 });
    const asToken = await call(app, 'GET', me, { token });
    expect(asToken.body).toMatchObject({ kind: 'token', role: 'operator', token: { name: 'ci' } });
    expect(asToken.body['capabilities']).toContain('jobs:run');
    const asPerson = await call(app, 'GET', me, { cookie: olga.cookie });
    expect(asPerson.body['role']).toBe('readonly');
    expect(asPerson.body['capabilities']).not.toContain('jobs:run');
  });

  test('is refused at the next request after its owner was disabled, and taken again after', async () => {
    const dora = await makePerson(app, admin, 'dora-disabled', 'operator');
    const { id, plaintext: token } = await makeToken(app, dora.cookie);
    const setDisabled = (disabled: boolean) =>
      call(app, 'PATCH', `/api/v1/admin/users/${dora.id}`, { cookie: admin, body: { disabled } });
    expect((await call(app, 'GET', me, { token })).status).toBe(200);
    await setDisabled(true);
    expect((await call(app, 'GET', me, { token })).status).toBe(401);
    expect((await call(app, 'GET', me, { cookie: dora.cookie })).status).toBe(401);
    expect((await call(app, 'GET', `/api/v1/tokens/${id}`, { cookie: admin })).body['status']).toBe('disabled');
    expect((await logIn(app, dora.username, password)).status).toBe(401);
    await setDisabled(false);
    expect((await call(app, 'GET', me, { token })).status).toBe(200);
    expect((await call(app, 'GET', me, { cookie: dora.cookie })).status).toBe(401);
  });

  test('is refused once it has expired', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + 60_000).toISOString();
    const { id, plaintext: token } = await makeToken(app, admin, { expiresAt });
    expect((await call(app, 'GET', me, { token })).status).toBe(200);
    app.clock.advance(60);
    expect((await call(app, 'GET', me, { token })).status).toBe(401);
    expect((await call(app, 'GET', `/api/v1/tokens/${id}`, { cookie: admin })).body).toMatchObject({
      status: 'expired',
      expiresAt,
    });
  });

  test('shows when and from where it was last used, to a minute', async () => {
    const { id, plaintext: token } = await makeToken(app, admin);
    const usedAt = app.clock.now().toISOString();
    const lastUse = async () => {
      const { body } = await call(app, 'GET', `/api/v1/tokens/${id}`, { cookie: admin });
      return { at: body['lastUsedAt'], ip: body['lastUsedIp'] };
    };
    await call(app, 'GET', me, { token });
    await expectSoon(lastUse, { at: usedAt, ip: '127.0.0.1' });
    app.clock.advance(59);
    await call(app, 'GET', me, { token });
    app.clock.advance(1);
    expect(await lastUse()).toEqual({ at: usedAt, ip: '127.0.0.1' });
    await call(app, 'GET', me, { token });
    await expectSoon(lastUse, { at: app.clock.now().toISOString(), ip: '127.0.0.1' });
  });
});

async function expectSoon<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const until = performance.now() + 5_000;
  while (JSON.stringify(await read()) !== JSON.stringify(expected) && performance.now() < until);
  expect(await read()).toEqual(expected);
}

describe('DELETE /tokens/{id}', () => {
  test('refuses the token at the next request, keeps its row, and answers the same again', async () => {
    const { id, plaintext: token } = await makeToken(app, admin);
    const events: EventEnvelope[] = [];
    app.emitter.on('api_token.revoke', (event: EventEnvelope) => events.push(event));
    const first = await call(app, 'DELETE', `/api/v1/tokens/${id}`, { cookie: admin });
    expect((await call(app, 'GET', me, { token })).status).toBe(401);
    app.clock.advance(1);
    const second = await call(app, 'DELETE', `/api/v1/tokens/${id}`, { cookie: admin });
    expect(first.body).toMatchObject({ id, status: 'revoked', revokedBy: { kind: 'session', name: 'admin' } });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(events.filter((event) => event.data['tokenId'] === id)).toHaveLength(1);
  });

  test('lets a token revoke itself', async () => {
    const { id, plaintext: token } = await makeToken(app, admin);
    expect((await call(app, 'DELETE', `/api/v1/tokens/${id}`, { token })).body['status']).toBe('revoked');
    expect((await call(app, 'GET', me, { token })).status).toBe(401);
  });

  test("answers 404 for what is unknown or another person's", async () => {
    const { id } = await makeToken(app, admin);
    const rita = await makePerson(app, admin, 'rita-delete', 'readonly');
    for (const other of [id, unknownId, 'x', '%00']) {
      expect((await call(app, 'DELETE', `/api/v1/tokens/${other}`, { cookie: rita.cookie })).status).toBe(404);
      expect((await call(app, 'GET', `/api/v1/tokens/${other}`, { cookie: rita.cookie })).status).toBe(404);
    }
    const ritas = await makeToken(app, rita.cookie);
    expect((await call(app, 'DELETE', `/api/v1/tokens/${ritas.id}`, { cookie: admin })).status).toBe(200);
  });
});

describe('GET /tokens', () => {
  test('pages through own tokens, newest first, and filters by state and label', async () => {
    const lena = await makePerson(app, admin, 'lena-list', 'readonly');
    const made = [];
    for (const name of ['one', 'two', 'three']) {
      made.unshift((await makeToken(app, lena.cookie, { name })).id);
      app.clock.advance(1);
    }
    await call(app, 'DELETE', `/api/v1/tokens/${String(made[2])}`, { cookie: lena.cookie });
    const list = (query: string) => call(app, 'GET', `/api/v1/tokens?${query}`, { cookie: lena.cookie });
    const first = await list('limit=2&count=true');
    expect(itemsOf(first).map((token) => token['id'])).toEqual(made.slice(0, 2));
    expect(first.body['total']).toEqual({ value: 3, exact: true });
    const second = await list(`limit=2&count=true&cursor=${String(first.body['nextCursor'])}`);
    expect(itemsOf(second).map((token) => token['id'])).toEqual(made.slice(2));
    expect(second.body['nextCursor']).toBeNull();
    expect(itemsOf(await list('status=active')).map((token) => token['name'])).toEqual(['three', 'two']);
    expect(itemsOf(await list('status=revoked,expired')).map((token) => token['name'])).toEqual(['one']);
    expect(itemsOf(await list('name=two'))).toHaveLength(1);
    expect(itemsOf(await list('name=t'))).toEqual([]);
    expect(itemsOf(await list('q=T')).map((token) => token['name'])).toEqual(['three', 'two']);
    expect((await list(`status=active&cursor=${String(first.body['nextCursor'])}`)).body['code']).toBe(
      'cursor_mismatch',
    );
    expect((await list('status=lost')).status).toBe(400);
    expect((await list('color=red')).status).toBe(400);
  });

  test("shows others' tokens only with tokens:all", async () => {
    const sven = await makePerson(app, admin, 'sven-list', 'operator');
    await makeToken(app, sven.cookie, { name: 'of sven' });
    const list = (cookie: string, owner: string) => call(app, 'GET', `/api/v1/tokens?owner=${owner}`, { cookie });
    expect(itemsOf(await list(admin, 'SVEN-LIST'))).toMatchObject([{ name: 'of sven' }]);
    expect(itemsOf(await list(admin, sven.id))).toHaveLength(1);
    expect(itemsOf(await list(admin, '*')).length).toBeGreaterThan(1);
    expect(itemsOf(await list(admin, 'nobody'))).toEqual([]);
    expect(itemsOf(await list(sven.cookie, sven.username))).toHaveLength(1);
    for (const owner of ['admin', '*', 'nobody']) {
      expect((await list(sven.cookie, owner)).body).toMatchObject({ status: 403, requiredCapability: 'tokens:all' });
    }
  });
});

describe('GET /tokens/events', () => {
  test('tells who created and who revoked, from where, without the secret', async () => {
    const erik = await makePerson(app, admin, 'erik-events', 'operator');
    const { id, plaintext } = await makeToken(app, erik.cookie);
    app.clock.advance(1);
    const revokedAt = app.clock.now().toISOString();
    await call(app, 'DELETE', `/api/v1/tokens/${id}`, { cookie: admin });
    const list = (query: string) => call(app, 'GET', `/api/v1/tokens/events?${query}`, { cookie: admin });
    const both = await list(`tokenId=${id}`);
    expect(itemsOf(both)).toMatchObject([
      {
        action: 'api_token.revoke',
        at: revokedAt,
        tokenId: id,
        actor: { kind: 'session', name: 'admin', role: 'admin' },
      },
      { action: 'api_token.create', tokenId: id, actor: { name: 'erik-events' }, ip: '127.0.0.1', outcome: 'success' },
    ]);
    expect(both.text).not.toContain(plaintext);
    expect(itemsOf(both)[0]?.['requestId']).toMatch(/^[0-9a-f]{16}$/);
    expect(itemsOf(await list('actor=erik-events'))).toHaveLength(1);
    expect(itemsOf(await list(`tokenId=${id}&action=api_token.revoke`))).toHaveLength(1);
    expect(itemsOf(await list(`tokenId=${id}&since=${revokedAt}`))).toHaveLength(1);
    expect(itemsOf(await list(`tokenId=${id}&until=${revokedAt}`))).toHaveLength(1);
    const page = await list(`tokenId=${id}&limit=1`);
    const rest = await list(`tokenId=${id}&limit=1&cursor=${String(page.body['nextCursor'])}`);
    expect(itemsOf(rest)).toMatchObject([{ action: 'api_token.create' }]);
    expect((await list('action=user.update')).status).toBe(400);
    expect(itemsOf(await list('tokenId=unheard-of'))).toEqual([]);
  });

  test('needs audit:read, which operators lack', async () => {
    const carl = await makePerson(app, admin, 'carl-events', 'operator');
    const answer = await call(app, 'GET', '/api/v1/tokens/events', { cookie: carl.cookie });
    expect(answer.body).toMatchObject({ status: 403, requiredCapability: 'audit:read' });
  });
});

test('signs in anew after all of this', async () => {
  expect(cookieOf(await logIn(app, 'admin', adminPassword))).not.toBe('');
});
