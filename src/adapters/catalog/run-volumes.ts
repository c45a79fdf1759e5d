import { type RunVolume } from '../../domain/run.js';
import { type CatalogConnection } from './catalog-connection.js';
import { integerOf } from './sql-values.js';

interface VolumeRow {
  readonly volume: string;
  readonly pool: string | null;
  readonly mediatype: string;
  readonly firstindex: number | null;
  readonly lastindex: number | null;
  readonly bytes: string;
}

/**
 * The volumes of one run in the order of writing. The addresses of a volume that is a file are 64 bits, split into two
 * columns; those of a tape count marks and blocks and tell no bytes.
 */
export async function listRunVolumes(catalog: CatalogConnection, jobId: number): Promise<RunVolume[]> {
  const rows = await catalog.rows<VolumeRow>(
    `SELECT m.volumename AS volume, p.name AS pool, m.mediatype,
       min(NULLIF(jm.firstindex, 0)) AS firstindex, max(jm.lastindex) AS lastindex,
       sum(CASE WHEN m.voltype = 1 THEN
         greatest(0, (jm.endfile * 4294967296 + jm.endblock) - (jm.startfile * 4294967296 + jm.startblock) + 1)
         ELSE 0 END)::text AS bytes
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
