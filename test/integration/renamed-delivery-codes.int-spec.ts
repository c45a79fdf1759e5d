import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { RenameDeliveryCodes1763700425000 } from '../../src/platform/database/migrations/1763700425000-rename-delivery-codes.js';
import { sendCodes } from '../../src/domain/notice.js';
import { openConsoleDatabase } from '../harness/fixtures/console-database.js';

let database: DataSource;

beforeAll(async () => {
  database = await openConsoleDatabase();
});

afterAll(() => database.destroy());

const before = [
  ...['answered', 'called_off', 'certificate_early', 'certificate_of_other', 'console_ended', 'dns_silent'],
  ...['log_in_refused', 'mail_partly_taken', 'mail_taken', 'no_log_in', 'not_composed'],
];

const stored = async (): Promise<unknown[]> => {
  const rows: { code: string }[] = await database.query(
    `SELECT code FROM (SELECT last_code AS code FROM delivery UNION ALL SELECT code FROM delivery_attempt) AS stored
     ORDER BY code COLLATE "C"`,
  );
  return rows.map(({ code }) => code);
};

test('stored codes of deliveries get their final names, and their old ones back', async () => {
  await database.query(
    `INSERT INTO delivery (id, sequence, channel_id, channel_name, kind, webhook_id, replay, title, lines, event_count,
       status, due_at, attempts, created_at, ended_at, last_code)
     SELECT gen_random_uuid(), nextval('delivery_sequence_seq'), gen_random_uuid(), 'pager', 'channel_failing',
       gen_random_uuid(), 0, 'Channel fails', '[]', 0, 'failed', now(), 1, now(), now(), code FROM unnest($1::text[]) AS code`,
    [before],
  );
  await database.query(
    `INSERT INTO delivery_attempt (id, delivery_id, at, duration_ms, verdict, detail, code)
     SELECT gen_random_uuid(), id, now(), 1, 'retry', '', last_code FROM delivery`,
  );
  const runner = database.createQueryRunner();
  const migration = new RenameDeliveryCodes1763700425000();
  const twice = (codes: readonly string[]) => codes.flatMap((code) => [code, code]);
  await migration.up(runner);
  expect(await stored()).toEqual(
    twice([
      ...['answered', 'auth_missing', 'auth_refused', 'canceled', 'certificate_host_mismatch'],
      ...['certificate_not_yet_valid', 'console_stopped', 'dns_timeout', 'format_failed', 'mail_accepted'],
      'mail_partly_accepted',
    ]),
  );
  expect((await stored()).filter((code) => !(sendCodes as readonly unknown[]).includes(code))).toEqual([]);
  await migration.down(runner);
  expect(await stored()).toEqual(twice(before));
  await runner.release();
});
