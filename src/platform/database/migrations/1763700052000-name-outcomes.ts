import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Of each try a stable word for what happened, so that it can be said in other languages too; what was tried before has none. */
export class NameOutcomes1763700052000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE delivery ADD COLUMN last_code text');
    await runner.query('ALTER TABLE delivery_attempt ADD COLUMN code text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE delivery_attempt DROP COLUMN code');
    await runner.query('ALTER TABLE delivery DROP COLUMN last_code');
  }
}
