import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { type RowCondition } from './1763700035000-count-ends-of-runs.js';

/** Keeps, for each backup job with its client and fileset, what its protection is decided from. */
export class ProtectJobs1763700080000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A million runs take longer than a statement of a running console may.
    await runner.query('SET LOCAL statement_timeout = 0');
    await runner.query(`CREATE TABLE job_outcome (
      director text NOT NULL, job text NOT NULL, client text NOT NULL, fileset text NOT NULL,
      good_at timestamptz(3), failed_at timestamptz(3),
      CONSTRAINT job_outcome_pkey PRIMARY KEY (director, job, client, fileset)
    )`);
    await runner.query(outcomes('SELECT * FROM run WHERE ended', endedWell));
    await writeOutcomes(runner, endedWell);
    await keepOutcomes(runner);
    await runner.query('CREATE SEQUENCE job_protection_revision');
    await runner.query(`CREATE TABLE job_protection (
      director text NOT NULL, job text NOT NULL, client text NOT NULL, fileset text NOT NULL,
      in_schedule boolean NOT NULL,
      first_seen_at timestamptz(3) NOT NULL,
      first_start_at timestamptz(3),
      interval_seconds integer,
      told_status text NOT NULL,
      told_good_at timestamptz(3),
      told_warn_seconds integer NOT NULL,
      told_crit_seconds integer NOT NULL,
      revision bigint NOT NULL,
      CONSTRAINT job_protection_pkey PRIMARY KEY (director, job, client, fileset)
    )`);
    await runner.query('CREATE INDEX job_protection_client ON job_protection (director, client)');
    // Statistics count by protection now: nothing asks for clients without a backup any more.
    await runner.query('DROP INDEX client_silence_unguarded');
    await runner.query(`CREATE TABLE job_threshold (
      director text NOT NULL, job text NOT NULL,
      warn_seconds integer, crit_seconds integer,
      updated_at timestamptz(3) NOT NULL,
      CONSTRAINT job_threshold_pkey PRIMARY KEY (director, job)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX client_silence_unguarded ON client_silence (director) WHERE enabled AND last_success_at IS NULL',
    );
    await runner.query('DROP TABLE job_threshold, job_protection');
    await runner.query('DROP SEQUENCE job_protection_revision');
    await runner.query('DROP TRIGGER job_outcome_insert ON run');
    await runner.query('DROP TRIGGER job_outcome_update ON run');
    await runner.query('DROP FUNCTION keep_outcomes_of_inserted_runs');
    await runner.query('DROP FUNCTION keep_outcomes_of_updated_runs');
    await runner.query('DROP TABLE job_outcome');
  }
}

export const endedWell: RowCondition = (row = '') => `${row}status_code IN ('T', 'W')`;
const isFailed = `type = 'Backup' AND status = 'error'`;

/** The newest of each kind; neither goes back when a run is pruned. */
function outcomes(ended: string, endedGood: RowCondition): string {
  const isGood = `reads_client AND ${endedGood()} AND ended_at IS NOT NULL`;
  return `INSERT INTO job_outcome (director, job, client, fileset, good_at, failed_at)
    SELECT director, job, client, COALESCE(fileset, ''), max(ended_at) FILTER (WHERE ${isGood}),
      max(COALESCE(ended_at, lost_at, queued_at)) FILTER (WHERE ${isFailed})
    FROM (${ended}) r WHERE client IS NOT NULL AND ((${isGood}) OR (${isFailed}))
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (director, job, client, fileset) DO UPDATE SET
      good_at = GREATEST(job_outcome.good_at, excluded.good_at),
      failed_at = GREATEST(job_outcome.failed_at, excluded.failed_at)
    WHERE (job_outcome.good_at, job_outcome.failed_at) IS DISTINCT FROM
      (GREATEST(job_outcome.good_at, excluded.good_at), GREATEST(job_outcome.failed_at, excluded.failed_at))`;
}

/** The functions of the triggers. A later migration has another rule for what a good backup is, and writes them again. */
export async function writeOutcomes(runner: QueryRunner, isGood: RowCondition): Promise<void> {
  const inserted = 'SELECT * FROM fresh WHERE ended';
  const updated = `SELECT fresh.* FROM fresh JOIN stale USING (director, unique_name)
    WHERE fresh.ended AND (stale.ended, stale.status, stale.ended_at, stale.reads_client, ${isGood('stale.')})
      IS DISTINCT FROM (fresh.ended, fresh.status, fresh.ended_at, fresh.reads_client, ${isGood('fresh.')})`;
  for (const [name, ended] of [
    ['keep_outcomes_of_inserted_runs', inserted],
    ['keep_outcomes_of_updated_runs', updated],
  ] as const) {
    await runner.query(`CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${outcomes(ended, isGood)};
        RETURN NULL;
      END $$`);
  }
}

/** Once a statement: a history of a million is written in portions of hundreds. */
async function keepOutcomes(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE TRIGGER job_outcome_insert AFTER INSERT ON run REFERENCING NEW TABLE AS fresh
    FOR EACH STATEMENT EXECUTE FUNCTION keep_outcomes_of_inserted_runs()`);
  await runner.query(`CREATE TRIGGER job_outcome_update AFTER UPDATE ON run
    REFERENCING NEW TABLE AS fresh OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION keep_outcomes_of_updated_runs()`);
}
