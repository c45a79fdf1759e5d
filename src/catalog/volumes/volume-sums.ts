import { type VolumeSum } from '../../domain/catalog.port.js';
import { type CatalogConnection } from '../connection.js';
import { integerOf } from '../rows.js';

/** Far more than any installation has pools and words for how a volume stands. */
const mostSums = 10_000;

/** One pass over the volumes, of which even large catalogs have some ten thousand. */
export async function sumVolumes(catalog: CatalogConnection): Promise<VolumeSum[]> {
  const rows = await catalog.rows<{ pool: string | null; status: string; volumes: string; bytes: string }>(
    `SELECT p.name AS pool, m.volstatus AS status, count(*)::text AS volumes, COALESCE(sum(m.volbytes), 0)::text AS bytes
     FROM media m LEFT JOIN pool p ON p.poolid = m.poolid
     GROUP BY p.name, m.volstatus ORDER BY p.name, m.volstatus LIMIT ${mostSums}`,
    [],
  );
  return rows.map(({ pool, status, volumes, bytes }) => ({
    pool,
    status,
    volumes: integerOf(volumes),
    bytes: integerOf(bytes),
  }));
}
