import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Keeps the pool and the storage that a run was requested with: a catalog has them only from its start. */
export class KeepRequestedMedia1763700421000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE run_order ADD media jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE run_order DROP media');
  }
}
