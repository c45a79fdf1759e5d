import { type ResolvedChain } from '../../domain/catalog.port.js';
import { byDataTime } from '../../domain/restore-chain.js';
import { type CatalogConnection } from '../connection.js';
import {
  backupColumns,
  backupOf,
  findBaseJobs,
  isRestorable,
  isUnpurged,
  type Backup,
  type BackupRow,
} from './retained-runs.js';

interface OwnedBackup extends Backup {
  readonly client: string;
  readonly isPrepared: boolean;
}

/** Which of the asked runs can be read, oldest data first, with the base jobs that they lean on. */
export async function resolveChain(catalog: CatalogConnection, jobids: readonly number[]): Promise<ResolvedChain> {
  const asked = [...new Set(jobids)];
  const found = await findBackups(catalog, asked);
  const bases = await findBaseJobs(
    catalog,
    found.filter((run) => run.hasBase).map((run) => run.jobId),
  );
  const added = [...new Set([...bases.values()].flat())].filter((id) => !found.some((run) => run.jobId === id));
  const all = [...found, ...(await findBackups(catalog, added))].sort(byDataTime);
  const here = new Set(all.map((run) => run.jobId));
  return {
    jobids: all.map((run) => run.jobId),
    missingJobids: asked.filter((id) => !here.has(id)).sort((a, b) => a - b),
    unpreparedJobids: all.filter((run) => !run.isPrepared).map((run) => run.jobId),
    clients: sortedNames(all.map((run) => run.client)),
    filesets: sortedNames(all.map((run) => run.fileset)),
  };
}

function sortedNames(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

async function findBackups(catalog: CatalogConnection, jobids: readonly number[]): Promise<OwnedBackup[]> {
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
