import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AccessApp } from '../harness/fixtures/access-app.js';
import { adminCookie, call, itemsOf, makePerson, makeToken, type Answer } from '../harness/fixtures/access-calls.js';

let app: AccessApp;
let admin: string;

beforeAll(async () => {
  app = await AccessApp.start();
  admin = await adminCookie(app);
});

afterAll(async () => {
  await app.stop();
});

const roles = '/api/v1/admin/roles';

function create(name: string, capabilities: string[], cookie = admin): Promise<Answer> {
  return call(app, 'POST', roles, { cookie, body: { name, description: 'For tests.', capabilities } });
}

function change(name: string, body: object, headers: Record<string, string> = {}, cookie = admin): Promise<Answer> {
  return call(app, 'PATCH', `${roles}/${name}`, { cookie, body, headers });
}

function remove(name: string, headers: Record<string, string> = {}): Promise<Answer> {
  return call(app, 'DELETE', `${roles}/${name}`, { cookie: admin, headers });
}

async function capabilitiesOf(cookie: string): Promise<unknown> {
  return (await call(app, 'GET', '/api/v1/auth/me', { cookie })).body['capabilities'];
}

test('built-in roles are shown first and cannot be changed', async () => {
  await create('zebra', ['jobs:read']);
  const first = await call(app, 'GET', `${roles}?limit=2`, { cookie: admin });
  expect(itemsOf(first)).toMatchObject([{ name: 'admin', builtIn: true }, { name: 'operator' }]);
  const rest = await call(app, 'GET', `${roles}?limit=2&cursor=${String(first.body['nextCursor'])}`, { cookie: admin });
  expect(itemsOf(rest)).toMatchObject([{ name: 'readonly' }, { name: 'zebra', builtIn: false }]);
  expect((await change('admin', { description: 'x' })).status).toBe(409);
  expect((await remove('readonly')).status).toBe(409);
  expect((await create('admin', [])).body['code']).toBe('name_taken');
});

test('a person feels a change of the role at the next request, a token never', async () => {
  await create('night-shift', ['jobs:read', 'jobs:run', 'tokens:own']);
  const kai = await makePerson(app, admin, 'kai', 'night-shift');
  const { plaintext: token } = await makeToken(app, kai.cookie);
  expect(await capabilitiesOf(kai.cookie)).toEqual(['jobs:read', 'jobs:run', 'tokens:own']);
  await change('night-shift', { capabilities: ['jobs:read'] });
  expect(await capabilitiesOf(kai.cookie)).toEqual(['jobs:read']);
  const asToken = await call(app, 'GET', '/api/v1/auth/me', { token });
  expect(asToken.body).toMatchObject({ role: 'night-shift', capabilities: ['jobs:read', 'jobs:run', 'tokens:own'] });
});

test('a change against an ETag of before is refused', async () => {
  await create('tagged', ['jobs:read']);
  const read = await call(app, 'GET', `${roles}/tagged`, { cookie: admin });
  const etag = read.headers.get('etag') ?? '';
  const again = await call(app, 'GET', `${roles}/tagged`, { cookie: admin, headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  const changed = await change('tagged', { description: 'new' }, { 'if-match': etag });
  expect(changed.status).toBe(200);
  const late = await change('tagged', { description: 'newer' }, { 'if-match': etag });
  expect([late.status, late.body['code']]).toEqual([412, 'changed_meanwhile']);
  expect((await remove('tagged', { 'if-match': etag })).status).toBe(412);
  expect((await remove('tagged', { 'if-match': changed.headers.get('etag') ?? '' })).status).toBe(204);
  expect((await call(app, 'GET', `${roles}/tagged`, { cookie: admin })).status).toBe(404);
});

test('a role that somebody has stays', async () => {
  await create('held', ['jobs:read']);
  const uma = await makePerson(app, admin, 'uma', 'held');
  expect((await remove('held')).body).toMatchObject({ status: 409, code: 'role_in_use', holders: 1 });
  await call(app, 'PATCH', `/api/v1/admin/users/${uma.id}`, { cookie: admin, body: { role: 'readonly' } });
  expect((await remove('held')).status).toBe(204);
});

test('nobody puts into a role what they lack', async () => {
  await create('role-clerk', ['roles:manage', 'jobs:read']);
  const clerk = await makePerson(app, admin, 'clara', 'role-clerk');
  const refused = await create('wide', ['jobs:read', 'users:manage'], clerk.cookie);
  expect(refused.body).toMatchObject({ status: 403, requiredCapability: 'users:manage' });
  const widened = await change('role-clerk', { capabilities: ['roles:manage', 'jobs:run'] }, {}, clerk.cookie);
  expect(widened.body).toMatchObject({ status: 403, requiredCapability: 'jobs:run' });
  expect((await create('narrow', ['jobs:read'], clerk.cookie)).status).toBe(201);
});

describe('bad input', () => {
  test.each([
    [{ name: 'Big', description: '', capabilities: [] }],
    [{ name: 'x', description: '', capabilities: ['fly'] }],
    [{ name: 'x', description: '', capabilities: ['jobs:read', 'jobs:read'] }],
    [{ name: 'x', description: 'a\u0000b', capabilities: [] }],
    [{ name: 'x' }],
  ])('is refused: %j', async (body) => {
    expect((await call(app, 'POST', roles, { cookie: admin, body })).status).toBe(400);
  });

  test('in a path names no role', async () => {
    for (const name of ['%00', 'A', '..%2f']) {
      expect((await call(app, 'GET', `${roles}/${name}`, { cookie: admin })).status).toBe(404);
    }
  });

  test('is what a token asks when it writes roles', async () => {
    const { plaintext: token } = await makeToken(app, admin);
    const answer = await call(app, 'POST', roles, { token, body: {} });
    expect(answer.body['code']).toBe('session_required');
  });
});
