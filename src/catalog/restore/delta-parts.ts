import { type CatalogConnection } from '../connection.js';
import { chainTables } from '../files/newest-versions.js';

const portionFiles = 1_000;

export interface DeltaPart {
  readonly jobid: number;
  readonly fileindex: number;
}

/**
 * A file record with a DeltaSeq above 0 holds only what changed since the one before it. Answers, for such records of the
 * chain, the older records of the same client that are read along with them: back to the last that was whole.
 */
export async function findDeltaParts(
  catalog: CatalogConnection,
  jobids: readonly number[],
  fileIds: readonly string[],
): Promise<DeltaPart[]> {
  const parts: DeltaPart[] = [];
  if (fileIds.length === 0) return parts;
  const { files } = await catalog.dialect();
  const sameFile = (run: string) => `SELECT r.jobid, r.fileindex, r.deltaseq, c.ord FROM chain c
    CROSS JOIN LATERAL (SELECT * FROM ${files} o
      WHERE o.jobid = c.jobid AND o.pathid = f.pathid AND o.namekey = f.namekey OFFSET 0) r
    WHERE c.clientid = newest.clientid AND c.ord < newest.ord AND ${run}`;
  const text = `
    WITH ${chainTables('$1')}
    SELECT part.jobid, part.fileindex
    FROM unnest($2::bigint[]) AS wanted(fileid)
    JOIN ${files} f ON f.fileid = wanted.fileid
    JOIN chain newest ON newest.jobid = f.jobid
    CROSS JOIN LATERAL (${sameFile('r.fileindex > 0 AND r.deltaseq < f.deltaseq')}) part
    WHERE NOT EXISTS (${sameFile('c.ord > part.ord AND (r.fileindex <= 0 OR r.deltaseq <= part.deltaseq)')})`;
  for (let from = 0; from < fileIds.length; from += portionFiles)
    parts.push(...(await catalog.rows<DeltaPart>(text, [jobids, fileIds.slice(from, from + portionFiles)])));
  return parts;
}
