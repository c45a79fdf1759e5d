import { type RawPath } from '../../domain/raw-path.js';
import { type CatalogConnection } from '../connection.js';
import { canBeRecorded, rawText } from '../entry-rows.js';

/** Numbers of the folder and of all below it, ascending; null where there are more than `limit`. Reads the index on Path alone. */
export async function findFolders(
  catalog: CatalogConnection,
  folder: RawPath,
  limit: number,
): Promise<readonly string[] | null> {
  if (!canBeRecorded(folder)) return [];
  const { pathOrder } = await catalog.dialect();
  const end = Buffer.from(folder.bytes);
  // A folder's path ends in a slash, so that the path with the byte behind it comes after all below.
  end[end.length - 1] = 0x30;
  const [from, to] = ['$1', '$2'].map((value) => rawText(`${value}::bytea`));
  const rows = await catalog.arrays<[string]>(
    `SELECT p.pathid::text FROM path p
     WHERE p.path ${pathOrder.atLeast} ${from} AND p.path ${pathOrder.less} ${to} LIMIT $3`,
    [folder.bytes, end, limit + 1],
  );
  return rows.length > limit ? null : rows.map(([id]) => id).sort((a, b) => Number(a) - Number(b));
}
