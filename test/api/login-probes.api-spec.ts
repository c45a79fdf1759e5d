import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AccessApp, adminPassword } from '../harness/fixtures/access-app.js';
import { adminCookie, call, cookieOf, logIn, makePerson } from '../harness/fixtures/access-calls.js';

const me = '/api/v1/auth/me';
const wrong = 'not the password';

describe('a cookie that came before the log-in', () => {
  let app: AccessApp;

  beforeAll(async () => {
    app = await AccessApp.start();
  });
  afterAll(() => app.stop());

  async function statusOf(cookie: string): Promise<number> {
    return (await call(app, 'GET', me, { cookie })).status;
  }

  test.each([
    ['of the right shape', `backupweb_session=${randomBytes(32).toString('base64url')}`],
    ['of another shape', 'backupweb_session=planted'],
    ['sent twice', `backupweb_session=${'a'.repeat(43)}; backupweb_session=${'b'.repeat(43)}`],
    ['in quotes', `backupweb_session="${'c'.repeat(43)}"`],
  ])('%s is never adopted: the log-in gives a new one', async (_, planted) => {
    const answer = await logIn(app, 'admin', adminPassword, { cookie: planted });
    expect(answer.status).toBe(200);
    expect(planted).not.toContain(cookieOf(answer).split('=')[1]);
    expect(await statusOf(planted)).toBe(401);
    expect(await statusOf(cookieOf(answer))).toBe(200);
  });

  test("of somebody else's session does not lend it to who signs in, and is over", async () => {
    const admin = await adminCookie(app);
    const otto = await makePerson(app, admin, 'otto-fixed', 'operator');
    const answer = await logIn(app, 'admin', adminPassword, { cookie: otto.cookie });
    expect((await call(app, 'GET', me, { cookie: cookieOf(answer) })).body['user']).toMatchObject({
      username: 'admin',
    });
    expect(await statusOf(otto.cookie)).toBe(401);
  });

  test('gives way at each log-in, and stays where the log-in fails', async () => {
    const first = await adminCookie(app);
    expect((await logIn(app, 'admin', wrong, { cookie: first })).headers.get('set-cookie')).toBeNull();
    expect(await statusOf(first)).toBe(200);
    const second = cookieOf(await logIn(app, 'admin', adminPassword, { cookie: first }));
    expect(second).not.toBe(first);
    expect(await statusOf(first)).toBe(401);
  });
});

describe('a guesser', () => {
  /** Statuses of failing tries, each under headers of its own. */
  async function guess(app: AccessApp, tries: readonly Record<string, string>[]): Promise<number[]> {
    const statuses: number[] = [];
    for (const headers of tries) statuses.push((await logIn(app, 'admin', wrong, { headers })).status);
    return statuses;
  }

  const nthAddress = (n: number): string => `198.51.100.${n + 1}`;
  const six = Array.from({ length: 6 }, (_, n) => n);
  const slowed = [401, 401, 401, 401, 401, 429];
  const free = [401, 401, 401, 401, 401, 401];

  async function withApp(environment: Record<string, string>, probe: (app: AccessApp) => Promise<void>): Promise<void> {
    const app = await AccessApp.start(environment);
    try {
      await probe(app);
    } finally {
      await app.stop();
    }
  }

  test.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip'])(
    'is slowed down whatever address %s invents, where no proxy is trusted',
    (header) =>
      withApp({}, async (app) => {
        const tries = six.map((n) => ({ [header]: header === 'forwarded' ? `for=${nthAddress(n)}` : nthAddress(n) }));
        expect(await guess(app, tries)).toEqual(slowed);
      }),
  );

  test('is slowed down where only some other proxy is trusted', () =>
    withApp({ TRUSTED_PROXIES: '192.0.2.0/24' }, async (app) => {
      expect(await guess(app, six.map((n) => ({ 'x-forwarded-for': nthAddress(n) })))).toEqual(slowed);
    })); // prettier-ignore

  test('behind a trusted proxy is known by what the proxy saw, not by what was sent to it', () =>
    withApp({ TRUSTED_PROXIES: '127.0.0.1' }, async (app) => {
      const tries = six.map((n) => ({ 'x-forwarded-for': `${nthAddress(n)}, 203.0.113.7` }));
      expect(await guess(app, tries)).toEqual(slowed);
    }));

  test('from many addresses behind a trusted proxy is slowed down by the account', () =>
    withApp({ TRUSTED_PROXIES: '127.0.0.1' }, async (app) => {
      const tries = Array.from({ length: 11 }, (_, n) => ({ 'x-forwarded-for': nthAddress(n) }));
      expect((await guess(app, tries.slice(0, 6))).concat(await guess(app, tries.slice(6)))).toEqual([
        ...free,
        401,
        401,
        401,
        401,
        429,
      ]);
    }));

  test('who spells the account in other letter case is slowed down all the same', () =>
    withApp({}, async (app) => {
      const names = ['admin', 'Admin', 'ADMIN', 'aDmin', 'admIN', 'adMin'];
      const statuses: number[] = [];
      for (const name of names) statuses.push((await logIn(app, name, wrong)).status);
      expect(statuses).toEqual(slowed);
    }));
});
