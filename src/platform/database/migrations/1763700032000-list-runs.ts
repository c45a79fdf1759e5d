import { type MigrationInterface, type QueryRunner } from 'typeorm';

const kind = `hashtextextended("director" || E'\\n' || "status" || E'\\n' || "type" || E'\\n' || "level" || E'\\n' || coalesce("pool", ''), 0)`;
const series = `hashtextextended("director" || E'\\n' || "job" || E'\\n' || coalesce("client", '') || E'\\n' || "status" || E'\\n' ||
  "type" || E'\\n' || "level" || E'\\n' || coalesce("pool", ''), 0)`;

/** What lists of runs are found by at any depth, and acknowledgements of runs and clients. */
export class ListRuns1763700032000 implements MigrationInterface {
  readonly name = 'ListRuns1763700032000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX "run_by_kind" ON "run" ((${kind}), "generation", "job_id")`);
    await runner.query(`CREATE INDEX "run_by_series" ON "run" ((${series}), "generation", "job_id")`);
    await createLists(runner);
    await fillLists(runner);
    await runner.query(keepLists);
    for (const [name, event] of triggers) {
      await runner.query(`CREATE TRIGGER "${name}" AFTER ${event} ON "run" REFERENCING NEW TABLE AS written
        FOR EACH STATEMENT EXECUTE FUNCTION keep_run_lists()`);
    }
    await createAcknowledgements(runner);
    // What was just filled is asked at once, and a first guess at its size would have it walked.
    for (const table of ['run', 'run_series', 'run_kind', 'run_span']) await runner.query(`ANALYZE "${table}"`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of triggers) await runner.query(`DROP TRIGGER "${name}" ON "run"`);
    await runner.query('DROP FUNCTION keep_run_lists()');
    for (const table of ['client_acknowledgement', 'run_acknowledgement', 'run_span', 'run_kind', 'run_series']) {
      await runner.query(`DROP TABLE "${table}"`);
    }
    await runner.query(`DROP INDEX "run_by_series"`);
    await runner.query(`DROP INDEX "run_by_kind"`);
  }
}

const triggers = [
  ['run_inserted', 'INSERT'],
  ['run_updated', 'UPDATE'],
] as const;

async function createLists(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE TABLE "run_series" (
    "director" text NOT NULL,
    "job" text NOT NULL,
    "client" text NOT NULL,
    "status" text NOT NULL,
    "type" text NOT NULL,
    "level" text NOT NULL,
    "pool" text NOT NULL,
    CONSTRAINT "run_series_pkey" PRIMARY KEY ("director", "job", "client", "status", "type", "level", "pool")
  )`);
  await runner.query(`CREATE INDEX "run_series_client" ON "run_series" ("director", "client")`);
  await runner.query(`CREATE TABLE "run_kind" (
    "director" text NOT NULL,
    "status" text NOT NULL,
    "type" text NOT NULL,
    "level" text NOT NULL,
    "pool" text NOT NULL,
    CONSTRAINT "run_kind_pkey" PRIMARY KEY ("director", "status", "type", "level", "pool")
  )`);
  await runner.query(`CREATE TABLE "run_span" (
    "director" text NOT NULL,
    "hours" smallint NOT NULL,
    "starts_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "generation" integer NOT NULL,
    "low" integer NOT NULL,
    "high" integer NOT NULL,
    CONSTRAINT "run_span_pkey" PRIMARY KEY ("director", "hours", "starts_at", "generation")
  )`);
}

/** A million rows are read three times, and none of them is written. */
async function fillLists(runner: QueryRunner): Promise<void> {
  await runner.query(`INSERT INTO run_series
    SELECT DISTINCT director, job, coalesce(client, ''), status, type, level, coalesce(pool, '') FROM run`);
  await runner.query('INSERT INTO run_kind SELECT DISTINCT director, status, type, level, pool FROM run_series');
  await runner.query(`INSERT INTO run_span
    SELECT director, 1, date_trunc('hour', queued_at, 'UTC') AS at, generation, min(job_id), max(job_id)
    FROM run GROUP BY director, at, generation`);
  await runner.query(`INSERT INTO run_span
    SELECT director, 24, date_trunc('day', starts_at, 'UTC') AS at, generation, min(low), max(high)
    FROM run_span GROUP BY director, at, generation`);
}

/** By the database itself, so that nothing that writes a run can leave it out of a list. Nothing is ever taken away: lists hold at least what there is. */
const keepLists = `CREATE FUNCTION keep_run_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH series AS (
    INSERT INTO run_series
    SELECT DISTINCT w.director, w.job, coalesce(w.client, ''), w.status, w.type, w.level, coalesce(w.pool, '') FROM written w
    WHERE NOT EXISTS (SELECT FROM run_series s WHERE s.director = w.director AND s.job = w.job
      AND s.client = coalesce(w.client, '') AND s.status = w.status AND s.type = w.type AND s.level = w.level
      AND s.pool = coalesce(w.pool, ''))
    ON CONFLICT DO NOTHING RETURNING *
  )
  INSERT INTO run_kind SELECT DISTINCT director, status, type, level, pool FROM series ON CONFLICT DO NOTHING;
  INSERT INTO run_span AS known
  SELECT director, width, date_trunc(CASE width WHEN 1 THEN 'hour' ELSE 'day' END, queued_at, 'UTC') AS at, generation,
    min(job_id), max(job_id)
  FROM written CROSS JOIN unnest(ARRAY[1, 24]) AS width GROUP BY director, width, at, generation
  ORDER BY director, width, at, generation
  ON CONFLICT (director, hours, starts_at, generation) DO UPDATE
    SET low = least(known.low, excluded.low), high = greatest(known.high, excluded.high)
    WHERE known.low > excluded.low OR known.high < excluded.high;
  RETURN NULL;
END $$`;

async function createAcknowledgements(runner: QueryRunner): Promise<void> {
  const given = `"note" text NOT NULL,
    "by_kind" text NOT NULL,
    "by_id" text,
    "by_name" text NOT NULL,
    "at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
    "until" TIMESTAMP(3) WITH TIME ZONE`;
  await runner.query(`CREATE TABLE "run_acknowledgement" (
    "director" text NOT NULL,
    "unique_name" text NOT NULL,
    ${given},
    CONSTRAINT "run_acknowledgement_pkey" PRIMARY KEY ("director", "unique_name")
  )`);
  await runner.query(`CREATE TABLE "client_acknowledgement" (
    "director" text NOT NULL,
    "client" text NOT NULL,
    ${given},
    CONSTRAINT "client_acknowledgement_pkey" PRIMARY KEY ("director", "client")
  )`);
}
