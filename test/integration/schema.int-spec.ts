import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type DataSource } from 'typeorm';
import { migrate } from '../../src/database/migrate.js';
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

test('each index has the columns, their order and the condition that its entity describes', async () => {
  const runner = database.createQueryRunner();
  const definitionOf = async (index: string): Promise<string | undefined> => {
    const [row] = await runner.manager.query<{ text: string | null }[]>(
      'SELECT pg_get_indexdef(to_regclass(quote_ident($1))) AS text',
      [index],
    );
    return row?.text?.replace(` ${index} ON `, ' described ON ');
  };
  const made: (string | undefined)[] = [];
  const described: (string | undefined)[] = [];
  await runner.startTransaction();
  try {
    // TypeORM compares neither order nor condition. PostgreSQL writes both alike if it makes the described index itself.
    for (const { tableName, indices } of database.entityMetadatas) {
      for (const { name, isUnique, columns, where } of indices.filter(({ synchronize }) => synchronize)) {
        const columnList = columns.map(({ databaseName }) => `"${databaseName}"`).join(', ');
        await runner.query(
          `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX described ON "${tableName}" (${columnList}) ${where ? `WHERE ${where}` : ''}`,
        );
        described.push(await definitionOf('described'));
        made.push(await definitionOf(name));
        await runner.query('DROP INDEX described');
      }
    }
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
  expect(made).toEqual(described);
  expect(made.length).toBeGreaterThan(40);
});

test('the table of runs has one trigger for each event', async () => {
  const triggers = await database.query<unknown[]>(
    "SELECT tgname AS name FROM pg_trigger WHERE tgrelid = 'run'::regclass AND NOT tgisinternal ORDER BY tgname",
  );
  expect(triggers).toEqual([{ name: 'run_deleted' }, { name: 'run_inserted' }, { name: 'run_updated' }]);
});

test('migrating again changes nothing, also from two processes at once', async () => {
  await Promise.all([migrate(database), migrate(database)]);
  expect(await database.showMigrations()).toBe(false);
});

test('a database of another version is rejected and left as it is', async () => {
  const other = await openConsoleDatabase();
  try {
    await other.query("UPDATE migrations SET timestamp = 1763700000000, name = 'CreatePeople1763700000000'");
    await expect(migrate(other)).rejects.toThrow(
      'This database was created by another version of Backup Console (its migration is CreatePeople1763700000000). Use that version, or set DATABASE_URL or DATA_DIR to an empty database.',
    );
    expect(await other.query('SELECT name FROM migrations')).toEqual([{ name: 'CreatePeople1763700000000' }]);
  } finally {
    await other.destroy();
  }
});
