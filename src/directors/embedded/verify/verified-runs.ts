import { type ClientBase, type Pool } from 'pg';
import { catalogTime } from '../catalog-connection.js';

/** A backup to be verified. */
export interface UnverifiedRun {
  readonly jobId: number;
  readonly job: string;
}

/** The result of reading one backup. */
export interface VerifyResult {
  readonly jobId: number;
  readonly verifyJobId: number;
  readonly at: Date;
  readonly differences: number;
  /** Of a verify that was canceled within this backup: what is known of it stays. */
  readonly isPartial: boolean;
}

/** A retained backup whose newest verify found differences. */
export interface DifferingRun extends UnverifiedRun {
  readonly differences: number;
}

/** What is known of all retained backups by their newest verifies. */
export interface VerifiedBackups {
  readonly runs: number;
  /** Of the newest verify; null: none was verified. */
  readonly lastAt: Date | null;
  readonly differing: readonly DifferingRun[];
}

const isRetained = 'j.purgedfiles = 0';

/** Those of these backups that have files and are still retained; the longest unverified first, so that a time limit reaches all in turn. */
export async function listUnverified(
  catalog: ClientBase,
  jobids: readonly number[],
): Promise<readonly UnverifiedRun[]> {
  const { rows } = await catalog.query<UnverifiedRun>(
    `SELECT j.jobid AS "jobId", j.name AS job FROM job j LEFT JOIN backup_console_verified v USING (jobid)
     WHERE j.jobid = ANY ($1::int[]) AND ${isRetained} AND j.jobfiles > 0 ORDER BY v.verifiedat NULLS FIRST, j.jobid`,
    [jobids],
  );
  return rows;
}

export async function isStillRetained(catalog: ClientBase, jobId: number): Promise<boolean> {
  const { rowCount } = await catalog.query(`SELECT 1 FROM job j WHERE j.jobid = $1 AND ${isRetained}`, [jobId]);
  return rowCount === 1;
}

export async function recordVerified(catalog: ClientBase, result: VerifyResult): Promise<void> {
  await catalog.query(
    `INSERT INTO backup_console_verified AS known (jobid, verifyjobid, verifiedat, differences)
     SELECT j.jobid, $2::int, $3::timestamp, $4::int FROM job j WHERE j.jobid = $1 AND ${isRetained}
     ON CONFLICT (jobid) DO UPDATE SET verifyjobid = excluded.verifyjobid, verifiedat = excluded.verifiedat,
       differences = CASE WHEN $5::boolean THEN GREATEST(known.differences, excluded.differences) ELSE excluded.differences END`,
    [result.jobId, result.verifyJobId, catalogTime(result.at), result.differences, result.isPartial],
  );
}

/** Of backups that have been purged or deleted since. */
export async function forgetVerified(catalog: ClientBase): Promise<void> {
  await catalog.query(
    `DELETE FROM backup_console_verified v WHERE NOT EXISTS (SELECT 1 FROM job j WHERE j.jobid = v.jobid AND ${isRetained})`,
  );
}

export async function verifiedBackups(catalog: Pool): Promise<VerifiedBackups> {
  const from = `FROM backup_console_verified v JOIN job j USING (jobid) WHERE ${isRetained}`;
  const sums = await catalog.query<{ runs: number; ms: number | null }>(
    `SELECT count(*)::int AS runs, date_part('epoch', max(v.verifiedat)) * 1000 AS ms ${from}`,
  );
  const { rows: differing } = await catalog.query<DifferingRun>(
    `SELECT j.jobid AS "jobId", j.name AS job, v.differences ${from} AND v.differences > 0 ORDER BY j.jobid`,
  );
  const { runs = 0, ms = null } = sums.rows[0] ?? {};
  return { runs, lastAt: ms === null ? null : new Date(ms), differing };
}
