import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type AccessApp } from '../harness/fixtures/access-app.js';
import { accessTable, sampleOf } from '../harness/fixtures/access-table.js';
import { call, itemsOf, makeToken } from '../harness/fixtures/access-calls.js';
import { CustomCaller } from '../harness/fixtures/matrix-callers.js';
import { addRuns, type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';
import { type RawAnswer, sendRaw } from '../harness/fixtures/raw-request.js';

type Headers = Readonly<Record<string, string>>;

let fake: FakeApp;
let app: AccessApp;
let powerless: Headers;
let admin: Headers;

beforeAll(async () => {
  fake = await startFakeApp({ TRUSTED_PROXIES: '127.0.0.1', REQUESTS_PER_MINUTE: '0' });
  addRuns(fake);
  app = fake.app;
  admin = { authorization: `Bearer ${(await makeToken(app, fake.admin.cookie)).plaintext}` };
  const custom = await CustomCaller.make(app, fake.admin.cookie);
  powerless = (await custom.holding('nothing', [])).headers;
});

afterAll(() => app.stop());

/** Ways to write a path that some router, proxy or file system takes for the plain one. */
const spellings: Readonly<Record<string, (path: string) => string>> = {
  'a doubled slash before': (path) => `/${path}`,
  'doubled slashes within': (path) => path.replaceAll('/', '//'),
  'a trailing slash': (path) => `${path}/`,
  'capital letters': (path) => path.toUpperCase(),
  'one capital letter': (path) => path.replace('/v1', '/V1'),
  'dot segments': (path) => path.replace('/api/v1', '/api/v1/../v1'),
  'dot segments from a public page': (path) => `/healthz/..${path}`,
  'dot segments from the log-in': (path) => path.replace('/api/v1', '/api/v1/auth/login/../..'),
  'encoded dot segments': (path) => path.replace('/api/v1', '/api/v1/%2e%2e/v1'),
  'doubly encoded dot segments': (path) => path.replace('/api/v1', '/api/v1/%252e%252e/v1'),
  'a single dot': (path) => path.replace('/api', '/./api'),
  'an encoded letter': (path) => path.replace('/api', '/%61pi'),
  'a doubly encoded letter': (path) => path.replace('/api', '/%2561pi'),
  'an encoded slash': (path) => path.replace('/api/', '/api%2f'),
  'encoded slashes throughout': (path) => `/${path.slice(1).replaceAll('/', '%2F')}`,
  'a parameter of the segment': (path) => path.replace('/v1', '/v1;x=1'),
  'a parameter at the end': (path) => `${path};x`,
  'a parameter of the log-in': (path) => `/api/v1/auth/login;${path}`,
  'backslashes': (path) => path.replaceAll('/', '\\'),
  'an encoded NUL at the end': (path) => `${path}%00`,
  'an encoded line end': (path) => `${path}%0d%0a`,
  'an encoded question mark': (path) => `${path}%3f`,
  'a fragment': (path) => `${path}#/api/v1/auth/login`,
  'a whole URL': (path) => `http://console.example${path}`,
  'a whole URL of elsewhere': (path) => `http://elsewhere.example${path}`,
  'a name before the host': (path) => `http://x@console.example${path}`,
}; // prettier-ignore

const guarded = Object.keys(accessTable).filter((route) => accessTable[route]?.needs !== 'none');
const needy = guarded.filter((route) => accessTable[route]?.needs !== 'authenticated');

/** Each from an address of its own, for refused credentials are counted by address. */
let asked = 0;
function ask(route: string, path: string, headers: Headers, method = sampleOf(route).method): Promise<RawAnswer> {
  const { row } = sampleOf(route);
  const type: Headers = row.body === undefined ? {} : { 'content-type': 'application/json' };
  asked += 1;
  const from = `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`;
  const sent = { ...type, ...row.headers, ...headers, 'x-forwarded-for': from };
  const body = row.body === undefined ? {} : { body: JSON.stringify(row.body) };
  return sendRaw(app.url, { method, path, headers: sent, ...body });
}

describe('an odd spelling of the path', () => {
  test.each(Object.entries(spellings))('%s lets no stranger and no powerless caller in', async (_, spell) => {
    for (const route of guarded) {
      const path = spell(sampleOf(route).path);
      const { status } = await ask(route, path, {});
      // 404 outside the prefix, where nothing is; 400 from Node itself for what is no request target at all.
      expect([path, [400, 401, 404].includes(status) ? 'refused' : status]).toEqual([path, 'refused']);
    }
    for (const route of needy) {
      const path = spell(sampleOf(route).path);
      const { status } = await ask(route, path, powerless);
      expect([path, [400, 401, 403, 404, 405].includes(status) ? 'refused' : status]).toEqual([path, 'refused']);
    }
    expect(fake.one.orders).toEqual([]);
  });
});

describe('a header or parameter that names another method', () => {
  const overrides = ['x-http-method-override', 'x-http-method', 'x-method-override'];

  test.each(overrides)('%s changes nothing', async (header) => {
    for (const route of needy) {
      const { method, path } = sampleOf(route);
      const other = method === 'GET' ? 'POST' : 'GET';
      const plain = await ask(route, path, admin, other);
      const overridden = await ask(route, path, { ...admin, [header]: method }, other);
      expect([route, overridden.status, overridden.code]).toEqual([route, plain.status, plain.code]);
    }
  });

  test('cannot make a harmless link of another site revoke a token', async () => {
    const victim = await makeToken(app, fake.admin.cookie);
    const path = `/api/v1/tokens/${victim.id}`;
    const headers = { cookie: fake.admin.cookie, 'sec-fetch-site': 'cross-site', 'x-http-method-override': 'DELETE' };
    await sendRaw(app.url, { method: 'GET', path: `${path}?_method=DELETE`, headers });
    await sendRaw(app.url, { method: 'GET', path, headers });
    expect((await call(app, 'GET', path, { cookie: fake.admin.cookie })).body['status']).toBe('active');
  });

  test('is not needed by a method that no route has: it is refused', async () => {
    for (const method of ['PROPFIND', 'PURGE', 'TRACE', 'M-SEARCH', 'QUERY']) {
      const path = '/api/v1/tokens';
      expect((await sendRaw(app.url, { method, path })).status).toBe(401);
      expect((await sendRaw(app.url, { method, path, headers: admin })).status).toBe(405);
    }
  });
});

describe('a credential in the wrong place', () => {
  test('is none: in the query, in a body, under another name', async () => {
    const { plaintext } = await makeToken(app, fake.admin.cookie);
    const session = fake.admin.cookie.split('=')[1] ?? '';
    const path = '/api/v1/auth/me';
    for (const name of ['access_token', 'token', 'api_key']) {
      expect((await sendRaw(app.url, { method: 'GET', path: `${path}?${name}=${plaintext}` })).status).toBe(401);
    }
    const wrongHeaders: Headers[] = [
      { 'x-api-key': plaintext },
      { 'x-auth-token': plaintext },
      { authorization: plaintext },
      { authorization: `Basic ${Buffer.from(`admin:${plaintext}`).toString('base64')}` },
      { authorization: `Bearer ${session}` },
      { cookie: `backupweb_session=${plaintext}` },
      { cookie: `BACKUPWEB_SESSION=${session}` },
      { cookie: `x=backupweb_session=${session}` },
    ];
    for (const headers of wrongHeaders) {
      expect([headers, (await sendRaw(app.url, { method: 'GET', path, headers })).status]).toEqual([headers, 401]);
    }
  });

  test('is not looked for behind a proxy header that claims who is calling', async () => {
    const claims = { 'x-forwarded-user': 'admin', 'x-remote-user': 'admin', 'remote-user': 'admin', 'x-original-url': '/healthz', 'x-rewrite-url': '/healthz' }; // prettier-ignore
    expect((await sendRaw(app.url, { method: 'GET', path: '/api/v1/auth/me', headers: claims })).status).toBe(401);
    const pages = await sendRaw(app.url, {
      method: 'GET',
      path: '/healthz',
      headers: { 'x-original-url': '/api/v1/tokens' },
    });
    expect(pages.text).toBe('{"status":"ok"}');
    expect(itemsOf(await fake.admin.get('/tokens')).length).toBeGreaterThan(0);
  });
});
