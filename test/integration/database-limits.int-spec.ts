import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { keptConnection } from '../../src/database/lock-connection.js';
import { migrate } from '../../src/database/migrate.js';
import { InitialSchema1764000000000 } from '../../src/database/migrations/1764000000000-initial-schema.js';
import { openConsoleDatabase } from '../harness/fixtures/console-database.js';
import { copyDatabase } from '../harness/fixtures/database.js';

let database: DataSource;

beforeAll(async () => {
  database = await openConsoleDatabase();
});

afterAll(async () => {
  await database.destroy();
});

test.each([
  ['a statement that does not end', 'statement_timeout', '10s'],
  ['a transaction that a frozen process leaves open', 'idle_in_transaction_session_timeout', '30s'],
])('PostgreSQL itself ends %s', async (_, setting, limit) => {
  expect(await database.query(`SHOW ${setting}`)).toEqual([{ [setting]: limit }]);
});

class Slow1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SELECT pg_sleep(0.5)');
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}

test('a migration may take longer than a statement of a request, which is limited again afterwards', async () => {
  const extra = { statement_timeout: 400, max: 1 };
  const migrations = [InitialSchema1764000000000, Slow1764100000000];
  const url = await copyDatabase('template_console');
  const migrated = await new DataSource({ type: 'postgres', url, migrations, extra }).initialize();
  try {
    await migrate(migrated);
    expect(await migrated.query('SELECT name FROM migrations')).toContainEqual({ name: Slow1764100000000.name });
    expect(await migrated.query('SHOW statement_timeout')).toEqual([{ statement_timeout: '400ms' }]);
  } finally {
    await migrated.destroy();
  }
});

test('PostgreSQL notices that the keeper of a lock is gone without a word', async () => {
  const client = new Client(keptConnection(await copyDatabase('template_console')));
  await client.connect();
  try {
    const { rows } = await client.query<{ seconds: number }>(
      `SELECT current_setting('tcp_keepalives_idle')::int
         + current_setting('tcp_keepalives_interval')::int * current_setting('tcp_keepalives_count')::int AS seconds`,
    );
    expect(rows).toEqual([{ seconds: 25 }]);
  } finally {
    await client.end();
  }
});
