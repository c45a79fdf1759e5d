import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AccessApp } from '../harness/fixtures/access-app.js';
import { adminCookie, type Answer, call, itemsOf, makePerson, makeToken } from '../harness/fixtures/access-calls.js';

const path = '/api/v1/auth/saved-filters';
const failed = { page: 'runs', name: 'Failed', query: 'status=error&client=web01' };
let app: AccessApp;
let admin: string;
let otto: string;
let rita: string;

beforeAll(async () => {
  app = await AccessApp.start();
  admin = await adminCookie(app);
  otto = (await makePerson(app, admin, 'otto', 'operator')).cookie;
  rita = (await makePerson(app, admin, 'rita', 'readonly')).cookie;
});

afterAll(() => app.stop());

const save = (cookie: string, body: object) => call(app, 'POST', path, { cookie, body });
const list = (cookie: string, query = '') => call(app, 'GET', `${path}?limit=200${query}`, { cookie });
const idOf = ({ body }: Answer): string => String(body['id']);

describe('a saved filter', () => {
  test('is kept under its name for its list, changed, and deleted', async () => {
    const saved = await save(otto, failed);
    expect([saved.status, saved.body]).toMatchObject([201, failed]);
    const one = `${path}/${idOf(saved)}`;
    expect((await save(otto, failed)).body).toMatchObject({ code: 'name_taken' });
    await save(otto, { ...failed, page: 'jobs' });
    expect(itemsOf(await list(otto)).map(({ page }) => page)).toEqual(['jobs', 'runs']);
    app.clock.advance(60);
    const changed = await call(app, 'PATCH', one, { cookie: otto, body: { name: 'Failed here' } });
    expect(changed.body).toMatchObject({ ...failed, name: 'Failed here', createdAt: saved.body['createdAt'] });
    expect(changed.body['updatedAt']).not.toBe(saved.body['updatedAt']);
    await save(otto, { ...failed, name: 'All' });
    expect((await call(app, 'PATCH', one, { cookie: otto, body: { name: 'All' } })).body).toMatchObject({
      code: 'name_taken',
    });
    const first = await call(app, 'GET', `${path}?page=runs&limit=1&count=true`, { cookie: otto });
    expect([itemsOf(first).map(({ name }) => name), first.body['total']]).toEqual([['All'], { value: 2, exact: true }]);
    const cursor = String(first.body['nextCursor']);
    const second = await call(app, 'GET', `${path}?page=runs&limit=1&count=true&cursor=${cursor}`, { cookie: otto });
    expect([itemsOf(second), second.body['nextCursor']]).toMatchObject([[{ name: 'Failed here' }], null]);
    expect((await call(app, 'DELETE', one, { cookie: otto })).status).toBe(204);
    expect((await call(app, 'DELETE', one, { cookie: otto })).body).toMatchObject({ reason: 'no_saved_filter' });
    expect(itemsOf(await list(otto, '&page=runs')).map(({ name }) => name)).toEqual(['All']);
  });

  test('is out of reach for everybody else, also for an administrator', async () => {
    const one = `${path}/${idOf(await save(rita, failed))}`;
    for (const cookie of [otto, admin]) {
      expect((await call(app, 'PATCH', one, { cookie, body: { name: 'Mine' } })).status).toBe(404);
      expect((await call(app, 'DELETE', one, { cookie })).status).toBe(404);
      expect(itemsOf(await list(cookie)).filter(({ id }) => one.endsWith(String(id)))).toEqual([]);
    }
    expect(itemsOf(await list(rita))).toMatchObject([failed]);
  });

  test('is not for tokens, as nothing of an account is', async () => {
    const { plaintext } = await makeToken(app, otto);
    expect((await call(app, 'GET', path, { token: plaintext })).body).toMatchObject({ code: 'session_required' });
    const answer = await call(app, 'POST', path, { token: plaintext, body: failed });
    expect(answer.body).toMatchObject({ code: 'session_required' });
  });

  test('is one of at most 50 of a person, also where many are saved at the same time', async () => {
    const { cookie } = await makePerson(app, admin, 'keeper', 'readonly');
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => save(cookie, { ...failed, name: `first ${index}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(201));
    const more = await Promise.all(
      Array.from({ length: 30 }, (_, index) => save(cookie, { ...failed, page: 'audit', name: `second ${index}` })),
    );
    expect(more.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = more.find(({ status }) => status !== 201);
    expect([refused?.status, refused?.body]).toMatchObject([409, { reason: 'too_many_saved_filters' }]);
    expect((await list(cookie, '&count=true')).body['total']).toEqual({ value: 50, exact: true });
  });

  test('goes with its person', async () => {
    const { cookie } = await makePerson(app, admin, 'leaver', 'readonly');
    const id = idOf(await save(cookie, failed));
    const { database } = app;
    const [{ owner }] = await database.query<[{ owner: string }]>(
      'SELECT user_id AS owner FROM saved_filter WHERE id = $1',
      [id],
    );
    for (const table of ['session', 'known_address'])
      await database.query(`DELETE FROM ${table} WHERE user_id = $1`, [owner]);
    await database.query('DELETE FROM console_user WHERE id = $1', [owner]);
    expect(await database.query('SELECT 1 FROM saved_filter WHERE id = $1', [id])).toEqual([]);
  });
});
