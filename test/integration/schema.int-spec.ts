import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { migrate } from '../../src/platform/database/migrate.js';
import { openConsoleDatabase } from '../harness/fixtures/console-database.js';

let database: DataSource;

beforeAll(async () => {
  database = await openConsoleDatabase();
});

afterAll(async () => {
  await database.destroy();
});

test('the migrations make exactly the tables that the entities describe', async () => {
  const { upQueries } = await database.driver.createSchemaBuilder().log();
  expect(upQueries.map(({ query }) => query)).toEqual([]);
});

test('migrating again changes nothing, also from two processes at once', async () => {
  await Promise.all([migrate(database), migrate(database)]);
  expect(await database.showMigrations()).toBe(false);
});

test('the migrations can be taken back', async () => {
  const made = database.migrations.length;
  for (let step = 0; step < made; step += 1) await database.undoLastMigration({ transaction: 'each' });
  const rows: { name: string }[] = await database.query(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> 'migrations'",
  );
  expect(rows).toEqual([]);
});
