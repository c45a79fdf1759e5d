import { type Server } from 'node:http';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CallerCheck } from '../../src/domain/revalidation.js';
import { AccessApp, adminPassword, baseUrl } from '../harness/fixtures/access-app.js';
import {
  adminCookie,
  call,
  cookieOf,
  itemsOf,
  logIn,
  makePerson,
  makeToken,
  password,
  rawCall,
} from '../harness/fixtures/access-calls.js';
import { until } from '../harness/fixtures/until.js';

let app: AccessApp;
let admin: string;

beforeAll(async () => {
  app = await AccessApp.start();
  admin = await adminCookie(app);
});

afterAll(async () => {
  await app.stop();
});

describe('POST /auth/login', () => {
  test('answers who signed in and sets a cookie that scripts and other sites cannot use', async () => {
    const answer = await logIn(app, 'ADMIN', adminPassword);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ user: { username: 'admin', role: 'admin' } });
    expect(answer.body['session']).toMatchObject({ expiresAt: '2026-11-21T05:00:00.000Z' });
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^backupweb_session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(answer.text).not.toContain(cookieOf(answer).split('=')[1]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('answers the same for an unknown name and a wrong password', async () => {
    const wrong = await logIn(app, 'admin', 'not the password');
    const unknown = await logIn(app, 'nobody', 'not the password');
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('www-authenticate')).toBe('Bearer');
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect(wrong.body['code']).toBe('invalid_credentials');
  });

  test('ends the session of the cookie that came along', async () => {
    const before = await adminCookie(app);
    const after = cookieOf(await logIn(app, 'admin', adminPassword, { cookie: before }));
    expect(after).not.toBe(before);
    expect((await call(app, 'GET', '/api/v1/auth/me', { cookie: before })).status).toBe(401);
    expect((await call(app, 'GET', '/api/v1/auth/me', { cookie: after })).status).toBe(200);
  });

  test('refuses a body of more than 4 KiB', async () => {
    const answer = await logIn(app, 'admin', 'x'.repeat(5000));
    expect(answer.status).toBe(413);
  });

  test.each([
    ['a missing password', { username: 'admin' }],
    ['an unknown field', { username: 'admin', password, remember: true }],
    ['a control character', { username: 'ad\u0000min', password }],
    ['no object', ['admin']],
  ])('refuses %s as bad input', async (_, body) => {
    const answer = await call(app, 'POST', '/api/v1/auth/login', { body });
    expect([answer.status, answer.body['code']]).toEqual([400, 'validation_failed']);
  });

  test('refuses a one-time code while no account has a second factor', async () => {
    const body = { username: 'admin', password: adminPassword, otp: '123456' };
    expect((await call(app, 'POST', '/api/v1/auth/login', { body })).status).toBe(400);
  });
});

describe('credentials', () => {
  const me = '/api/v1/auth/me';

  test('are asked for at every path below the prefix, existing or not, however it is spelled', async () => {
    const paths = [
      '/api/v1',
      '/api/v1/',
      '/api/v1/nothing/here',
      '/API/V1/auth/me',
      '//api/v1/auth/me',
      '/api/%76%31/auth/me',
      '/x/../api/v1/auth/me',
      '/api/v1/auth/login/',
      '/API/v1/auth/login',
      '/api/v1/auth/%6Cogin',
      '/api/v2/auth/me',
      '/api/v1/tokens/%ZZ',
    ];
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
        expect([method, path, await rawCall(app, method, path)]).toEqual([method, path, 401]);
      }
    }
  });

  test('by cookie serve no other site, whatever the method; by token they serve programs that say anything', async () => {
    const { plaintext } = await makeToken(app, admin);
    const headers = { 'sec-fetch-site': 'cross-site' };
    const byCookie = await call(app, 'GET', me, { cookie: admin, headers });
    expect([byCookie.status, byCookie.body['code']]).toEqual([403, 'cross_site_request']);
    expect((await call(app, 'GET', me, { token: plaintext, headers })).status).toBe(200);
    expect((await call(app, 'GET', me, { cookie: admin, headers: { 'sec-fetch-site': 'none' } })).status).toBe(200);
  });

  test('have one answer for unknown, junk, expired and revoked', async () => {
    const { plaintext, id } = await makeToken(app, admin);
    await call(app, 'DELETE', `/api/v1/tokens/${id}`, { cookie: admin });
    const answers = await Promise.all([
      call(app, 'GET', me),
      call(app, 'GET', me, { token: plaintext }),
      call(app, 'GET', me, { token: `svct_${'a'.repeat(36)}` }),
      call(app, 'GET', me, { headers: { authorization: 'Bearer' } }),
      call(app, 'GET', me, { cookie: `backupweb_session=${'a'.repeat(43)}` }),
      call(app, 'GET', me, { cookie: 'backupweb_session=' }),
    ]);
    for (const answer of answers) {
      expect({ ...answer.body, requestId: '' }).toEqual({ ...answers[0].body, requestId: '' });
    }
    const invalid = 'Bearer error="invalid_token"';
    const challenges = answers.map(({ headers }) => headers.get('www-authenticate'));
    // Without a token there is none that could be invalid.
    expect(challenges).toEqual(['Bearer', invalid, invalid, invalid, 'Bearer', 'Bearer']);
    expect(answers[0].body).toMatchObject({ status: 401, code: 'unauthenticated' });
  });

  test('by bearer decide where a cookie comes along', async () => {
    const { plaintext } = await makeToken(app, admin);
    const both = await call(app, 'GET', me, { token: plaintext, cookie: admin });
    expect(both.body['kind']).toBe('token');
    expect((await call(app, 'GET', me, { token: `${plaintext}x`, cookie: admin })).status).toBe(401);
  });

  test('of other schemes, such as those of a proxy, are not looked at', async () => {
    const headers = { authorization: 'Basic YWRtaW46YWRtaW4=' };
    expect((await call(app, 'GET', me, { cookie: admin, headers })).body['kind']).toBe('session');
  });

  test('of a client that left while they were read do not count as concurrent requests', async () => {
    const { plaintext } = await makeToken(app, admin);
    const server = app.application.getHttpServer() as Server;
    const connections = promisify(server.getConnections.bind(server));
    const before = await connections();
    const lock = app.database.createQueryRunner();
    await lock.startTransaction();
    await lock.query('LOCK TABLE api_token IN ACCESS EXCLUSIVE MODE');
    const { hostname, port } = new URL(app.url);
    // More than the 32 that a caller may have at the same time.
    const sockets = Array.from({ length: 40 }, () => connect(Number(port), hostname));
    for (const socket of sockets) {
      socket.write(`GET ${me} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${plaintext}\r\n\r\n`);
    }
    const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'api_token'::regclass";
    await until(async () => (await connections()) >= 40 && ((await lock.query(waiting)) as unknown[]).length > 0);
    for (const socket of sockets) socket.destroy();
    await until(async () => (await connections()) <= before);
    await lock.rollbackTransaction();
    await lock.release();
    expect((await call(app, 'GET', me, { token: plaintext })).status).toBe(200);
  });

  test('are asked for before an unreadable body is looked at', async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${app.url}/api/v1/tokens`, { method: 'POST', headers, body: '{broken' });
    expect(response.status).toBe(401);
  });
});

describe('order of refusal', () => {
  test('is 401, 404, 405, 403, 415, 400', async () => {
    const rita = await makePerson(app, admin, 'rita-order', 'readonly');
    const { cookie } = rita;
    const headers = { 'content-type': 'text/plain' };
    expect((await call(app, 'POST', '/api/v1/nothing', { cookie, body: {} })).status).toBe(404);
    const wrongMethod = await call(app, 'PUT', '/api/v1/admin/users', { cookie });
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
    const denied = await call(app, 'POST', '/api/v1/admin/users', { cookie, body: {}, headers });
    expect(denied.body).toMatchObject({ status: 403, requiredCapability: 'users:manage' });
    expect((await call(app, 'POST', '/api/v1/admin/users', { cookie: admin, body: {}, headers })).status).toBe(415);
    expect((await call(app, 'POST', '/api/v1/admin/users', { cookie: admin, body: {} })).status).toBe(400);
  });

  test('denies a route that declares nothing, even to an admin', async () => {
    expect((await call(app, 'GET', '/api/v1/careless/undeclared', { cookie: admin })).status).toBe(403);
  });

  test('denies a route that calls itself public without standing on the list', async () => {
    expect((await call(app, 'POST', '/api/v1/careless/public')).status).toBe(401);
    expect((await call(app, 'POST', '/api/v1/careless/public', { cookie: admin })).status).toBe(403);
  });
});

describe('cross-site rule', () => {
  const body = { name: 'cross-site' };

  test.each([
    [{}, 201],
    [{ origin: baseUrl }, 201],
    [{ 'sec-fetch-site': 'same-origin', origin: baseUrl }, 201],
    [{ 'sec-fetch-site': 'none' }, 201],
    [{ origin: 'https://elsewhere.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: baseUrl }, 403],
  ])('answers a write by cookie with %j by %i', async (headers, status) => {
    const answer = await call(app, 'POST', '/api/v1/tokens', { cookie: admin, body, headers });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body['code']).toBe('cross_site_request');
  });

  test('guards log-in and log-out', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    expect((await logIn(app, 'admin', adminPassword, { headers })).body['code']).toBe('cross_site_request');
    const out = await call(app, 'POST', '/api/v1/auth/logout', { cookie: admin, headers });
    expect(out.body['code']).toBe('cross_site_request');
  });

  test('leaves writes by token alone', async () => {
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const { id, plaintext } = await makeToken(app, admin);
    expect((await call(app, 'DELETE', `/api/v1/tokens/${id}`, { token: plaintext, headers })).status).toBe(200);
  });
});

describe('sessions', () => {
  test('end at log-out, and the cookie is cleared', async () => {
    const cookie = await adminCookie(app);
    const answer = await call(app, 'POST', '/api/v1/auth/logout', { cookie });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toMatch(/^backupweb_session=; Path=\/; Expires=Thu, 01 Jan 1970/);
    expect((await call(app, 'GET', '/api/v1/auth/me', { cookie })).status).toBe(401);
  });

  test('are listed to their owner alone and can be ended one by one', async () => {
    const otto = await makePerson(app, admin, 'otto-sessions', 'operator');
    const second = cookieOf(await logIn(app, otto.username, password));
    const list = await call(app, 'GET', '/api/v1/auth/sessions', { cookie: otto.cookie });
    expect(itemsOf(list)).toHaveLength(2);
    const other = itemsOf(list).find((session) => session['current'] === false);
    const path = `/api/v1/auth/sessions/${String(other?.['id'])}`;
    expect((await call(app, 'DELETE', path, { cookie: admin })).status).toBe(404);
    expect((await call(app, 'DELETE', path, { cookie: otto.cookie })).status).toBe(204);
    expect((await call(app, 'DELETE', path, { cookie: otto.cookie })).status).toBe(404);
    expect((await call(app, 'GET', '/api/v1/auth/me', { cookie: second })).status).toBe(401);
    expect((await call(app, 'DELETE', '/api/v1/auth/sessions/x', { cookie: otto.cookie })).status).toBe(404);
  });

  test('are no business of tokens', async () => {
    const { plaintext: token } = await makeToken(app, admin);
    for (const [method, path] of [
      ['GET', '/auth/sessions'],
      ['POST', '/auth/logout'],
      ['POST', '/tokens'],
      ['PUT', '/auth/password'],
    ] as const) {
      const answer = await call(app, method, `/api/v1${path}`, { token });
      expect([path, answer.status, answer.body['code']]).toEqual([path, 403, 'session_required']);
    }
  });
});

describe('PUT /auth/password', () => {
  const next = 'another password for tests';

  test('ends the other sessions, keeps this one, and is written down without the password', async () => {
    const pia = await makePerson(app, admin, 'pia-password', 'readonly');
    const second = cookieOf(await logIn(app, pia.username, password));
    const body = { currentPassword: password, newPassword: next };
    const answer = await call(app, 'PUT', '/api/v1/auth/password', { cookie: pia.cookie, body });
    expect(answer.status).toBe(204);
    expect((await call(app, 'GET', '/api/v1/auth/me', { cookie: pia.cookie })).status).toBe(200);
    expect((await call(app, 'GET', '/api/v1/auth/me', { cookie: second })).status).toBe(401);
    expect((await logIn(app, pia.username, password)).status).toBe(401);
    expect((await logIn(app, pia.username, next)).status).toBe(200);
    const rows: unknown[] = await app.database.query(
      "SELECT changes FROM audit_record WHERE action = 'user.password' AND actor_id = $1",
      [pia.id],
    );
    expect(rows).toEqual([{ changes: { password: { to: '[hidden]' }, endedSessions: { to: 1 } } }]);
  });

  test('needs the current one', async () => {
    const paul = await makePerson(app, admin, 'paul-password', 'readonly');
    const change = (body: object) => call(app, 'PUT', '/api/v1/auth/password', { cookie: paul.cookie, body });
    const wrong = await change({ currentPassword: 'not the password', newPassword: next });
    expect([wrong.status, wrong.body['code']]).toEqual([422, 'wrong_password']);
    expect((await change({ currentPassword: password, newPassword: 'too short' })).status).toBe(400);
    const weak = await change({ currentPassword: password, newPassword: 'aaaaaaaaaaaaaa' });
    expect([weak.status, weak.body['code']]).toEqual([422, 'weak_password']);
    const common = await change({ currentPassword: password, newPassword: 'passwordpassword' });
    expect(common.body).toMatchObject({
      status: 422,
      reason: 'easily_guessed',
      errors: [{ field: 'newPassword', code: 'easily_guessed' }],
    });
  });

  test('slows down who guesses the current one', async () => {
    const gus = await makePerson(app, admin, 'gus-password', 'readonly');
    const body = { currentPassword: 'not the password', newPassword: next };
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      statuses.push((await call(app, 'PUT', '/api/v1/auth/password', { cookie: gus.cookie, body })).status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });
});

describe('CallerCheck', () => {
  test('notices a session that ended and a role that was lowered', async () => {
    const check = app.get(CallerCheck);
    const mia = await makePerson(app, admin, 'mia-check', 'operator');
    const { body } = await call(app, 'GET', '/api/v1/auth/me', { cookie: mia.cookie });
    const session = body['session'] as { id: string };
    const principal = {
      kind: 'session',
      user: { id: mia.id, username: mia.username },
      role: 'operator',
      capabilities: new Set(body['capabilities'] as never[]),
      scope: { jobs: 'all', clients: 'all' },
      session: { id: session.id, expiresAt: app.clock.now() },
      ip: '127.0.0.1',
      userAgent: '',
    } as const;
    expect(await check.isStillValid(principal)).toBe(true);
    await call(app, 'PATCH', `/api/v1/admin/users/${mia.id}`, { cookie: admin, body: { role: 'readonly' } });
    expect(await check.isStillValid(principal)).toBe(false);
    await call(app, 'PATCH', `/api/v1/admin/users/${mia.id}`, { cookie: admin, body: { role: 'operator' } });
    expect(await check.isStillValid(principal)).toBe(true);
    await call(app, 'POST', '/api/v1/auth/logout', { cookie: mia.cookie });
    expect(await check.isStillValid(principal)).toBe(false);
  });
});
