import { type ResolvedChain } from '../../domain/catalog.port.js';
import { RawPath } from '../../domain/raw-path.js';
import { type CatalogConnection } from '../connection.js';
import { rawBytes } from '../entry-rows.js';
import { chainTables } from './newest-versions.js';

/** As long as a plan of the whole chain may take. */
const folderReadingTimeMs = 20_000;

/** Streams the path of every live file and link. Nothing is kept, so memory does not grow with the chain. */
export async function readPaths(
  catalog: CatalogConnection,
  { jobids }: ResolvedChain,
  take: (paths: readonly RawPath[]) => boolean,
): Promise<void> {
  if (jobids.length === 0) return;
  const { files, names } = await catalog.dialect();
  const text = `
    WITH ${chainTables('$1')}
    SELECT ${rawBytes('p.path')}, ${rawBytes(names.nameOf('f.namekey'))}
    FROM chain c JOIN ${files} f ON f.jobid = c.jobid JOIN path p ON p.pathid = f.pathid
    WHERE f.fileindex > 0 AND NOT EXISTS (
      SELECT 1 FROM chain later JOIN ${files} n ON n.jobid = later.jobid
      WHERE later.ord > 1 AND later.ord > c.ord AND later.clientid = c.clientid
        AND n.pathid = f.pathid AND n.namekey = f.namekey)`;
  await catalog.stream<[folder: Buffer, name: Buffer]>(text, [jobids], folderReadingTimeMs, (rows) =>
    take(rows.flatMap(([folder, name]) => (name.length === 0 ? [] : [RawPath.ofBytes(Buffer.concat([folder, name]))]))),
  );
}
