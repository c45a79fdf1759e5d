import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Ends of runs are counted once, where they are written, for no scrape can read a million runs. */
export class CountEndsOfRuns1763700035000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE run_tally (
      director text NOT NULL, type text NOT NULL, level text NOT NULL, status text NOT NULL, up_to integer NOT NULL,
      runs bigint NOT NULL, seconds bigint NOT NULL,
      CONSTRAINT run_tally_pkey PRIMARY KEY (director, type, level, status, up_to)
    )`);
    await runner.query(`CREATE TABLE run_success (
      director text NOT NULL, client text NOT NULL, job text NOT NULL, level text NOT NULL,
      ended_at timestamptz(3) NOT NULL,
      CONSTRAINT run_success_pkey PRIMARY KEY (director, client, job, level)
    )`);
    await runner.query(tally('SELECT * FROM run WHERE ended'));
    await runner.query(success('SELECT * FROM run WHERE ended', endedWell));
    await writeTallies(runner, endedWell);
    await countHereafter(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER run_tally_insert ON run');
    await runner.query('DROP TRIGGER run_tally_update ON run');
    await runner.query('DROP FUNCTION tally_inserted_runs');
    await runner.query('DROP FUNCTION tally_updated_runs');
    await runner.query('DROP TABLE run_tally, run_success');
  }
}

const bounds = '10, 30, 60, 300, 600, 1800, 3600, 7200, 14400, 28800, 57600, 86400';
/** Bounds below the duration, by whole seconds: each bucket holds its own bound. */
const shorter = `width_bucket(r.seconds - 1, ARRAY[${bounds}]::bigint[])`;

/** A run that had ended before the Director was first read is history: it would look as if all of it happened at that moment. Catalogs keep whole seconds. */
function tally(ended: string): string {
  return `INSERT INTO run_tally (director, type, level, status, up_to, runs, seconds)
    SELECT r.director, r.type, r.level, r.status,
      CASE WHEN r.seconds IS NULL THEN -1
        ELSE (ARRAY[${bounds}, 2147483647])[${shorter} + 1] END,
      count(*), COALESCE(sum(r.seconds), 0)
    FROM (SELECT *, CASE WHEN started_at IS NOT NULL AND ended_at IS NOT NULL
        THEN GREATEST(0, round(date_part('epoch', ended_at - started_at)))::bigint END AS seconds FROM (${ended}) e) r
    JOIN run_feed f ON f.director = r.director AND date_trunc('second', f.baseline_at) <= COALESCE(r.ended_at, r.lost_at, now())
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (director, type, level, status, up_to)
      DO UPDATE SET runs = run_tally.runs + excluded.runs, seconds = run_tally.seconds + excluded.seconds`;
}

/** By the columns of a row of `run`, or of the one that is named. */
export type RowCondition = (row?: string) => string;

export const endedWell: RowCondition = (row = '') => `${row}status IN ('completed', 'warning')`;

function success(ended: string, isGood: RowCondition): string {
  return `INSERT INTO run_success (director, client, job, level, ended_at)
    SELECT director, client, job, level, newest.ended_at
    FROM (SELECT director, client, job, level, max(ended_at) AS ended_at FROM (${ended}) r
      WHERE type = 'Backup' AND ${isGood()} AND client IS NOT NULL AND ended_at IS NOT NULL
      GROUP BY 1, 2, 3, 4) newest
    LEFT JOIN run_success known USING (director, client, job, level)
    WHERE known.ended_at IS NULL OR newest.ended_at > known.ended_at
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (director, client, job, level) DO UPDATE SET ended_at = excluded.ended_at
      WHERE excluded.ended_at > run_success.ended_at`;
}

/** The functions of the triggers. A later migration has another rule for what a good backup is, and writes them again. */
export async function writeTallies(runner: QueryRunner, isGood: RowCondition): Promise<void> {
  const inserted = 'SELECT * FROM fresh WHERE ended';
  const updated = `SELECT fresh.* FROM fresh JOIN stale USING (director, unique_name)
    WHERE fresh.ended AND (NOT stale.ended OR stale.status <> fresh.status)`;
  const improved = `${updated.slice(0, -1)} OR ${isGood('stale.')} <> ${isGood('fresh.')})`;
  for (const [name, ended, succeeded] of [
    ['tally_inserted_runs', inserted, inserted],
    ['tally_updated_runs', updated, improved],
  ] as const) {
    await runner.query(`CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${tally(ended)};
        ${success(succeeded, isGood)};
        RETURN NULL;
      END $$`);
  }
}

/** Once a statement, not once a row: a history of a million is put on record in portions of thousands. */
async function countHereafter(runner: QueryRunner): Promise<void> {
  await runner.query(`CREATE TRIGGER run_tally_insert AFTER INSERT ON run REFERENCING NEW TABLE AS fresh
    FOR EACH STATEMENT EXECUTE FUNCTION tally_inserted_runs()`);
  await runner.query(`CREATE TRIGGER run_tally_update AFTER UPDATE ON run
    REFERENCING NEW TABLE AS fresh OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION tally_updated_runs()`);
}
