import { countLimit, totalOf } from '../../domain/bounded-count.js';
import { type PageRequest, type Slice, sliceOf } from '../../domain/pagination.js';
import { type VolumeShare } from '../../domain/volumes.js';
import { type CatalogConnection } from '../connection.js';
import { integerOf, numberAt } from '../rows.js';

type ShareRow = [jobId: number, bytes: string];

/** Runs that wrote on a volume, newest first, with what of each lies there. */
export async function listVolumeShares(
  catalog: CatalogConnection,
  mediaId: number,
  page: PageRequest,
): Promise<Slice<VolumeShare>> {
  const { segmentBytes } = await catalog.dialect();
  const beyond = page.after ? 'AND jm.jobid < $3::bigint' : '';
  const rows = await catalog.arrays<ShareRow>(
    `SELECT jm.jobid, sum(${segmentBytes})::text
     FROM jobmedia jm JOIN media m ON m.mediaid = jm.mediaid
     WHERE jm.mediaid = $1::bigint ${beyond} AND EXISTS (SELECT FROM job j WHERE j.jobid = jm.jobid)
     GROUP BY jm.jobid ORDER BY jm.jobid DESC LIMIT $2`,
    [mediaId, page.limit + 1, ...(page.after ? [numberAt(page.after, 0)] : [])],
  );
  const shares = rows.map((row) => ({ jobId: row[0], bytes: integerOf(row[1]) }));
  const total = page.count === true ? totalOf(await countShares(catalog, mediaId)) : undefined;
  return sliceOf(shares, page.limit, ({ jobId }) => [jobId], total);
}

async function countShares(catalog: CatalogConnection, mediaId: number): Promise<number> {
  const [row] = await catalog.rows<{ runs: string }>(
    `SELECT count(*) AS runs FROM (
       SELECT DISTINCT jm.jobid FROM jobmedia jm
       WHERE jm.mediaid = $1::bigint AND EXISTS (SELECT FROM job j WHERE j.jobid = jm.jobid) LIMIT ${countLimit + 1}) counted`,
    [mediaId],
  );
  return Number(row?.runs ?? 0);
}
