// Takes about a minute with FULL=1. Every round kills a process that checks conditions at a random moment.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ConditionMonitor } from '../../src/features/conditions/condition-monitor.js';
import { DeliveryWorker } from '../../src/features/notifications/deliveries/delivery-worker.js';
import { FanOut } from '../../src/features/notifications/deliveries/fan-out.service.js';
import { FakeClock } from '../harness/fakes/fake-clock.js';
import { FakeDirector } from '../harness/fakes/fake-director.js';
import { WebhookReceiver } from '../harness/fakes/webhook-receiver.js';
import { AccessApp } from '../harness/fixtures/access-app.js';
import { adminCookie, call } from '../harness/fixtures/access-calls.js';
import { testProgram } from '../harness/fixtures/built-files.js';
import { checkRound, storageNames } from '../harness/fixtures/condition-fixture.js';
import { seeded } from '../harness/fixtures/crash-fixture.js';
import { copyDatabase } from '../harness/fixtures/database.js';
import { testOptions } from '../harness/fixtures/test-options.js';
import { until } from '../harness/fixtures/until.js';

const rounds = testOptions.roundsOr(testOptions.isFull ? 10 : 2);
const { seed } = testOptions;
const random = seeded(seed);
const program = testProgram('test/harness/fixtures/killed-monitor.ts');
/** Of the Director's three storages and of itself, a few milliseconds each. */
const mostChecks = 25;
const longestCheckMs = 60;
const hourMs = 3_600_000;

let database: string;
let hook: WebhookReceiver;
let pager: WebhookReceiver;
let at = Date.parse('2026-11-20T21:00:00Z');

interface Alert {
  readonly labels: object;
  readonly endsAt: string;
}

interface Change {
  readonly id: string;
  readonly type: string;
  readonly dedup_key: string;
}

beforeAll(async () => {
  process.stderr.write(`Condition crash rounds: ROUNDS=${rounds} SEED=${seed}\n`);
  database = await copyDatabase('template_console');
  [hook, pager] = [await WebhookReceiver.start(), await WebhookReceiver.start()];
  const app = await AccessApp.start({ WEBHOOK_ALLOW: '127.0.0.1/32' }, [], { existing: database });
  const cookie = await adminCookie(app);
  for (const body of [
    { name: 'hook', kind: 'webhook', format: 'standard', url: hook.url, patterns: ['**'] },
    { name: 'pager', kind: 'webhook', format: 'alertmanager', url: pager.url, patterns: ['**'] },
  ]) {
    expect((await call(app, 'POST', '/api/v1/admin/notifications/channels', { cookie, body })).status).toBe(201);
  }
  await app.stop();
});
afterAll(async () => {
  await hook.close();
  await pager.close();
});

/** The clock of each round is behind that of none before. */
async function killOnce(): Promise<void> {
  at += 24 * hourMs;
  const child = spawn(process.execPath, [program, database, new Date(at).toISOString()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const checks = 3 + Math.floor(random() * mostChecks);
  let done = 0;
  child.stdout.on('data', (dots: Buffer) => (done += dots.length));
  await until(() => done >= checks || child.exitCode !== null, 60_000);
  expect(child.exitCode).toBeNull();
  await delay(random() * longestCheckMs);
  child.kill('SIGKILL');
  await ended;
}

/** All is in order in the end, and everything that is due is sent. */
async function settle(): Promise<readonly Change[]> {
  const director = new FakeDirector('one', true);
  const clock = new FakeClock(new Date(at + 24 * hourMs));
  const app = await AccessApp.start({ WEBHOOK_ALLOW: '127.0.0.1/32' }, [director], { existing: database, clock });
  try {
    // The database has yet to notice that the killed one is gone, whose turn it was.
    const monitor = app.get(ConditionMonitor);
    const open = 'SELECT 1 FROM condition_state';
    await until(async () => {
      await checkRound(monitor, director, clock, true);
      return (await app.database.query<unknown[]>(open)).length === 0;
    }, 60_000);
    await app.get(FanOut).run();
    await until(async () => {
      await app.get(DeliveryWorker).onTick();
      await app.get(DeliveryWorker).settled();
      const waiting = `SELECT 1 FROM delivery WHERE status IN ('waiting', 'sending')`;
      await app.database.query(`UPDATE delivery SET leased_until = $1 WHERE status = 'sending'`, [clock.now()]);
      clock.advance(60);
      return (await app.database.query<unknown[]>(waiting)).length === 0;
    }, 60_000);
    return await app.database.query<Change[]>(
      `SELECT id, type, dedup_key FROM event WHERE type !~ '^(client|api_token)' ORDER BY "timestamp", recorded_at, once_key`,
    );
  } finally {
    await app.stop();
  }
}

test(
  `kill -9 at random moments: each condition begins and ends in turn, each change is sent once, none is lost (SEED=${seed})`,
  async () => {
    for (let number = 0; number < rounds; number += 1) await killOnce();
    const changes = await settle();
    const keys = ['director:one', ...storageNames.map((name) => `storage:one:${name}`)];
    expect([...new Set(changes.map(({ dedup_key }) => dedup_key))].sort()).toEqual(keys.sort());
    for (const key of keys) {
      const types = changes.filter(({ dedup_key }) => dedup_key === key).map(({ type }) => type);
      const turn = key.startsWith('director')
        ? ['director.unreachable', 'director.recovered']
        : ['storage.error', 'storage.ok'];
      expect([key, types]).toEqual([key, types.map((_, index) => turn[index % 2])]);
      expect(types.length % 2).toBe(0);
    }
    const sent = new Set(hook.requests.map(({ headers }) => headers['webhook-id']));
    expect([...sent].sort()).toEqual(changes.map(({ id }) => id).sort());
    const alerts = pager.requests.flatMap(({ body }) => JSON.parse(body) as Alert[]);
    const last = new Map(alerts.map(({ labels, endsAt }) => [JSON.stringify(labels), endsAt]));
    expect(last.size).toBe(keys.length);
    for (const endsAt of last.values()) expect(Date.parse(endsAt)).toBeLessThan(at + 48 * hourMs);
    process.stderr.write(
      `  ${changes.length} changes, ${hook.requests.length} posts, ${pager.requests.length} alerts\n`,
    );
  },
  120_000 + rounds * 15_000,
);
