import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** How the index of names is fed: the runs whose names are kept, who writes a lineage at present, and how far the feed has come. */
export class FeedNames1763700031000 implements MigrationInterface {
  readonly name = 'FeedNames1763700031000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "name_run" (
      "director" text NOT NULL,
      "job_id" integer NOT NULL,
      "unique_name" text NOT NULL,
      "client" text NOT NULL,
      "fileset" text NOT NULL,
      "is_full" boolean NOT NULL,
      "data_time" bigint NOT NULL,
      "lineage_id" integer,
      "failures" integer NOT NULL DEFAULT 0,
      "retry_at" TIMESTAMP(3) WITH TIME ZONE,
      "failure" text,
      CONSTRAINT "name_run_pkey" PRIMARY KEY ("director", "job_id")
    )`);
    await runner.query(
      'CREATE INDEX "name_run_set" ON "name_run" ("director", "client", "fileset", "data_time", "job_id")',
    );
    await runner.query('CREATE INDEX "name_run_lineage" ON "name_run" ("lineage_id") WHERE (lineage_id IS NOT NULL)');
    await runner.query(
      `CREATE INDEX "name_run_waiting" ON "name_run" ("director", "data_time", "job_id") WHERE (lineage_id IS NULL)`,
    );
    await runner.query('ALTER TABLE "name_lineage" ADD "writer" uuid');
    await runner.query('ALTER TABLE "name_feed" ADD "runs" integer NOT NULL DEFAULT 0');
    await runner.query('ALTER TABLE "name_feed" ADD "progress_at" TIMESTAMP(3) WITH TIME ZONE');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "name_feed" DROP "progress_at", DROP "runs"');
    await runner.query('ALTER TABLE "name_lineage" DROP "writer"');
    await runner.query('DROP TABLE "name_run"');
  }
}
