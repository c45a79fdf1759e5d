import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Notes which newest good backup can no longer be restored, and the newest one before it that can. */
export class NoteLostBackups1763700422000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE job_outcome ADD lost_good_at timestamptz(3), ADD kept_good_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE job_outcome DROP lost_good_at, DROP kept_good_at');
  }
}
