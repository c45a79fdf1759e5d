import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AccessApp, baseUrl } from '../harness/fixtures/access-app.js';
import {
  type Answer,
  adminCookie,
  call,
  itemsOf,
  logIn,
  makePerson,
  makeToken,
  password,
} from '../harness/fixtures/access-calls.js';

let app: AccessApp;
let admin: string;

const users = '/api/v1/admin/users';
const next = 'a password of their own';
const hour = 3600;
let people = 0;

beforeAll(async () => {
  app = await AccessApp.start();
  admin = await adminCookie(app);
});

afterAll(() => app.stop());

/** The clock goes on for hours in these tests, and sessions end. */
async function signInAgain(): Promise<void> {
  admin = await adminCookie(app);
}

function link(id: string, purpose = 'reset', cookie = admin): Promise<Answer> {
  return call(app, 'POST', `${users}/${id}/one-time-link`, { cookie, body: { purpose } });
}

async function secretFor(id: string, purpose = 'reset'): Promise<string> {
  const made = await link(id, purpose);
  expect(made.status).toBe(201);
  return String(made.body['url']).split('/#/welcome/')[1]!;
}

function redeem(secret: string, words = next, headers = {}): Promise<Answer> {
  return call(app, 'POST', '/api/v1/auth/one-time-link', { body: { secret, password: words }, headers });
}

async function invited(role = 'operator'): Promise<{ id: string; username: string }> {
  const username = `invited-${(people += 1)}`;
  const created = await call(app, 'POST', users, { cookie: admin, body: { username, role } });
  expect([created.status, created.body['pending']]).toEqual([201, true]);
  return { id: String(created.body['id']), username };
}

const person = (role = 'operator') => makePerson(app, admin, `person-${(people += 1)}`, role);
const codeOf = ({ status, body }: Answer) => [status, body['code']];
const notUsable = [404, 'link_not_usable'];

const check = (secret: string) => call(app, 'POST', '/api/v1/auth/one-time-link/check', { body: { secret } });

test('a link says whose it is as long as it can be used, and stays as it is', async () => {
  const { id, username } = await invited();
  const secret = await secretFor(id, 'invite');
  for (let times = 0; times < 2; times += 1) {
    const answer = await check(secret);
    expect([answer.status, answer.body]).toEqual([
      200,
      { username, purpose: 'invite', expiresAt: expect.stringMatching(/Z$/) },
    ]);
  }
  expect((await redeem(secret)).status).toBe(204);
  const refused = [await check(secret), await redeem(secret)].map(({ body }) => ({
    ...body,
    requestId: '',
    instance: '',
  }));
  expect(refused[0]).toEqual(refused[1]);
  expect(codeOf(await check('A'.repeat(43)))).toEqual(notUsable);
});

test('a link ends when the role of its person is widened', async () => {
  const role = { name: 'temps', description: '', capabilities: ['jobs:read'] };
  await call(app, 'POST', '/api/v1/admin/roles', { cookie: admin, body: role });
  const { id } = await invited('temps');
  const secret = await secretFor(id, 'invite');
  const change = (body: object) => call(app, 'PATCH', '/api/v1/admin/roles/temps', { cookie: admin, body });
  expect((await change({ description: 'The same.' })).status).toBe(200);
  expect((await change({ capabilities: ['jobs:read', 'users:manage'] })).status).toBe(200);
  expect(codeOf(await redeem(secret))).toEqual(notUsable);
  const narrower = await secretFor(id, 'invite');
  expect((await change({ capabilities: ['jobs:read'] })).status).toBe(200);
  expect((await redeem(narrower)).status).toBe(204);
});

test('passwords that somebody else has given end when the role of their people is widened', async () => {
  const capabilities = { helpers: ['jobs:read'], makers: ['jobs:read', 'users:manage'] };
  for (const [name, all] of Object.entries(capabilities)) {
    const body = { name, description: '', capabilities: all };
    await call(app, 'POST', '/api/v1/admin/roles', { cookie: admin, body });
  }
  const maker = await person('makers');
  const given = await makePerson(app, maker.cookie, 'given-helper', 'helpers');
  const byCaller = await makePerson(app, admin, 'own-helper', 'helpers');
  const other = await makePerson(app, maker.cookie, 'other-role', 'makers');
  const change = (body: object) => call(app, 'PATCH', '/api/v1/admin/roles/helpers', { cookie: admin, body });
  const pending = () =>
    Promise.all(
      [given, byCaller, other].map(
        async ({ id }) => (await call(app, 'GET', `${users}/${id}`, { cookie: admin })).body['pending'],
      ),
    );
  await change({ description: 'The same.', capabilities: ['jobs:read'] });
  expect(await pending()).toEqual([false, false, false]);
  await change({ capabilities: ['jobs:read', 'jobs:run'] });
  expect(await pending()).toEqual([true, false, false]);
  expect((await call(app, 'GET', '/api/v1/auth/me', { cookie: given.cookie })).status).toBe(401);
  const rows: unknown[] = await app.database.query(
    "SELECT actor_name AS by, changes FROM audit_record WHERE action = 'user.update' AND target = $1",
    [`user:${given.id}`],
  );
  expect(rows).toEqual([{ by: 'admin', changes: { password: { from: '[hidden]', to: null } } }]);
});

describe('an invitation', () => {
  test('lets a person without a password choose one, and nobody sign in as them before', async () => {
    const { id, username } = await invited();
    expect((await logIn(app, username, 'null')).status).toBe(401);
    const made = await link(id, 'invite');
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      purpose: 'invite',
      url: expect.stringMatching(`^${baseUrl}/#/welcome/[\\w-]{43}$`),
    });
    expect(Date.parse(String(made.body['expiresAt'])) - app.clock.now().getTime()).toBe(72 * hour * 1000);
    expect((await redeem(String(made.body['url']).split('/').at(-1)!)).status).toBe(204);
    expect((await logIn(app, username, next)).status).toBe(200);
    const read = await call(app, 'GET', `${users}/${id}`, { cookie: admin });
    expect(read.body['pending']).toBe(false);
  });

  test('is refused for who has a password: such a link would live for days', async () => {
    const { id } = await person();
    expect(codeOf(await link(id, 'invite'))).toEqual([409, 'conflict']);
  });

  test('of an admin does not count as an admin who can sign in', async () => {
    const { id } = await invited('admin');
    const { body } = await call(app, 'GET', '/api/v1/auth/me', { cookie: admin });
    const own = (body['user'] as { id: string }).id;
    const answer = await call(app, 'PATCH', `${users}/${own}`, { cookie: admin, body: { disabled: true } });
    expect(codeOf(answer)).toEqual([409, 'last_admin']);
    await call(app, 'PATCH', `${users}/${id}`, { cookie: admin, body: { disabled: true } });
  });
});

describe('a one-time link', () => {
  test('sets the password, ends all sessions of the person, and leaves tokens', async () => {
    const { id, username, cookie } = await person();
    const token = await makeToken(app, cookie);
    expect((await redeem(await secretFor(id))).status).toBe(204);
    expect((await call(app, 'GET', '/api/v1/auth/me', { cookie })).status).toBe(401);
    expect((await call(app, 'GET', '/api/v1/auth/me', { token: token.plaintext })).status).toBe(200);
    expect((await logIn(app, username, password)).status).toBe(401);
    expect((await logIn(app, username, next)).status).toBe(200);
  });

  test('works once; used, unknown, malformed and expired are one answer', async () => {
    const { id } = await person();
    const used = await secretFor(id);
    await redeem(used);
    const expired = await secretFor(id);
    app.clock.advance(2 * hour);
    const answers = [await redeem(used), await redeem(expired), await redeem('A'.repeat(43)), await redeem('x')];
    expect(answers.map(codeOf)).toEqual(Array(4).fill(notUsable));
    expect(new Set(answers.map(({ body }) => body['detail'])).size).toBe(1);
    await signInAgain();
  });

  test('works until the last moment of its time', async () => {
    const { id } = await person();
    const secret = await secretFor(id);
    app.clock.advance(2 * hour - 1);
    expect((await redeem(secret)).status).toBe(204);
    await signInAgain();
  });

  test('ends with a newer one, a change of the role, a new password and the disabling of the person', async () => {
    const { id, username } = await person();
    const replaced = await secretFor(id);
    const before = await secretFor(id);
    await call(app, 'PATCH', `${users}/${id}`, { cookie: admin, body: { role: 'readonly' } });
    const other = await secretFor(id);
    await call(app, 'PATCH', `${users}/${id}`, { cookie: admin, body: { password: 'set by an admin' } });
    const own = await secretFor(id);
    const cookie = (await logIn(app, username, 'set by an admin')).headers.get('set-cookie')!.split(';')[0]!;
    const body = { currentPassword: 'set by an admin', newPassword: 'chosen by the person' };
    expect((await call(app, 'PUT', '/api/v1/auth/password', { cookie, body })).status).toBe(204);
    const disabled = await secretFor(id);
    await call(app, 'PATCH', `${users}/${id}`, { cookie: admin, body: { disabled: true } });
    await call(app, 'PATCH', `${users}/${id}`, { cookie: admin, body: { disabled: false } });
    for (const secret of [replaced, before, other, own, disabled])
      expect(codeOf(await redeem(secret))).toEqual(notUsable);
  });

  test('of two who use it at once serves one', async () => {
    const { id, username } = await person();
    const secret = await secretFor(id);
    const words = ['the words of the first', 'the words of the second'];
    const answers = await Promise.all(words.map((one) => redeem(secret, one)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    const winner = words[answers.findIndex(({ status }) => status === 204)]!;
    expect((await logIn(app, username, winner)).status).toBe(200);
  });

  test('outlives a password that is refused', async () => {
    const { id, username } = await person();
    const secret = await secretFor(id);
    expect(codeOf(await redeem(secret, 'aaaaaaaaaaaaaa'))).toEqual([422, 'weak_password']);
    expect(codeOf(await redeem(secret, `${username}-${username}`))).toEqual([422, 'weak_password']);
    const common = await redeem(secret, 'adminadminadmin1');
    expect(common.body).toMatchObject({
      status: 422,
      code: 'weak_password',
      reason: 'easily_guessed',
      errors: [{ field: 'password', code: 'easily_guessed' }],
    });
    expect((await redeem(secret)).status).toBe(204);
  });

  test('is not made for a disabled person, for nobody, for oneself, nor by who may do less than the person', async () => {
    const { id } = await person();
    await call(app, 'PATCH', `${users}/${id}`, { cookie: admin, body: { disabled: true } });
    expect(codeOf(await link(id))).toEqual([409, 'conflict']);
    expect(codeOf(await link('00000000-0000-4000-8000-000000000000'))).toEqual([404, 'not_found']);
    const role = { name: 'porter', description: 'Lets people in.', capabilities: ['users:manage'] };
    await call(app, 'POST', '/api/v1/admin/roles', { cookie: admin, body: role });
    const porter = await person('porter');
    expect(codeOf(await link(porter.id, 'reset', porter.cookie))).toEqual([409, 'conflict']);
    const operator = await person();
    expect(codeOf(await link(operator.id, 'reset', porter.cookie))).toEqual([403, 'missing_capability']);
  });

  test('cannot be used by another site', async () => {
    const { id } = await person();
    const answer = await redeem(await secretFor(id), next, { origin: 'https://elsewhere.example' });
    expect(codeOf(answer)).toEqual([403, 'cross_site_request']);
  });

  test('is on record without its secret, which no table holds', async () => {
    const { id } = await person();
    const secret = await secretFor(id);
    app.clock.advance(1);
    await redeem(secret);
    const answer = await call(app, 'GET', `/api/v1/admin/audit?action=user.link.*&target=user:${id}`, {
      cookie: admin,
    });
    expect(itemsOf(answer).map(({ action, outcome }) => [action, outcome])).toEqual([
      ['user.link.redeem', 'success'],
      ['user.link.create', 'success'],
    ]);
    expect(itemsOf(answer)[1]).toMatchObject({ changes: { purpose: { to: 'reset' } }, actor: { name: 'admin' } });
    const rows: unknown = await app.database.query(
      'SELECT t::text FROM one_time_link t UNION ALL SELECT t::text FROM audit_record t',
    );
    expect(JSON.stringify(rows) + answer.text).not.toContain(secret);
  });

  test('is guessed at slowly: an address with too many refusals is told to wait', async () => {
    const answers: number[] = [];
    for (let tries = 0; tries < 25; tries += 1) answers.push((await redeem('B'.repeat(43))).status);
    expect(answers.slice(-5)).toEqual([429, 429, 429, 429, 429]);
    const { id } = await person();
    expect((await redeem(await secretFor(id))).status).toBe(204);
  });
});
