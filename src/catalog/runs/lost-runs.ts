import { type RunName } from '../../domain/catalog.port.js';
import { lostMediaStatuses } from '../../domain/restore-chain.js';
import { type CatalogConnection } from '../connection.js';
import { isGoodRun } from './good-runs.js';

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
