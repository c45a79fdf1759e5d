import { type CatalogEntry, type ResolvedChain } from '../../domain/catalog.port.js';
import { sliceOf, type PageKey, type PageRequest, type Slice } from '../../domain/pagination.js';
import { type RawPath } from '../../domain/raw-path.js';
import { countByReading } from '../../domain/bounded-count.js';
import { type CatalogConnection } from '../connection.js';
import { canBeRecorded, rawText, withFinalSlash } from '../entry-rows.js';
import { findFilesOfFolder } from './folder-files.js';
import { findFoldersOfFolder } from './folder-folders.js';
import { type Folder, type PlacedEntry } from './folder-place.js';
import { bytesAt, numberAt, textAt } from '../rows.js';

/** Merges one folder over the chain. Pages are full but for the last, whatever was deleted. null: the roots. */
export async function listFolder(
  catalog: CatalogConnection,
  chain: ResolvedChain,
  folder: RawPath | null,
  page: PageRequest,
): Promise<Slice<CatalogEntry>> {
  const found = folder === null ? null : await findFolder(catalog, folder);
  if (found === undefined || chain.jobids.length === 0) {
    return page.count === true
      ? { items: [], next: null, total: { value: 0, exact: true } }
      : { items: [], next: null };
  }
  const read = (part: PageRequest) => readPage(catalog, chain.jobids, found, part);
  const slice = await read(page);
  return page.count === true ? { ...slice, total: await countByReading(read) } : slice;
}

async function findFolder(catalog: CatalogConnection, folder: RawPath): Promise<Folder | undefined> {
  if (!canBeRecorded(folder)) return undefined;
  const path = withFinalSlash(folder.bytes);
  const [row] = await catalog.rows<{ pathid: string }>(
    `SELECT pathid::text AS pathid FROM path WHERE path = ${rawText('$1::bytea')}`,
    [path],
    'path_of_folder',
  );
  return row && { pathId: row.pathid, path };
}

const noEntries: readonly PlacedEntry[] = [];

async function readPage(
  catalog: CatalogConnection,
  jobids: readonly number[],
  folder: Folder | null,
  page: PageRequest,
): Promise<Slice<CatalogEntry>> {
  const wanted = page.limit + 1;
  const isInFiles = page.after !== undefined && textAt(page.after, 0) === 'file';
  const place = page.after && { name: bytesAt(page.after, 1), clientId: numberAt(page.after, 2) };
  const filesOf = (most: number): Promise<PlacedEntry[]> =>
    folder === null || most === 0
      ? Promise.resolve([])
      : findFilesOfFolder(catalog, jobids, folder, isInFiles ? place : undefined, most);
  // Few folders have more subfolders than a page: the files of the first are read beside them, where that needs no sorting of all.
  const isEarly = page.after === undefined && (await catalog.dialect()).names.sortAsNames;
  const [folders, ahead] = await Promise.all([
    isInFiles ? noEntries : findFoldersOfFolder(catalog, jobids, folder?.pathId ?? null, place, wanted),
    isEarly ? filesOf(wanted) : null,
  ]);
  const files = ahead ?? (await filesOf(wanted - folders.length));
  const slice = sliceOf([...folders, ...files], page.limit, (last) =>
    keyOf(folders.includes(last) ? 'folder' : 'file', last),
  );
  return { items: slice.items.map(({ entry }) => entry), next: slice.next };
}

function keyOf(kind: 'folder' | 'file', placed: PlacedEntry): PageKey {
  return [kind, placed.name.toString('base64url'), placed.clientId];
}
