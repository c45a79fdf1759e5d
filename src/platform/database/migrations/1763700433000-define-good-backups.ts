import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { endedWell as byStatus, type RowCondition, writeTallies } from './1763700035000-count-ends-of-runs.js';
import { endedWell as byLetter, writeOutcomes } from './1763700080000-protect-jobs.js';

const isGoodBackup: RowCondition = (row = '') => `is_good_backup(${row}status_code, ${row}files, ${row}errors)`;

/** A backup that read no file and ended with warnings is no good one: all that it was to save may have been unreadable. */
export class DefineGoodBackups1763700433000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A million runs take longer than a statement of a running console may.
    await runner.query('SET LOCAL statement_timeout = 0');
    // One expression and not STRICT: PostgreSQL then puts it into the statement, where an index on it is found.
    await runner.query(`CREATE FUNCTION is_good_backup(status_code text, files bigint, errors bigint) RETURNS boolean
      LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT status_code IN ('T', 'W') AND (files > 0 OR (status_code = 'T' AND errors = 0)) $$`);
    await runner.query('DROP INDEX run_read_client');
    await runner.query(`CREATE INDEX run_read_client ON run (director, client, ended_at)
      WHERE reads_client AND ${isGoodBackup()} AND ended_at IS NOT NULL`);
    await writeTallies(runner, isGoodBackup);
    await writeOutcomes(runner, isGoodBackup);
    await correctSuccesses(runner);
    await correctOutcomes(runner);
    await correctSilences(runner);
  }

  /** What was corrected stays so: it goes forward again with the next run. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('SET LOCAL statement_timeout = 0');
    await writeOutcomes(runner, byLetter);
    await writeTallies(runner, byStatus);
    await runner.query('DROP INDEX run_read_client');
    await runner.query(`CREATE INDEX run_read_client ON run (director, client, ended_at)
      WHERE reads_client AND status_code IN ('T', 'W') AND ended_at IS NOT NULL`);
    await runner.query('DROP FUNCTION is_good_backup(text, bigint, bigint)');
  }
}

/** Ends of backups that counted and no longer do. Only what came from one of them is decided again: the rest may come from runs of which there is no record. */
const ends = `SELECT director, client, job, level, COALESCE(fileset, '') AS fileset, ended_at FROM run
  WHERE (type = 'Backup' OR reads_client) AND status = 'warning' AND NOT ${isGoodBackup()}
    AND client IS NOT NULL AND ended_at IS NOT NULL`;

const newest = (where: string): string =>
  `(SELECT max(run.ended_at) FROM run WHERE ${where} AND ${isGoodBackup('run.')} AND run.ended_at IS NOT NULL)`;

async function correctSuccesses(runner: QueryRunner): Promise<void> {
  await runner.query(`WITH counted AS (
      DELETE FROM run_success s USING (${ends}) e
      WHERE (s.director, s.client, s.job, s.level, s.ended_at) = (e.director, e.client, e.job, e.level, e.ended_at)
      RETURNING s.director, s.client, s.job, s.level),
    good AS (SELECT c.*, ${newest(`run.director = c.director AND run.client = c.client AND run.job = c.job
      AND run.level = c.level AND run.type = 'Backup'`)} AS ended_at FROM (SELECT DISTINCT * FROM counted) c)
    SELECT director, client, job, level, ended_at INTO TEMP corrected_success FROM good WHERE ended_at IS NOT NULL`);
  await runner.query('INSERT INTO run_success SELECT * FROM corrected_success');
  await runner.query('DROP TABLE corrected_success');
}

/** Whether what is good now can still be restored, the next look at the catalog notes again. */
async function correctOutcomes(runner: QueryRunner): Promise<void> {
  await runner.query(`UPDATE job_outcome o SET lost_good_at = NULL, kept_good_at = NULL,
      good_at = ${newest(`run.director = o.director AND run.client = o.client AND run.job = o.job
        AND COALESCE(run.fileset, '') = o.fileset AND run.reads_client`)}
    FROM (SELECT DISTINCT director, job, client, fileset, ended_at FROM (${ends}) e) e
    WHERE (o.director, o.job, o.client, o.fileset) = (e.director, e.job, e.client, e.fileset)
      AND e.ended_at IN (o.good_at, o.kept_good_at)`);
}

/** A client's last success never goes back by itself. What it means now, the monitor decides. */
async function correctSilences(runner: QueryRunner): Promise<void> {
  await runner.query(`UPDATE client_silence s SET due_at = '-infinity', revision = nextval('client_silence_revision'),
      last_success_at = ${newest('run.director = s.director AND run.client = s.client AND run.reads_client')}
    FROM (SELECT DISTINCT director, client, ended_at FROM (${ends}) e) e
    WHERE (s.director, s.client, s.last_success_at) = (e.director, e.client, e.ended_at)`);
}
