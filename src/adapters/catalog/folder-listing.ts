import { type CatalogEntry, type ResolvedChain } from '../../domain/catalog.port.js';
import { sliceOf, type PageKey, type PageRequest, type Slice } from '../../domain/page.js';
import { type RawPath } from '../../domain/raw-path.js';
import { countByReading } from '../../domain/bounded-count.js';
import { type CatalogConnection } from './catalog-connection.js';
import { canBeRecorded, rawText, withFinalSlash } from './entry-rows.js';
import { findFilesOfFolder } from './folder-files.js';
import { findFoldersOfFolder } from './folder-folders.js';
import { type PlacedEntry } from './folder-place.js';
import { bytesAt, numberAt, textAt } from './sql-values.js';

/** Merges one folder over the chain. Pages are full but for the last, whatever was deleted. null: the roots. */
export async function listFolder(
  catalog: CatalogConnection,
  chain: ResolvedChain,
  folder: RawPath | null,
  page: PageRequest,
): Promise<Slice<CatalogEntry>> {
  const pathId = folder === null ? null : await findPathId(catalog, folder);
  if (pathId === undefined || chain.jobids.length === 0) {
    return page.count === true
      ? { items: [], next: null, total: { value: 0, exact: true } }
      : { items: [], next: null };
  }
  const read = (part: PageRequest) => readPage(catalog, chain.jobids, pathId, part);
  const slice = await read(page);
  return page.count === true ? { ...slice, total: await countByReading(read) } : slice;
}

async function findPathId(catalog: CatalogConnection, folder: RawPath): Promise<string | undefined> {
  if (!canBeRecorded(folder)) return undefined;
  const [row] = await catalog.rows<{ pathid: string }>(
    `SELECT pathid::text AS pathid FROM path WHERE path = ${rawText('$1::bytea')}`,
    [withFinalSlash(folder.bytes)],
  );
  return row?.pathid;
}

async function readPage(
  catalog: CatalogConnection,
  jobids: readonly number[],
  pathId: string | null,
  page: PageRequest,
): Promise<Slice<CatalogEntry>> {
  const wanted = page.limit + 1;
  const isInFiles = page.after !== undefined && textAt(page.after, 0) === 'file';
  const place = page.after && { name: bytesAt(page.after, 1), clientId: numberAt(page.after, 2) };
  const folders = isInFiles ? [] : await findFoldersOfFolder(catalog, jobids, pathId, place, wanted);
  const left = wanted - folders.length;
  const filePlace = isInFiles ? place : undefined;
  const files = left > 0 && pathId !== null ? await findFilesOfFolder(catalog, jobids, pathId, filePlace, left) : [];
  const keyed = [
    ...folders.map((placed) => ({ entry: placed.entry, key: keyOf('folder', placed) })),
    ...files.map((placed) => ({ entry: placed.entry, key: keyOf('file', placed) })),
  ];
  const slice = sliceOf(keyed, page.limit, ({ key }) => key);
  return { items: slice.items.map(({ entry }) => entry), next: slice.next };
}

function keyOf(kind: 'folder' | 'file', placed: PlacedEntry): PageKey {
  return [kind, placed.name.toString('base64url'), placed.clientId];
}
