import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ClockTrust } from '../../src/features/clock/clock-trust.repository.js';
import { RetentionJobs } from '../../src/platform/retention-jobs.js';
import { AccessApp, adminPassword } from '../harness/fixtures/access-app.js';
import { adminCookie, call, logIn, makeToken } from '../harness/fixtures/access-calls.js';

let app: AccessApp;

beforeAll(async () => {
  app = await AccessApp.start({ BASE_URL: 'https://console.example', REQUESTS_PER_MINUTE: '100' });
});

afterAll(async () => {
  await app.stop();
});

test('behind https every answer says that the console is reached by https alone, and is kept apart from other sites', async () => {
  const { headers } = await fetch(`${app.url}/healthz`);
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  for (const name of ['cross-origin-opener-policy', 'cross-origin-resource-policy'])
    expect([name, headers.get(name)]).toEqual([name, 'same-origin']);
});

const me = '/api/v1/auth/me';
const minute = 60;

async function statusOf(cookie: string, headers: Record<string, string> = {}): Promise<number> {
  return (await call(app, 'GET', me, { cookie, headers })).status;
}

describe('a session', () => {
  test('travels in a secure cookie where the console is reached by https', async () => {
    const answer = await logIn(app, 'admin', adminPassword);
    expect(answer.headers.get('set-cookie')).toContain('; Secure; ');
  });

  test('ends half an hour after its last use', async () => {
    const cookie = await adminCookie(app);
    app.clock.advance(29 * minute);
    expect(await statusOf(cookie)).toBe(200);
    app.clock.advance(29 * minute);
    expect(await statusOf(cookie)).toBe(200);
    app.clock.advance(30 * minute);
    expect(await statusOf(cookie)).toBe(401);
  });

  test('is not kept alive by background polls', async () => {
    const cookie = await adminCookie(app);
    app.clock.advance(20 * minute);
    expect(await statusOf(cookie, { 'x-background': '1' })).toBe(200);
    app.clock.advance(10 * minute);
    expect(await statusOf(cookie)).toBe(401);
  });

  test('ends eight hours after log-in however much it is used', async () => {
    const cookie = await adminCookie(app);
    for (let step = 0; step < 23; step += 1) {
      app.clock.advance(20 * minute);
      expect(await statusOf(cookie)).toBe(200);
    }
    app.clock.advance(20 * minute);
    expect(await statusOf(cookie)).toBe(401);
  });

  test('is forgotten after thirty days, failed log-ins after a quarter of an hour', async () => {
    await logIn(app, 'nobody', 'not the password');
    app.clock.advance(31 * 24 * 60 * minute);
    await app.get(ClockTrust).believe(app.database.manager, app.clock.now());
    await app.get(RetentionJobs).run();
    const [left] = await app.database.query<{ sessions: number; throttles: number }[]>(
      'SELECT (SELECT count(*)::int FROM session) AS sessions, (SELECT count(*)::int FROM login_throttle) AS throttles',
    );
    expect(left).toEqual({ sessions: 0, throttles: 0 });
  });
});

describe('limits', () => {
  test('slow down an account after five failures, for no longer than thirty seconds, whatever the password', async () => {
    const statuses = [];
    for (let attempt = 0; attempt < 8; attempt += 1) {
      statuses.push((await logIn(app, 'admin', 'not the password')).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    const paused = await logIn(app, 'admin', adminPassword);
    expect([paused.status, paused.headers.get('retry-after')]).toEqual([429, '1']);
    app.clock.advance(30);
    expect((await logIn(app, 'admin', adminPassword)).status).toBe(200);
    expect((await logIn(app, 'admin', 'not the password')).status).toBe(401);
  });

  test('are told on every answer to a caller, and a caller beyond them is 429', async () => {
    const { plaintext: token } = await makeToken(app, await adminCookie(app));
    const first = await call(app, 'GET', me, { token });
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=100;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"default";r=99;t=\d+$/);
    const answers = await Promise.all(Array.from({ length: 100 }, () => call(app, 'GET', me, { token })));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.body['code']).toBe('too_many_requests');
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
