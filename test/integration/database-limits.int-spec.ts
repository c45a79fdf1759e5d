import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { migrate } from '../../src/platform/database/migrate.js';
import { openConsoleDatabase } from '../support/console-database.js';
import { copyDatabase } from '../support/database.js';

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

class Slow1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SELECT pg_sleep(0.5)');
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}

test('a migration may take longer than a statement of a request, which is limited again afterwards', async () => {
  const extra = { statement_timeout: 100, max: 1 };
  const migrations = [Slow1763800000000];
  const url = await copyDatabase('template_console');
  const migrated = await new DataSource({ type: 'postgres', url, migrations, extra }).initialize();
  try {
    await migrate(migrated);
    expect(await migrated.query('SELECT name FROM migrations')).toContainEqual({ name: Slow1763800000000.name });
    expect(await migrated.query('SHOW statement_timeout')).toEqual([{ statement_timeout: '100ms' }]);
  } finally {
    await migrated.destroy();
  }
});
