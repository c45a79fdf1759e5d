import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { advisoryLocks } from './advisory-locks.js';

/** Applies what is missing, one transaction a migration, while no other process does. What it does to large tables may take its time. */
export async function migrate(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  await runner.connect();
  try {
    await runner.query('SET statement_timeout = 0');
    await runner.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migration]);
    await rejectOtherVersions(dataSource, runner);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'each';
    await executor.executePendingMigrations();
  } finally {
    await runner.query('SELECT pg_advisory_unlock($1)', [advisoryLocks.migration]);
    await runner.query('RESET statement_timeout');
    await runner.release();
  }
}

/** No migration leads here from what another version made: each would fail in the middle, on a table that it does not expect. */
async function rejectOtherVersions({ migrations }: DataSource, runner: QueryRunner): Promise<void> {
  const isNew = await runner.manager.query<unknown[]>("SELECT WHERE to_regclass('migrations') IS NULL");
  if (isNew.length > 0) return;
  const known = migrations.map(({ name, constructor }) => name ?? constructor.name);
  const [other] = await runner.manager.query<{ name: string }[]>(
    'SELECT name FROM migrations WHERE name <> ALL ($1) ORDER BY id LIMIT 1',
    [known],
  );
  if (other === undefined) return;
  throw new Error(
    `This database was created by another version of Backup Console (its migration is ${other.name}). Use that version, or set DATABASE_URL or DATA_DIR to an empty database.`,
  );
}
