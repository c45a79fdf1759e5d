import { type DataSource, MigrationExecutor } from 'typeorm';

/** Advisory lock that serialises what replicas that start at once do to a database: migrations, grants, making its sibling. */
export const migrationLock = 7_301_125;

/** Applies what is missing, one transaction a migration, while no other process does. What it does to large tables may take its time. */
export async function migrate(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  await runner.connect();
  try {
    await runner.query('SET statement_timeout = 0');
    await runner.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'each';
    await executor.executePendingMigrations();
  } finally {
    await runner.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
    await runner.query('RESET statement_timeout');
    await runner.release();
  }
}
