import { levelOfLetter } from '../../domain/job.js';
import { type ChainRun } from '../../domain/restore-chain.js';
import { type CatalogConnection } from '../connection.js';
import { integerOf } from '../rows.js';
import { isRestorable, isUnpurged, readNoFile } from '../runs/retained-runs.js';

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

interface OwnedBackup extends Backup {
  readonly client: string;
  readonly isPrepared: boolean;
}

export async function findBackups(catalog: CatalogConnection, jobids: readonly number[]): Promise<OwnedBackup[]> {
  if (jobids.length === 0) return [];
  const rows = await catalog.rows<BackupRow & { client: string | null; hascache: number | null }>(
    `SELECT ${backupColumns}, c.name AS client, j.hascache
     FROM job j
     LEFT JOIN client c ON c.clientid = j.clientid
     LEFT JOIN fileset fs ON fs.filesetid = j.filesetid
     WHERE j.jobid = ANY ($1::bigint[]) AND ${isRestorable} AND ${isUnpurged}`,
    [jobids],
    'chain_backups',
  );
  return rows.map((row) => Object.assign(backupOf(row), { client: row.client ?? '', isPrepared: row.hascache !== 0 }));
}
