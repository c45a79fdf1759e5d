import { isVolumeLost, type RunMedia } from '../../domain/restore-chain.js';
import { type CatalogConnection } from '../connection.js';
import { groupBy } from '../group-by.js';

interface MediaRow {
  readonly jobid: number;
  readonly mediaid: number;
  readonly volume: string | null;
  readonly status: string | null;
}

/** How a volume is called that runs name but the catalog has no record of. */
export function nameOfUnknownVolume(mediaId: number): string {
  return `MediaId ${mediaId}`;
}

/** The volumes of each run. Whether the file or tape itself is at hand the catalog does not know, only the volume's status. */
export async function findRunMedia(
  catalog: CatalogConnection,
  jobIds: readonly number[],
): Promise<ReadonlyMap<number, RunMedia>> {
  const rows = await catalog.rows<MediaRow>(
    `SELECT used.jobid, used.mediaid, m.volumename AS volume, m.volstatus AS status
     FROM (SELECT DISTINCT jobid, mediaid FROM jobmedia WHERE jobid = ANY ($1::bigint[])) used
     LEFT JOIN media m ON m.mediaid = used.mediaid
     ORDER BY used.jobid, used.mediaid`,
    [jobIds],
  );
  const media = new Map<number, RunMedia>();
  for (const [jobId, own] of groupBy(rows, (row) => row.jobid)) {
    const volumes = own.map((row) => ({
      volume: row.volume ?? nameOfUnknownVolume(row.mediaid),
      status: row.status ?? 'Missing',
    }));
    media.set(jobId, { jobId, volumes: own.length, unavailable: volumes.filter(({ status }) => isVolumeLost(status)) });
  }
  return media;
}
