import { levelOfLetter } from '../../domain/job.js';
import { type ChainRun, lostMediaStatuses, byDataTime } from '../../domain/restore-chain.js';
import { type CatalogConnection } from '../connection.js';
import { integerOf } from '../rows.js';
import {
  type KeptRun,
  type KeptRunChoice,
  type RetainedRuns,
  type RunName,
  type ResolvedChain,
} from '../../domain/catalog.port.js';

/** It ended well; `j` is the job. Even so it may have read nothing of what it was to save. */
const endedWell = "j.jobstatus IN ('T', 'W')";

/** It read no file and ended with errors or warnings: all its includes may have been unreadable. */
export const readNoFile = "(COALESCE(j.jobfiles, 0) = 0 AND (j.jobstatus = 'W' OR COALESCE(j.joberrors, 0) > 0))";

/** What counts as good in a catalog. The console's own record has the same rule in `is_good_backup`. */
export const isGoodRun = `${endedWell} AND NOT ${readNoFile}`;

/**
 * What the embedded Director builds upon. An Incremental that read no file hides none and may know of deletions; a Full or
 * Differential would hide all that was saved before it.
 */
export const isChainRun = `${endedWell} AND (j.level = 'I' OR NOT ${readNoFile})`;

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

type KeptRow = [
  jobId: number,
  isKept: boolean,
  uniqueName: string,
  client: string | null,
  fileset: string | null,
  level: string,
  dataTime: string | null,
];

/** Walks the primary key, so that a look costs the same wherever it is. */
export async function listKeptRuns(catalog: CatalogConnection, choice: KeptRunChoice): Promise<RetainedRuns> {
  // Not asked of a catalog that is not known to be one: an empty answer must mean that no run is there.
  await catalog.dialect();
  const some = '(SELECT * FROM job WHERE jobid = ANY ($1::bigint[]))';
  const window = '(SELECT * FROM job WHERE jobid < $1::bigint ORDER BY jobid DESC LIMIT $2)';
  const newest = '(SELECT * FROM job ORDER BY jobid DESC LIMIT $1)';
  if ('ids' in choice) return { runs: keptOf(await read(catalog, some, [choice.ids])), from: null };
  const { below, limit } = choice;
  const rows = await (below === null ? read(catalog, newest, [limit]) : read(catalog, window, [below, limit]));
  return { runs: keptOf(rows), from: rows.length < limit ? null : (rows.at(-1)?.[0] ?? null) };
}

function read(catalog: CatalogConnection, from: string, values: readonly unknown[]): Promise<KeptRow[]> {
  return catalog.arrays<KeptRow>(
    `SELECT j.jobid, (${isRestorable} AND ${isUnpurged}) IS TRUE, j.job, c.name, fs.fileset, j.level, j.jobtdate
     FROM ${from} j
     LEFT JOIN client c ON c.clientid = j.clientid
     LEFT JOIN fileset fs ON fs.filesetid = j.filesetid
     ORDER BY j.jobid DESC`,
    values,
  );
}

function keptOf(rows: readonly KeptRow[]): KeptRun[] {
  const runs: KeptRun[] = [];
  for (const [jobId, isKept, uniqueName, client, fileset, level, dataTime] of rows) {
    if (!isKept) continue;
    const isFull = level === 'F' || level === 'f';
    runs.push({
      jobId,
      uniqueName,
      client: client ?? '',
      fileset: fileset ?? '',
      isFull,
      dataTime: integerOf(dataTime),
    });
  }
  return runs;
}

/** In one statement. */
const portionRuns = 5_000;

const lostStatuses = lostMediaStatuses.map((status) => `'${status}'`).join(', ');
const media = 'SELECT FROM jobmedia m LEFT JOIN media v ON v.mediaid = m.mediaid WHERE m.jobid = j.jobid';
/**
 * What is left of a run whose records were purged may be a part: then its segments do not reach from the first file to the last.
 * Where file records alone were purged, as Bacula does after the time of their own retention, the Director still restores the whole run.
 */
const isCut = `(COALESCE(j.purgedfiles, 0) <> 0 AND NOT COALESCE((SELECT min(m.firstindex) <= 1 AND max(m.lastindex) >= j.jobfiles
  FROM jobmedia m WHERE m.jobid = j.jobid), false))`;
/** A run without files needs no volume. */
const isGone = `(COALESCE(j.jobfiles, 0) > 0 AND (NOT EXISTS (${media})
  OR EXISTS (${media} AND (v.mediaid IS NULL OR v.volstatus IN (${lostStatuses}))) OR ${isCut}))`;

/** By the primary key and the index on segments: it costs as much as runs are asked about, however long the history is. */
export async function lostRuns(catalog: CatalogConnection, runs: readonly RunName[]): Promise<readonly number[]> {
  // Not asked of a catalog that is not known to be one: what it does not have would be lost.
  await catalog.dialect();
  const lost: number[] = [];
  for (let from = 0; from < runs.length; from += portionRuns) {
    const portion = runs.slice(from, from + portionRuns);
    const rows = await catalog.arrays<[number]>(
      `SELECT w.jobid::integer FROM unnest($1::bigint[], $2::text[]) w(jobid, name)
       LEFT JOIN job j ON j.jobid = w.jobid AND (w.name IS NULL OR j.job = w.name)
       WHERE j.jobid IS NULL OR ${isGone}`,
      [portion.map(({ jobId }) => jobId), portion.map(({ uniqueName }) => comparable(uniqueName))],
    );
    for (const [jobId] of rows) lost.push(jobId);
  }
  if (lost.length === 0) return lost;
  const replaced = await replacedAmong(catalog, lost);
  return lost.filter((jobId) => !replaced.has(jobId));
}

/** Catalogs hold names as bytes, which are not always what is shown of them. */
function comparable(uniqueName: string): string | null {
  return /^[\x20-\x7e]+$/.test(uniqueName) ? uniqueName : null;
}

/** A copy becomes the backup itself when its original is forgotten; a migrated run is continued by another. */
async function replacedAmong(catalog: CatalogConnection, jobIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await catalog.arrays<[number]>(
    `SELECT DISTINCT j.priorjobid FROM job j
     WHERE j.priorjobid = ANY ($1::bigint[]) AND j.type IN ('B', 'C') AND ${isGoodRun} AND NOT ${isGone}`,
    [jobIds],
  );
  return new Set(rows.map(([jobId]) => jobId));
}

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
