import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Audit records keep what their target is called. Null is not sealed, so that the seals of earlier records stay right. */
export class NameAuditTargets1763700430500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_record ADD COLUMN target_name text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_record DROP COLUMN target_name');
  }
}
