import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** What the silence monitor remembers of each client, the thresholds that people set, and which runs read their client. */
export class WatchSilence1763700023000 implements MigrationInterface {
  readonly name = 'WatchSilence1763700023000';

  async up(runner: QueryRunner): Promise<void> {
    await addReadClient(runner);
    await runner.query(`CREATE SEQUENCE "client_silence_revision"`);
    await runner.query(`CREATE TABLE "client_silence" (
      "director" text NOT NULL,
      "client" text NOT NULL,
      "status" text NOT NULL,
      "since" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "cause" text,
      "last_success_at" TIMESTAMP(3) WITH TIME ZONE,
      "first_seen_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      "enabled" boolean NOT NULL,
      "evaluated" boolean NOT NULL,
      "warn_seconds" integer NOT NULL,
      "crit_seconds" integer NOT NULL,
      "interval_seconds" integer,
      "revision" bigint NOT NULL,
      CONSTRAINT "client_silence_pkey" PRIMARY KEY ("director", "client")
    )`);
    await runner.query(`INSERT INTO client_silence (director, client, status, since, first_seen_at, enabled, evaluated,
        warn_seconds, crit_seconds, revision)
      SELECT director, client, 'ok', first_seen_at, first_seen_at, true, false, 129600, 259200,
        nextval('client_silence_revision') FROM client_sighting`);
    await runner.query(`DROP TABLE "client_sighting"`);
    await addThresholds(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "client_sighting" (
      "director" text NOT NULL,
      "client" text NOT NULL,
      "first_seen_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
      CONSTRAINT "client_sighting_pkey" PRIMARY KEY ("director", "client")
    )`);
    await runner.query('INSERT INTO client_sighting SELECT director, client, first_seen_at FROM client_silence');
    await runner.query(`DROP TABLE "silence_round"`);
    await runner.query(`DROP TABLE "client_threshold"`);
    await runner.query(`DROP TABLE "global_threshold"`);
    await runner.query(`DROP TABLE "client_silence"`);
    await runner.query(`DROP SEQUENCE "client_silence_revision"`);
    await runner.query(`ALTER TABLE "run" DROP COLUMN "reads_client"`);
  }
}

/**
 * What a run on record cannot tell of itself (a virtual Full and the product of a migration look like backups), its catalog
 * can: the history is read once more, and until then no run counts that was not read anew.
 */
async function addReadClient(runner: QueryRunner): Promise<void> {
  await runner.query(`ALTER TABLE "run" ADD COLUMN "reads_client" boolean NOT NULL DEFAULT false`);
  await runner.query(`ALTER TABLE "run" ALTER COLUMN "reads_client" DROP DEFAULT`);
  await runner.query(`UPDATE run_feed SET filled_from = mark + 1 WHERE mark > 0`);
  await runner.query(`CREATE INDEX "run_read_client" ON "run" ("director", "client", "ended_at")
    WHERE reads_client AND status_code IN ('T', 'W') AND ended_at IS NOT NULL`);
}

async function addThresholds(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE TABLE "global_threshold" (
    "id" integer NOT NULL,
    "warn_seconds" integer NOT NULL,
    "crit_seconds" integer NOT NULL,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE,
    CONSTRAINT "global_threshold_pkey" PRIMARY KEY ("id")
  )`);
  await runner.query('INSERT INTO global_threshold (id, warn_seconds, crit_seconds) VALUES (1, 129600, 259200)');
  await runner.query(`CREATE TABLE "client_threshold" (
    "director" text NOT NULL,
    "client" text NOT NULL,
    "warn_seconds" integer,
    "crit_seconds" integer,
    "basis" text NOT NULL,
    "paused_until" TIMESTAMP(3) WITH TIME ZONE,
    "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    CONSTRAINT "client_threshold_pkey" PRIMARY KEY ("director", "client")
  )`);
  await runner.query(`CREATE TABLE "silence_round" (
    "director" text NOT NULL,
    "evaluated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "director_reachable" boolean NOT NULL,
    CONSTRAINT "silence_round_pkey" PRIMARY KEY ("director")
  )`);
}
