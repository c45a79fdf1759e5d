import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Orders to start runs: idempotency keys, and who started what. */
export class CreateRunOrders1763700002000 implements MigrationInterface {
  readonly name = 'CreateRunOrders1763700002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "run_order" (
      "id" uuid NOT NULL,
      "caller" text NOT NULL,
      "key" text,
      "route" text NOT NULL,
      "body_hash" text NOT NULL,
      "director" text NOT NULL,
      "actor_kind" text NOT NULL,
      "actor_name" text NOT NULL,
      "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "state" text NOT NULL,
      "job_id" integer,
      "unique_name" text,
      "answer" jsonb,
      CONSTRAINT "PK_run_order" PRIMARY KEY ("id")
    )`);
    await runner.query(
      `CREATE UNIQUE INDEX "run_order_caller_key" ON "run_order" ("caller", "key") WHERE key IS NOT NULL`,
    );
    await runner.query(`CREATE INDEX "run_order_created_at" ON "run_order" ("created_at") `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "run_order"`);
  }
}
