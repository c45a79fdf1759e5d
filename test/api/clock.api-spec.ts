import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { RetentionJobs } from '../../src/platform/retention-jobs.js';
import { ClockTrust } from '../../src/features/clock/clock-trust.repository.js';
import { ClockMonitor } from '../../src/features/clock/clock-monitor.service.js';
import { adminCookie, call } from '../harness/fixtures/access-calls.js';
import { type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';

const day = 86_400;
let fake: FakeApp;

beforeEach(async () => {
  fake = await startFakeApp();
  await fake.app.get(ClockTrust).believedNow();
});
afterEach(() => fake.app.stop());

const sessions = async (): Promise<number> => {
  const [row] = await fake.app.database.query<{ count: number }[]>('SELECT count(*)::int AS count FROM session');
  return row!.count;
};

/** The clock jumps, and the administrator signs in: that goes on. */
async function jump(days: number): Promise<string> {
  fake.app.clock.advance(days * day);
  return adminCookie(fake.app);
}

test('nothing is deleted by age while the clock is in doubt, and it is once an administrator confirmed the time', async () => {
  const before = await sessions();
  const cookie = await jump(3650);
  const put = async (body: object) => (await call(fake.app, 'PUT', '/api/v1/admin/clock', { cookie, body })).status;
  await fake.app.get(RetentionJobs).run();
  expect(await sessions()).toBe(before + 1);
  const health = await call(fake.app, 'GET', '/api/v1/director/health?director=one', { cookie });
  expect(health.body.checks).toContainEqual(expect.objectContaining({ code: 'clock.in_doubt', status: 'warn' }));

  expect(await put({ time: '2026-11-20T21:00:00Z' })).toBe(409);
  await fake.app.get(RetentionJobs).run();
  expect(await sessions()).toBe(before + 1);

  expect(await put({ time: fake.app.clock.now().toISOString() })).toBe(204);
  await fake.app.get(RetentionJobs).run();
  expect(await sessions()).toBe(1);
  const audit = await call(fake.app, 'GET', '/api/v1/admin/audit?action=clock.confirm', { cookie });
  expect(audit.body).toMatchObject({
    items: [{ action: 'clock.confirm', outcome: 'success', target: 'clock:console' }],
  });
});

test('a session that was made while the clock was ahead lives no longer than any other', async () => {
  const cookie = await jump(3650);
  await fake.app.get(ClockMonitor).check();
  fake.app.clock.advance(-3650 * day);
  await fake.app.get(ClockMonitor).check();
  fake.app.clock.advance(9 * 3600);
  expect((await call(fake.app, 'GET', '/api/v1/auth/me', { cookie })).status).toBe(401);
});
