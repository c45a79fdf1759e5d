import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Remembers what restores were requested to do and what their Directors reported. */
export class RememberRestores1763700081000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE run_order ADD restore jsonb');
    await runner.query('ALTER TABLE run ADD restore jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE run DROP restore');
    await runner.query('ALTER TABLE run_order DROP restore');
  }
}
