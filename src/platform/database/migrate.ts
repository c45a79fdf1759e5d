import { type DataSource } from 'typeorm';

/** Advisory lock that serialises what replicas that start at once do to a database: migrations, grants, making its sibling. */
export const migrationLock = 7_301_125;

/** Applies what is missing, one transaction a migration, while no other process does. */
export async function migrate(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  await runner.connect();
  try {
    await runner.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await dataSource.runMigrations({ transaction: 'each' });
  } finally {
    await runner.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
    await runner.release();
  }
}
