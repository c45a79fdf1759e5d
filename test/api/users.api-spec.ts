import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AccessApp } from '../harness/fixtures/access-app.js';
import {
  type Answer,
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

const users = '/api/v1/admin/users';

function create(body: object, cookie = admin) {
  return call(app, 'POST', users, { cookie, body });
}

function change(id: string, body: object, cookie = admin) {
  return call(app, 'PATCH', `${users}/${id}`, { cookie, body });
}

async function ownId(cookie: string): Promise<string> {
  const { body } = await call(app, 'GET', '/api/v1/auth/me', { cookie });
  return (body['user'] as { id: string }).id;
}

describe('POST /admin/users', () => {
  test('creates a person who can sign in', async () => {
    const created = await create({ username: 'Nina', password, role: 'operator' });
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`${users}/${String(created.body['id'])}`);
    expect(created.body).toMatchObject({ username: 'Nina', role: 'operator', disabled: false, lastLoginAt: null });
    expect(created.text).not.toMatch(/hash|password/i);
    expect((await logIn(app, 'nina', password)).status).toBe(200);
    const read = await call(app, 'GET', `${users}/${String(created.body['id'])}`, { cookie: admin });
    expect(read.body['lastLoginAt']).toBe(app.clock.now().toISOString());
  });

  test('refuses a name that differs from another by letter case alone', async () => {
    await create({ username: 'twin', password, role: 'readonly' });
    const answer = await create({ username: 'TWIN', password, role: 'readonly' });
    expect([answer.status, answer.body['code']]).toEqual([409, 'name_taken']);
  });

  test.each([
    ['an unknown role', { username: 'a1', password, role: 'emperor' }, 422, 'unknown_role'],
    ['a role with a NUL', { username: 'a1', password, role: 'a\u0000' }, 400, 'validation_failed'],
    [
      'a password of one letter',
      { username: 'a1', password: 'aaaaaaaaaaaaaa', role: 'readonly' },
      422,
      'weak_password',
    ],
    ['a common password', { username: 'a1', password: 'qwertyuiopas', role: 'readonly' }, 422, 'weak_password'],
    ['a short password', { username: 'a1', password: 'short', role: 'readonly' }, 400, 'validation_failed'],
    ['an odd name', { username: 'a b', password, role: 'readonly' }, 400, 'validation_failed'],
  ])('refuses %s', async (_, body, status, code) => {
    const answer = await create(body);
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
  });

  test('is for sessions with users:manage only', async () => {
    const { plaintext: token } = await makeToken(app, admin);
    const body = { username: 'robot', password, role: 'readonly' };
    expect((await call(app, 'POST', users, { token, body })).body['code']).toBe('session_required');
    const otto = await makePerson(app, admin, 'otto', 'operator');
    expect((await create(body, otto.cookie)).body).toMatchObject({ status: 403, requiredCapability: 'users:manage' });
  });
});

describe('GET /admin/users', () => {
  test('pages by name and filters', async () => {
    for (const username of ['page-b', 'page-a', 'page-c']) await create({ username, password, role: 'readonly' });
    const list = (query: string) => call(app, 'GET', `${users}?${query}`, { cookie: admin });
    const names: unknown[] = [];
    let cursor: string | null = null;
    do {
      const page: Answer = await list(`limit=2&role=readonly${cursor === null ? '' : `&cursor=${cursor}`}`);
      names.push(...itemsOf(page).map((user) => user['username']));
      cursor = page.body['nextCursor'] as string | null;
    } while (cursor !== null);
    expect(names.filter((name) => String(name).startsWith('page-'))).toEqual(['page-a', 'page-b', 'page-c']);
    expect(itemsOf(await list('username=PAGE-B'))).toHaveLength(1);
    expect(itemsOf(await list('username=PAGE-'))).toEqual([]);
    expect(itemsOf(await list('q=AGE-')).map((user) => user['username'])).toEqual(['page-a', 'page-b', 'page-c']);
    expect((await list('limit=1&count=true')).body['total']).toMatchObject({ exact: true });
    expect((await call(app, 'GET', `${users}/none`, { cookie: admin })).status).toBe(404);
  });
});

describe('PATCH /admin/users/{id}', () => {
  test('keeps the last admin who can sign in', async () => {
    const id = await ownId(admin);
    for (const body of [{ disabled: true }, { role: 'operator' }]) {
      const answer = await change(id, body);
      expect([answer.status, answer.body['code']]).toEqual([409, 'last_admin']);
    }
    const second = await makePerson(app, admin, 'ada-second', 'admin');
    expect((await change(second.id, { disabled: true })).status).toBe(200);
    expect((await change(id, { role: 'operator' })).status).toBe(409);
  });

  test('revokes tokens of the old role where that is asked for, each with its event and record', async () => {
    const olaf = await makePerson(app, admin, 'olaf', 'operator');
    const { id, plaintext: token } = await makeToken(app, olaf.cookie);
    const answer = await change(olaf.id, { role: 'readonly', revokeTokens: true });
    expect(answer.body).toMatchObject({ tokensWithOtherRole: 0, tokensRevoked: 1 });
    expect((await call(app, 'GET', '/api/v1/auth/me', { token })).status).toBe(401);
    const events = await call(app, 'GET', `/api/v1/tokens/events?tokenId=${id}&action=api_token.revoke`, {
      cookie: admin,
    });
    expect(itemsOf(events)).toMatchObject([{ actor: { name: 'admin' } }]);
  });

  test('sets a password, which ends the sessions of the person', async () => {
    const vera = await makePerson(app, admin, 'vera', 'readonly');
    expect((await change(vera.id, { password: 'a brand new password' })).status).toBe(200);
    expect((await call(app, 'GET', '/api/v1/auth/me', { cookie: vera.cookie })).status).toBe(401);
    expect(cookieOf(await logIn(app, 'vera', 'a brand new password'))).not.toBe('');
  });

  describe('that gives a role more', () => {
    /** Made by another admin, who knows the password; `admin` is who widens the role. */
    async function madeByOther(username: string): Promise<{ id: string; cookie: string; maker: string }> {
      const maker = await makePerson(app, admin, `maker-of-${username}`, 'admin');
      const { id, cookie } = await makePerson(app, maker.cookie, username, 'readonly');
      return { id, cookie, maker: maker.cookie };
    }

    test('ends a password that somebody else than the caller has given, and the sessions', async () => {
      const { id, cookie } = await madeByOther('given');
      const answer = await change(id, { role: 'operator' });
      expect(answer.body).toMatchObject({ role: 'operator', passwordEnded: true, pending: true });
      expect((await call(app, 'GET', '/api/v1/auth/me', { cookie })).status).toBe(401);
      expect((await logIn(app, 'given', password)).status).toBe(401);
      const rows: unknown[] = await app.database.query(
        "SELECT changes FROM audit_record WHERE action = 'user.update' AND target = $1",
        [`user:${id}`],
      );
      expect(rows).toEqual([
        { changes: { role: { from: 'readonly', to: 'operator' }, password: { from: '[hidden]', to: null } } },
      ]);
      const link = { cookie: admin, body: { purpose: 'invite' } };
      expect((await call(app, 'POST', `${users}/${id}/one-time-link`, link)).status).toBe(201);
    });

    test('ends one that was given later, for another one', async () => {
      const { id, maker } = await madeByOther('given-later');
      await change(id, { password: 'a brand new password' }, maker);
      expect((await change(id, { role: 'operator' })).body['passwordEnded']).toBe(true);
    });

    test('leaves one that the person chose, that the caller gave, or that is given with the role', async () => {
      const next = 'a brand new password';
      const own = await madeByOther('own-choice');
      const body = { currentPassword: password, newPassword: next };
      await call(app, 'PUT', '/api/v1/auth/password', { cookie: own.cookie, body });
      const byCaller = await makePerson(app, admin, 'by-caller', 'readonly');
      const withRole = await madeByOther('with-role');
      for (const [id, extra] of [
        [own.id, {}],
        [byCaller.id, {}],
        [withRole.id, { password: next }],
      ] as const)
        expect((await change(id, { role: 'operator', ...extra })).body).toMatchObject({
          passwordEnded: false,
          pending: false,
        });
    });

    test('is not one that takes something away', async () => {
      const { id, maker } = await madeByOther('narrowed');
      await change(id, { role: 'operator' }, maker);
      expect((await change(id, { role: 'readonly' })).body['passwordEnded']).toBe(false);
      expect((await logIn(app, 'narrowed', password)).status).toBe(200);
    });
  });

  test('leaves the own password to the route that asks for the current one', async () => {
    const answer = await change(await ownId(admin), { password: 'a brand new password' });
    expect([answer.status, answer.body['code']]).toEqual([409, 'conflict']);
  });

  test('lets a token disable people, and neither roles nor passwords', async () => {
    const { plaintext: token } = await makeToken(app, admin);
    const tina = await makePerson(app, admin, 'tina', 'readonly');
    const patch = (body: object) => call(app, 'PATCH', `${users}/${tina.id}`, { token, body });
    expect((await patch({ role: 'admin' })).body['code']).toBe('session_required');
    expect((await patch({ password })).body['code']).toBe('session_required');
    expect((await patch({ disabled: true })).body['disabled']).toBe(true);
  });

  test('gives nobody more than the giver has, and keeps hands off the more powerful', async () => {
    await call(app, 'POST', '/api/v1/admin/roles', {
      cookie: admin,
      body: { name: 'clerk', description: '', capabilities: ['users:manage', 'jobs:read'] },
    });
    const clerk = await makePerson(app, admin, 'kai', 'clerk');
    const boss = await makePerson(app, admin, 'boss', 'admin');
    const peer = await makePerson(app, admin, 'peer', 'clerk');
    const missing = { status: 403, code: 'missing_capability' };
    expect((await change(clerk.id, { role: 'admin' }, clerk.cookie)).body).toMatchObject(missing);
    expect((await change(boss.id, { password: 'a brand new password' }, clerk.cookie)).body).toMatchObject(missing);
    expect((await change(boss.id, { disabled: true }, clerk.cookie)).body).toMatchObject(missing);
    expect((await create({ username: 'puppet', password, role: 'operator' }, clerk.cookie)).body).toMatchObject(
      missing,
    );
    expect((await change(peer.id, { disabled: true }, clerk.cookie)).status).toBe(200);
  });

  test('is written down with what changed and without passwords', async () => {
    const wim = await makePerson(app, admin, 'wim', 'readonly');
    await change(wim.id, { role: 'operator', password: 'a brand new password' });
    const rows: unknown[] = await app.database.query(
      "SELECT changes FROM audit_record WHERE action = 'user.update' AND target = $1",
      [`user:${wim.id}`],
    );
    expect(rows).toEqual([{ changes: { role: { from: 'readonly', to: 'operator' }, password: { to: '[hidden]' } } }]);
  });

  test.each([[{ role: null }], [{ disabled: 'yes' }], [{ username: 'new' }], [{ password: null }]])(
    'refuses %j as bad input',
    async (body) => {
      expect((await change(await ownId(admin), body)).status).toBe(400);
    },
  );
});
