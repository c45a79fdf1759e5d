import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The index of the names in each Director's catalog. A block is read whole, from its own page; signatures are read in pieces. */
export class IndexNames1763700030000 implements MigrationInterface {
  readonly name = 'IndexNames1763700030000';

  async up(runner: QueryRunner): Promise<void> {
    await createLineages(runner);
    await runner.query(`CREATE TABLE "name_block" (
      "lineage_id" integer NOT NULL,
      "block" integer NOT NULL,
      "folded" text NOT NULL,
      CONSTRAINT "name_block_pkey" PRIMARY KEY ("lineage_id", "block")
    )`);
    await runner.query(`ALTER TABLE "name_block" ALTER COLUMN "folded" SET STORAGE PLAIN`);
    await runner.query(`CREATE TABLE "name_block_detail" (
      "lineage_id" integer NOT NULL,
      "block" integer NOT NULL,
      "details" bytea NOT NULL,
      CONSTRAINT "name_block_detail_pkey" PRIMARY KEY ("lineage_id", "block")
    )`);
    await runner.query(`CREATE TABLE "name_signature" (
      "lineage_id" integer NOT NULL,
      "segment" integer NOT NULL,
      "bits" bytea NOT NULL,
      CONSTRAINT "name_signature_pkey" PRIMARY KEY ("lineage_id", "segment")
    )`);
    await runner.query(`ALTER TABLE "name_signature" ALTER COLUMN "bits" SET STORAGE EXTERNAL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['signature', 'block_detail', 'block', 'job', 'lineage', 'feed']) {
      await runner.query(`DROP TABLE "name_${table}"`);
    }
  }
}

async function createLineages(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE TABLE "name_feed" (
    "director" text NOT NULL,
    "generation" integer NOT NULL,
    "moment" bigint NOT NULL,
    "read_at" TIMESTAMP(3) WITH TIME ZONE,
    "waiting" integer NOT NULL,
    "failure" text,
    CONSTRAINT "name_feed_pkey" PRIMARY KEY ("director")
  )`);
  await runner.query(`CREATE TABLE "name_lineage" (
    "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
    "director" text NOT NULL,
    "generation" integer NOT NULL,
    "client" text NOT NULL,
    "fileset" text NOT NULL,
    "full_job_id" integer,
    "full_at" TIMESTAMP(3) WITH TIME ZONE,
    "created_moment" bigint NOT NULL,
    "retired_moment" bigint,
    "retired_at" TIMESTAMP(3) WITH TIME ZONE,
    "entries" bigint NOT NULL,
    "blocks" integer NOT NULL,
    CONSTRAINT "name_lineage_pkey" PRIMARY KEY ("id")
  )`);
  await runner.query(`CREATE INDEX "name_lineage_client" ON "name_lineage" ("director", "client", "id")`);
  await runner.query(`CREATE TABLE "name_job" (
    "lineage_id" integer NOT NULL,
    "job_id" integer NOT NULL,
    "unique_name" text NOT NULL,
    "fed_moment" bigint NOT NULL,
    "fed_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "entries" integer NOT NULL,
    "first_block" integer NOT NULL,
    "blocks" integer NOT NULL,
    CONSTRAINT "name_job_pkey" PRIMARY KEY ("lineage_id", "job_id")
  )`);
  await runner.query(`CREATE INDEX "name_job_job_id" ON "name_job" ("job_id")`);
}
