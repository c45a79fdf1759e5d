import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** A login fails; only connections are refused. */
export class RenameFailedLogins1763700432000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await rename(runner, 'refused_log_in', 'failed_login');
  }

  async down(runner: QueryRunner): Promise<void> {
    await rename(runner, 'failed_login', 'refused_log_in');
  }
}

async function rename(runner: QueryRunner, from: string, to: string): Promise<void> {
  await runner.query(`ALTER TABLE ${from} RENAME TO ${to}`);
  await runner.query(`ALTER INDEX ${from}_pkey RENAME TO ${to}_pkey`);
  await runner.query(`ALTER INDEX ${from}_last_at_idx RENAME TO ${to}_last_at_idx`);
}
