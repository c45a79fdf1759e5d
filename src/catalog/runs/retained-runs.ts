import { levelOfLetter } from '../../domain/job.js';
import { type ChainRun } from '../../domain/restore-chain.js';
import { type CatalogConnection } from '../connection.js';
import { endedWell, isGoodRun, readNoFile } from './good-runs.js';
import { integerOf } from '../rows.js';

/** A run whose files can be restored ended well; `j` is the job. */
export const isRestorable = `j.type = 'B' AND ${endedWell}`;
/** It also counts: it is a point of its own, and others may build upon it. */
export const isGoodBackup = `j.type = 'B' AND ${isGoodRun}`;
/** Spelt so that the planner knows from its statistics that nearly all runs are unpurged. */
export const isUnpurged = '(j.purgedfiles = 0 OR j.purgedfiles IS NULL)';
/** Base jobs are no points of their own. */
export const isPointLevel = "j.level IN ('F', 'D', 'I', 'f')";

export interface BackupRow {
  readonly jobid: number;
  readonly level: string;
  readonly jobtdate: string | null;
  readonly purgedfiles: number | null;
  readonly hasbase: number | null;
  readonly fileset: string | null;
  readonly jobfiles: number | null;
  readonly jobbytes: string | null;
  readonly readnofile: boolean;
}

export const backupColumns = `j.jobid, j.level, j.jobtdate, j.purgedfiles, j.hasbase, fs.fileset, j.jobfiles, j.jobbytes,
  ${readNoFile} AS readnofile`;

export interface Backup extends ChainRun {
  readonly fileset: string;
  readonly files: number;
  readonly bytes: number;
  readonly hasBase: boolean;
}

export function backupOf(row: BackupRow): Backup {
  return {
    jobId: row.jobid,
    level: levelOfLetter(row.level),
    dataTime: integerOf(row.jobtdate),
    isPurged: (row.purgedfiles ?? 0) !== 0,
    hasReadNoFile: row.readnofile,
    fileset: row.fileset ?? '',
    files: integerOf(row.jobfiles),
    bytes: integerOf(row.jobbytes),
    hasBase: (row.hasbase ?? 0) !== 0,
  };
}

/** For each of the runs the base jobs that hold files of it, if those can still be read. Runs without any are absent. */
export async function findBaseJobs(
  catalog: CatalogConnection,
  jobIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const bases = new Map<number, number[]>();
  if (jobIds.length === 0) return bases;
  const rows = await catalog.rows<{ jobid: number; basejobid: number }>(
    `SELECT b.jobid, b.basejobid
     FROM (SELECT DISTINCT jobid, basejobid FROM basefiles WHERE jobid = ANY ($1::bigint[])) b
     JOIN job j ON j.jobid = b.basejobid
     WHERE ${isRestorable} AND ${isUnpurged}
     ORDER BY j.jobtdate, j.jobid`,
    [jobIds],
  );
  for (const row of rows) bases.set(row.jobid, [...(bases.get(row.jobid) ?? []), row.basejobid]);
  return bases;
}
