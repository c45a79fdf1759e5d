import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Which process placed an order, so that one left by a dead process is looked up at once. */
export class NameTheProcessOfOrders1763700003000 implements MigrationInterface {
  readonly name = 'NameTheProcessOfOrders1763700003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "run_order" ADD "placed_by" integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "run_order" DROP COLUMN "placed_by"`);
  }
}
