import { type RunVolume } from '../../domain/run.js';
import { type CatalogConnection } from '../connection.js';
import { integerOf } from '../rows.js';

interface VolumeRow {
  readonly volume: string;
  readonly pool: string | null;
  readonly mediatype: string;
  readonly firstindex: number | null;
  readonly lastindex: number | null;
  readonly bytes: string;
}

/** The volumes of one run in the order of writing. */
export async function listRunVolumes(catalog: CatalogConnection, jobId: number): Promise<RunVolume[]> {
  const { segmentBytes } = await catalog.dialect();
  const rows = await catalog.rows<VolumeRow>(
    `SELECT m.volumename AS volume, p.name AS pool, m.mediatype,
       min(NULLIF(jm.firstindex, 0)) AS firstindex, max(jm.lastindex) AS lastindex,
       sum(${segmentBytes})::text AS bytes
     FROM jobmedia jm
     JOIN media m ON m.mediaid = jm.mediaid
     LEFT JOIN pool p ON p.poolid = m.poolid
     WHERE jm.jobid = $1::bigint
     GROUP BY m.mediaid, p.name
     ORDER BY min(jm.jobmediaid)
     LIMIT 10000`,
    [jobId],
  );
  return rows.map((row) => ({
    volume: row.volume,
    pool: row.pool,
    mediaType: row.mediatype,
    firstIndex: row.firstindex ?? 0,
    lastIndex: row.lastindex ?? 0,
    bytes: integerOf(row.bytes),
  }));
}
