// Takes over half a minute. Every round kills a console in the midst of its work and starts it again.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Client } from 'pg';
import { type Answer, connectBehind } from '../harness/fixtures/console-process.js';
import { CrashFixture, seeded } from '../harness/fixtures/crash-fixture.js';
import { until } from '../harness/fixtures/until.js';

const fixture = new CrashFixture(seeded(11));
const order = { job: 'Source', level: 'Full' };

beforeAll(() => fixture.prepare());
afterAll(() => fixture.remove());

const send = (key: string): Promise<Answer<{ jobId: number; code?: string }>> =>
  fixture.app.call('POST', '/operations/jobs/run', order, { 'idempotency-key': key });

async function sourceRuns(): Promise<readonly number[]> {
  const catalog = await fixture.catalog();
  const { rows } = await catalog.query<{ jobid: number }>("SELECT jobid FROM job WHERE name = 'Source' ORDER BY jobid");
  await catalog.end();
  return rows.map(({ jobid }) => jobid);
}

/** Whoever does `event` to `table` falls asleep over it; answers when one does. */
async function makeSleepy(database: Client, event: 'INSERT' | 'UPDATE', table: string): Promise<void> {
  await database.query(
    `CREATE FUNCTION sleep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(60); RETURN NEW; END'`,
  );
  await database.query(`CREATE TRIGGER sleep BEFORE ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION sleep()`);
}

async function untilAsleep(database: Client): Promise<void> {
  const asleep = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()";
  await until(async () => (await database.query(asleep)).rowCount === 1);
}

async function wake(database: Client): Promise<void> {
  const others = 'datname = current_database() AND pid <> pg_backend_pid()';
  await database.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`);
  await database.query('DROP FUNCTION sleep() CASCADE');
}

/** Sends an order that never gets past that statement, kills the console there, and starts it again. */
async function killAt(key: string, name: string, event: 'INSERT' | 'UPDATE', table: string): Promise<void> {
  const database = await connectBehind(fixture.dataDir, name);
  await makeSleepy(database, event, table);
  const answer = send(key).catch(() => null);
  await untilAsleep(database);
  await fixture.app.kill();
  expect(await answer).toBeNull();
  await wake(database);
  await database.end();
  await fixture.start();
}

describe('a console that is killed on the way of an order, at the first retry with the same Idempotency-Key', () => {
  test('before the order was written down: starts the run', async () => {
    const before = await sourceRuns();
    await killAt('unwritten', 'console', 'INSERT', 'run_order');
    expect(await sourceRuns()).toEqual(before);
    const retried = await send('unwritten');
    expect([retried.status, retried.headers.get('idempotency-replayed')]).toEqual([202, null]);
    expect((await send('unwritten')).body.jobId).toBe(retried.body.jobId);
    expect(await sourceRuns()).toEqual([...before, retried.body.jobId]);
  });

  test('after it was written down, before the Director had it: says so, starts nothing, and takes a new key', async () => {
    const before = await sourceRuns();
    await killAt('unsent', 'embedded_catalog', 'INSERT', 'job');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { status, body } = await send('unsent');
      expect([status, body.code]).toEqual([409, 'idempotency_outcome_unknown']);
    }
    expect(await sourceRuns()).toEqual(before);
    const anew = await send('sent-anew');
    expect(await sourceRuns()).toEqual([...before, anew.body.jobId]);
  });

  test('after the Director began, before the answer: finds that run and starts no second one', async () => {
    const before = await sourceRuns();
    await killAt('unanswered', 'console', 'UPDATE', 'run_order');
    const begun = (await sourceRuns()).filter((jobId) => !before.includes(jobId));
    expect(begun).toHaveLength(1);
    const retried = await send('unanswered');
    expect(retried).toMatchObject({ status: 202, body: { jobId: begun[0] } });
    expect(retried.headers.get('idempotency-replayed')).toBe('true');
    expect(await sourceRuns()).toEqual([...before, ...begun]);
    expect((await fixture.app.waitForEnd(retried.body.jobId)).status).toBe('error');
    await fixture.expectSound();
  });
});
