import { type MigrationInterface, type QueryRunner } from 'typeorm';

const indexes = [
  `"run_newest" ON "run" ("director", "generation", "job_id")`,
  `"run_job_id" ON "run" ("director", "job_id")`,
  `"run_by_job" ON "run" ("director", "job", "generation", "job_id")`,
  `"run_by_client" ON "run" ("director", "client", "generation", "job_id")`,
  `"run_unfinished" ON "run" ("director", "job_id") WHERE NOT ended`,
  `"run_order_id" ON "run" ("order_id") WHERE order_id IS NOT NULL`,
  `"run_lost" ON "run" ("director", "lost_at") WHERE lost_at IS NOT NULL`,
  `"run_ended_badly" ON "run" ("director", "ended_at") WHERE status IN ('error', 'warning')`,
];

/** The console's own record of runs, and how far it has followed each Director. */
export class CreateRuns1763700010000 implements MigrationInterface {
  readonly name = 'CreateRuns1763700010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE SEQUENCE "run_changed_seq"`);
    await runner.query(`CREATE TABLE "run" (
      "director" text NOT NULL,
      "unique_name" text NOT NULL,
      "generation" integer NOT NULL,
      "job_id" integer NOT NULL,
      "job" text NOT NULL,
      "type" text NOT NULL,
      "level" text NOT NULL,
      "client" text,
      "fileset" text,
      "pool" text,
      "storage" text,
      "status" text NOT NULL,
      "status_code" text NOT NULL,
      "queued_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "scheduled_at" TIMESTAMP(3) WITH TIME ZONE,
      "started_at" TIMESTAMP(3) WITH TIME ZONE,
      "ended_at" TIMESTAMP(3) WITH TIME ZONE,
      "files" bigint NOT NULL,
      "bytes" bigint NOT NULL,
      "errors" bigint NOT NULL,
      "comment" text NOT NULL,
      "order_id" uuid,
      "ended" boolean NOT NULL,
      "lost_at" TIMESTAMP(3) WITH TIME ZONE,
      "first_seen_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "changed" bigint NOT NULL,
      CONSTRAINT "run_pkey" PRIMARY KEY ("director", "unique_name")
    )`);
    for (const index of indexes) await runner.query(`CREATE INDEX ${index}`);
    await createFeed(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "run_feed"`);
    await runner.query(`DROP TABLE "run"`);
    await runner.query(`DROP SEQUENCE "run_changed_seq"`);
  }
}

async function createFeed(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE TABLE "run_feed" (
    "director" text NOT NULL,
    "generation" integer NOT NULL,
    "generation_from" bigint NOT NULL,
    "mark" bigint,
    "filled_from" bigint NOT NULL,
    "baseline_at" TIMESTAMP(3) WITH TIME ZONE,
    "read_at" TIMESTAMP(3) WITH TIME ZONE,
    "failed_at" TIMESTAMP(3) WITH TIME ZONE,
    "failure" text,
    CONSTRAINT "run_feed_pkey" PRIMARY KEY ("director")
  )`);
}
