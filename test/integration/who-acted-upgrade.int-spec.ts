import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { NameWhoActed1763700431000 } from '../../src/platform/database/migrations/1763700431000-name-who-acted.js';
import { UserEntity } from '../../src/users/user.entity.js';
import { makeUser, openConsoleDatabase } from '../harness/fixtures/console-database.js';

let database: DataSource;

beforeAll(async () => {
  database = await openConsoleDatabase();
});

afterAll(() => database.destroy());

async function upgrade(before: () => Promise<void>): Promise<void> {
  const runner = database.createQueryRunner();
  const migration = new NameWhoActed1763700431000();
  await runner.startTransaction();
  await migration.down(runner);
  await runner.commitTransaction();
  await before();
  await runner.startTransaction();
  await migration.up(runner);
  await runner.commitTransaction();
  await runner.release();
}

async function addRun(jobId: number, comment: string, orderId: string | null = null): Promise<void> {
  await database.query(
    `INSERT INTO run (director, unique_name, generation, job_id, job, type, level, status, status_code, queued_at, files, bytes,
       errors, comment, order_id, ended, reads_client, first_seen_at, changed)
     VALUES ('here', 'run.' || $1::integer, 1, $1, 'Backup', 'Backup', 'Full', 'completed', 'T', now(), 0, 0, 0, $2, $3, true, true, now(), 1)`,
    [jobId, comment, orderId],
  );
}

test('an upgrade names who started the runs of earlier versions, and who revoked their tokens', async () => {
  const order = randomUUID();
  const user = makeUser({ username: 'olga' });
  const [recorded, unrecorded] = [randomUUID(), randomUUID()];
  await database.getRepository(UserEntity).insert(user);
  await upgrade(async () => {
    await database.query(
      `INSERT INTO run_order (id, caller, route, body_hash, director, actor_kind, actor_name, created_at, state)
       VALUES ($1, $2, 'runJob', 'x', 'here', 'token', 'ci', now(), 'answered')`,
      [order, `token:${recorded}`],
    );
    await addRun(1, 'schedule:Every day: 21:00');
    await addRun(2, 'console:root');
    await addRun(3, `order:${order}`, order);
    await addRun(4, 'by hand');
    for (const [id, at] of [
      [recorded, new Date()],
      [unrecorded, new Date()],
      [randomUUID(), null],
    ]) {
      await database.query(
        `INSERT INTO api_token (id, name, secret_hash, owner_id, role, capabilities, created_at, revoked_at, revoked_by)
         VALUES ($1, 'ci', $2, $3, 'operator', '{}', now(), $4, $5)`,
        [id, randomBytes(32), user.id, at, at && 'admin'],
      );
    }
    await database.query(
      `INSERT INTO audit_record (id, at, action, outcome, actor_kind, actor_id, actor_name, actor_role, actor_token_id, token_id, target, changes)
       VALUES ($1, now(), 'api_token.revoke', 'success', 'token', 'u1', 'admin', 'admin', 't1', $2, 'token:x', '{}')`,
      [randomUUID(), recorded],
    );
  });
  const columns = 'trigger_kind AS kind, trigger_id AS id, trigger_name AS name';
  expect(await database.query(`SELECT ${columns} FROM run ORDER BY job_id`)).toEqual([
    { kind: 'schedule', id: null, name: 'Every day: 21:00' },
    { kind: 'console', id: null, name: 'root' },
    { kind: 'token', id: recorded, name: 'ci' },
    { kind: null, id: null, name: null },
  ]);
  const revoker = { name: 'admin', sessionId: null };
  expect(
    await database.query('SELECT id, revoked_by FROM api_token ORDER BY revoked_by IS NULL, revoked_by->>$1', ['kind']),
  ).toEqual([
    { id: unrecorded, revoked_by: { ...revoker, kind: 'session', id: null, role: null, tokenId: null } },
    { id: recorded, revoked_by: { ...revoker, kind: 'token', id: 'u1', role: 'admin', tokenId: 't1' } },
    { id: expect.any(String), revoked_by: null },
  ]);
  const off: unknown[] = await database.query(
    "SELECT tgname FROM pg_trigger WHERE tgrelid = 'run'::regclass AND NOT tgisinternal AND tgenabled <> 'O'",
  );
  expect(off).toEqual([]);
});
