import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '../../src/domain/error-codes.js';
import { InstanceLiveness } from '../../src/database/instance-liveness.js';
import { LockConnection } from '../../src/database/lock-connection.js';
import { ClockTrust } from '../../src/features/clock/clock-trust.repository.js';
import { RetentionJobs } from '../../src/platform/retention-jobs.js';
import { call, makeToken, type Answer } from '../harness/fixtures/access-calls.js';
import { makeRun } from '../harness/builders/domain-records.js';
import { type FakeApp, startFakeApp } from '../harness/fakes/fake-app.js';
import { until } from '../harness/fixtures/until.js';

let fake: FakeApp;
let keys = 0;
let key: string;

beforeAll(async () => {
  fake = await startFakeApp();
});

beforeEach(() => {
  keys += 1;
  key = `key-${keys}`;
  fake.one.gate = () => Promise.resolve();
  fake.one.afterTaking = () => Promise.resolve();
});

afterAll(() => fake.app.stop());

const body = { job: 'BackupHome', level: 'Full' };
const run = (given: object = body): Promise<Answer> =>
  fake.operator.post('/operations/jobs/run', given, { 'idempotency-key': key });
const started = (): number => fake.one.orders.length;

describe('Idempotency-Key', () => {
  test('answers a repeated request as the first one and starts nothing', async () => {
    const before = started();
    const first = await run();
    const again = await run({ level: 'Full', job: 'BackupHome' });
    expect([first.status, again.status, started() - before]).toEqual([202, 202, 1]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect([first.headers.get('idempotency-replayed'), again.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ]);
  });

  test('refuses the key for another body or another route', async () => {
    fake.one.records.runs.push(makeRun({ jobId: 900 }));
    await run();
    const other = await run({ job: 'BackupHome', level: 'Incremental' });
    expect([other.status, other.body['code']]).toEqual([422, 'idempotency_key_reused']);
    const rerun = await fake.operator.post('/operations/runs/900/rerun', undefined, { 'idempotency-key': key });
    expect(rerun.body['code']).toBe('idempotency_key_reused');
  });

  test('belongs to its caller: a token and a person do not share keys', async () => {
    const before = started();
    const { id, plaintext } = await makeToken(fake.app, fake.operator.cookie);
    await run();
    const headers = { 'idempotency-key': key };
    const answer = await call(fake.app, 'POST', '/api/v1/operations/jobs/run', { token: plaintext, body, headers });
    expect([answer.status, answer.headers.get('idempotency-replayed'), started() - before]).toEqual([202, null, 2]);
    const record = await fake.readonly.get(`/operations/runs/${String(answer.body['jobId'])}`);
    expect(record.body['triggeredBy']).toEqual({ kind: 'token', id, name: 'ci' });
  });

  test('lets one of many requests at once through', async () => {
    const before = started();
    let release = (): void => undefined;
    fake.one.afterTaking = () => new Promise<void>((resolve) => (release = resolve));
    const all = Promise.all(Array.from({ length: 8 }, () => run()));
    await until(() => started() > before);
    const early = await run();
    expect([early.status, early.body['code']]).toEqual([409, 'idempotency_in_flight']);
    expect(early.headers.get('retry-after')).not.toBeNull();
    release();
    const statuses = (await all).map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 409).length).toBeGreaterThanOrEqual(1);
    expect([...new Set(statuses)]).toEqual([202, 409]);
    expect(started() - before).toBe(1);
  });

  test('leaves no record of what was refused before the Director was asked', async () => {
    expect((await run({ job: 'none' })).body['code']).toBe('unknown_job');
    expect((await run()).status).toBe(202);
  });

  test('frees the key where the Director surely started nothing', async () => {
    const before = started();
    fake.one.afterTaking = () => {
      fake.one.orders.pop();
      return Promise.reject(new AppError('not_supported_by_director', 'Not here.'));
    };
    expect((await run()).body['code']).toBe('not_supported_by_director');
    fake.one.afterTaking = () => Promise.resolve();
    const again = await run();
    expect([again.status, again.headers.get('idempotency-replayed'), started() - before]).toEqual([202, null, 1]);
  });

  test('finds the run whose answer was lost, and starts no second one', async () => {
    const before = started();
    fake.one.afterTaking = () => Promise.reject(new AppError('director_too_slow', 'No answer in time.'));
    expect((await run()).status).toBe(504);
    const again = await run();
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
    expect(started() - before).toBe(1);
    expect((await run()).body).toEqual(again.body);
  });

  test('answers as unknown what cannot be found, and never sends it again', async () => {
    const before = started();
    fake.one.afterTaking = () => {
      fake.one.records.runs.pop();
      return Promise.reject(new Error('The connection broke.'));
    };
    expect((await run()).status).toBe(500);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const again = await run();
      expect([again.status, again.body['code']]).toEqual([409, 'idempotency_outcome_unknown']);
    }
    expect(started() - before).toBe(1);
  });

  /** What a process leaves behind that dies between the Director's answer and its own note of it. */
  const cutOff = (placedBy: number | null): Promise<unknown> =>
    fake.app.database.query(
      `UPDATE run_order SET state = 'asked', job_id = NULL, placed_by = $2 WHERE key = $1`,
      [key, placedBy],
    ); // prettier-ignore

  test('leaves an order to the replica that places it while that one lives, and looks it up as soon as it is gone', async () => {
    const first = await run();
    const locks = new LockConnection(fake.app.database);
    const replica = new InstanceLiveness(fake.app.database, locks);
    await locks.onModuleInit();
    await cutOff(replica.id);
    expect((await run()).body['code']).toBe('idempotency_in_flight');
    await locks.onApplicationShutdown();
    const again = await until(async () => {
      const seen = await run();
      return seen.status === 202 && seen;
    });
    expect(again.body['jobId']).toBe(first.body['jobId']);
  });

  test('looks up an order that hangs in another replica, once no Director could still be answering it', async () => {
    const first = await run();
    const locks = new LockConnection(fake.app.database);
    const replica = new InstanceLiveness(fake.app.database, locks);
    await locks.onModuleInit();
    await cutOff(replica.id);
    expect((await run()).body['code']).toBe('idempotency_in_flight');
    fake.app.clock.advance(61);
    const again = await run();
    expect([again.status, again.body['jobId']]).toEqual([202, first.body['jobId']]);
    await locks.onApplicationShutdown();
  });

  test('looks up at once what this process could not take note of, and what no process is known to place', async () => {
    const before = started();
    const first = await run();
    for (const placedBy of [fake.app.get(InstanceLiveness).id, null]) {
      await cutOff(placedBy);
      const again = await run();
      expect([again.status, again.body['jobId']]).toEqual([202, first.body['jobId']]);
    }
    expect(started() - before).toBe(1);
  });

  test('a process whose connection broke shows itself again', async () => {
    const presence = fake.app.get(InstanceLiveness);
    const { id } = presence;
    expect(await presence.isAlive(id)).toBe(true);
    const ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'backup-console session' AND datname = current_database()"; // prettier-ignore
    await fake.app.database.query(ended);
    await until(async () => !(await presence.isAlive(id)));
    await until(() => presence.isAlive(id));
  });

  test('expires after its time, whether or not the clean-up has come by', async () => {
    const before = started();
    await run();
    await fake.app.database.query(`UPDATE run_order SET created_at = created_at - interval '25 hours' WHERE key = $1`, [
      key,
    ]);
    const again = await run();
    expect([again.headers.get('idempotency-replayed'), started() - before]).toEqual([null, 2]);
    await fake.app.database.query(`UPDATE run_order SET created_at = created_at - interval '25 hours' WHERE key = $1`, [
      key,
    ]);
    await fake.app.get(ClockTrust).believe(fake.app.database.manager, fake.app.clock.now());
    await fake.app.get(RetentionJobs).run();
    const rows: unknown = await fake.app.database.query('SELECT 1 FROM run_order WHERE key = $1', [key]);
    expect(rows).toEqual([]);
    const record = await fake.readonly.get(`/operations/runs/${String(again.body['jobId'])}`);
    expect(record.body['triggeredBy']).toEqual({ kind: 'session', id: expect.any(String), name: 'otto' });
  });

  test.each(['with space', 'ü', 'x'.repeat(256), ''])('refuses the key %j', async (wrong) => {
    const headers = { 'idempotency-key': wrong };
    const sent = (): Promise<Answer> => fake.operator.post('/operations/jobs/run', body, headers);
    const answer = await sent();
    expect([answer.status, answer.body['errors']]).toEqual([
      400,
      [expect.objectContaining({ field: 'Idempotency-Key' })],
    ]);
  });

  test('holds for restores and reruns alike', async () => {
    fake.one.records.runs.push(makeRun({ jobId: 901 }));
    const headers = { 'idempotency-key': key };
    const restore = (): Promise<Answer> => fake.operator.post('/restore/run', { jobids: [901] }, headers);
    const [first, again] = [await restore(), await restore()];
    expect([first.status, again.body]).toEqual([202, first.body]);
    const rerunHeaders = { 'idempotency-key': `${key}-rerun` };
    const rerun = (): Promise<Answer> => fake.operator.post('/operations/runs/901/rerun', undefined, rerunHeaders);
    const [one, two] = [await rerun(), await rerun()];
    expect([one.status, two.body]).toEqual([202, one.body]);
  });
});
