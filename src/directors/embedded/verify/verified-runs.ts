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
  /** Of a verify that was canceled within this backup: what is known of it stays, and it counts as not yet read. */
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

/** Stored as the verify of a backup that was not read to its end. */
const noVerify = 0;

/** These backups that have files and are still retained, in the order in which a verify reads them. */
const inOrder = {
  from: `FROM job j LEFT JOIN backup_console_verified v USING (jobid) LEFT JOIN backup_console_verify_attempt a USING (jobid)
     WHERE j.jobid = ANY ($1::int[]) AND ${isRetained} AND j.jobfiles > 0`,
  order: `ORDER BY GREATEST(CASE WHEN v.verifyjobid <> ${noVerify} THEN v.verifiedat END, a.attemptedat) NULLS FIRST, j.jobid`,
} as const;

/** The backup that was read longest ago comes first, so that a time limit reaches all in turn. */
export async function listUnverified(
  catalog: ClientBase,
  jobids: readonly number[],
): Promise<readonly UnverifiedRun[]> {
  const { rows } = await catalog.query<UnverifiedRun>(
    `SELECT j.jobid AS "jobId", j.name AS job ${inOrder.from} ${inOrder.order}`,
    [jobids],
  );
  return rows;
}

/** A backup that a verify did not read to its end. */
export interface UnfinishedRun extends UnverifiedRun {
  /** The verify began with it: it had all of the verify's time. */
  readonly wasFirst: boolean;
}

/** Those of these backups that this verify, which has ended, did not read to their end. */
export async function listUnfinished(
  catalog: Pool,
  verifyJobId: number,
  jobids: readonly number[],
): Promise<readonly UnfinishedRun[]> {
  const { rows } = await catalog.query<UnfinishedRun>(
    `SELECT j.jobid AS "jobId", j.name AS job, a.verifyjobid IS NOT DISTINCT FROM $2::int AS "wasFirst" ${inOrder.from}
       AND v.verifyjobid IS DISTINCT FROM $2::int ${inOrder.order}`,
    [jobids, verifyJobId],
  );
  return rows;
}

/**
 * Of the backup that a verify begins with, before it is read: if all of the verify's time is not enough, the next verify begins
 * with another one. One that was cut short behind others keeps its turn, and then has all of the time.
 */
export async function recordAttempt(
  catalog: ClientBase,
  { jobId, verifyJobId, at }: Pick<VerifyResult, 'jobId' | 'verifyJobId' | 'at'>,
): Promise<void> {
  await catalog.query(
    `INSERT INTO backup_console_verify_attempt (jobid, verifyjobid, attemptedat) VALUES ($1, $2, $3)
     ON CONFLICT (jobid) DO UPDATE SET verifyjobid = excluded.verifyjobid, attemptedat = excluded.attemptedat`,
    [jobId, verifyJobId, catalogTime(at)],
  );
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
    [
      result.jobId,
      result.isPartial ? noVerify : result.verifyJobId,
      catalogTime(result.at),
      result.differences,
      result.isPartial,
    ],
  );
}

/** Of backups that have been purged or deleted since. */
export async function forgetVerified(catalog: ClientBase): Promise<void> {
  for (const table of ['backup_console_verified', 'backup_console_verify_attempt']) {
    await catalog.query(
      `DELETE FROM ${table} v WHERE NOT EXISTS (SELECT 1 FROM job j WHERE j.jobid = v.jobid AND ${isRetained})`,
    );
  }
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
