import { type CatalogEntry, type ResolvedChain } from '../../domain/catalog.port.js';
import {
  type FoundEntry,
  type SearchQuery,
  type SearchReach,
  type WantedNames,
  wantedBy,
} from '../../domain/file-search.js';
import { type FileKey } from '../../domain/name-index.port.js';
import { namePattern } from '../../domain/name-pattern.js';
import { sliceOf, type PageKey, type PageRequest, type Slice } from '../../domain/pagination.js';
import { countByReading } from '../../domain/bounded-count.js';
import { type CatalogConnection } from '../connection.js';
import { firstPlace, type NameBatch, walkNames } from './chain-names.js';
import { entryOf } from '../entry-rows.js';
import { nameConditionOf } from './matching-names.js';
import { findNewestVersions, type NewestRow } from './newest-versions.js';
import { bytesAt, numberAt, textAt } from '../rows.js';

/** Names are fetched beyond the page, because some may be deleted or fail the exact test. */
const spareNames = 30;
const smallestBatch = 100;
/** After this time a page ends with what was found, and its cursor goes on from there. */
const readingTimeMs = 4_000;
/** Sort before and after each client: the places before and after all entries of a name. */
const beforeEveryClient = -1;
const afterEveryClient = 2 ** 31;

interface Found {
  readonly entry: CatalogEntry;
  readonly key: PageKey;
}

/**
 * Finds names over a chain without any index of names: each run's names come in the order of the catalog's own index,
 * are merged, and the scan stops as soon as a page is full. Answers in the order of (PathId, name's key, client).
 */
export async function searchFiles(
  catalog: CatalogConnection,
  chain: ResolvedChain,
  query: SearchQuery,
  page: PageRequest,
  reach: SearchReach = {},
): Promise<Slice<CatalogEntry>> {
  // No name holds a NUL, and PostgreSQL takes none.
  const canMatch = (reach.named ?? chain.jobids).length > 0 && !query.text.includes('\0');
  const read = (part: PageRequest) =>
    canMatch ? readPage(catalog, chain.jobids, query, part, reach) : Promise.resolve({ items: [], next: null });
  const slice = await read(page);
  return page.count === true ? { ...slice, total: await countByReading(read) } : slice;
}

/** The next names of some runs; more may come than match. */
export async function findNames(
  catalog: CatalogConnection,
  { jobids, query, after, folders }: WantedNames,
  limit: number,
): Promise<readonly FileKey[]> {
  if (jobids.length === 0 || query.text.includes('\0')) return [];
  const condition = await nameConditionOf(catalog, namePattern(query));
  const walk = { jobids, condition, batch: limit, ...(folders ? { folders } : {}) };
  const from = after === null ? firstPlace : { file: after, comparison: 'more' as const };
  for await (const { names } of walkNames(catalog, walk, from)) if (names.length > 0) return names;
  return [];
}

/** The newest version of each name over the chain's runs of one client. */
export async function findNewest(
  catalog: CatalogConnection,
  { jobids }: ResolvedChain,
  client: string,
  keys: readonly FileKey[],
  known: readonly number[],
  own?: readonly number[],
): Promise<readonly FoundEntry[]> {
  const rows = await findNewestVersions(catalog, jobids, keys, { client, known, ...(own ? { own } : {}) });
  return rows.map((row) => ({ position: row.position, entry: entryOf(row) }));
}

async function readPage(
  catalog: CatalogConnection,
  jobids: readonly number[],
  query: SearchQuery,
  page: PageRequest,
  reach: SearchReach,
): Promise<Slice<CatalogEntry>> {
  const until = performance.now() + readingTimeMs;
  const pattern = namePattern(query);
  const isWanted = wantedBy(query, pattern);
  const condition = await nameConditionOf(catalog, pattern);
  const batch = Math.max(page.limit + spareNames, smallestBatch);
  const { named = jobids, folders, known } = reach;
  const walk = { jobids: named, condition, batch, ...(folders ? { folders } : {}) };
  const from = page.after ? { file: fileKeyAt(page.after), comparison: 'atLeast' as const } : firstPlace;
  const found: Found[] = [];
  for await (const { names, next } of walkNames(catalog, walk, from)) {
    const rows = await findNewestVersions(catalog, jobids, names, known ? { known } : {});
    found.push(...foundOf(rows, names, page.after).filter(({ entry }) => isWanted(entry)));
    if (found.length > page.limit) break;
    if (next !== null && performance.now() > until) return { ...cut(found, page.limit), next: keyOfPlace(next) };
  }
  return cut(found, page.limit);
}

function cut(found: readonly Found[], limit: number): Slice<CatalogEntry> {
  const slice = sliceOf(found, limit, ({ key }) => key);
  return { items: slice.items.map(({ entry }) => entry), next: slice.next };
}

function keyOf(file: FileKey, clientId: number): PageKey {
  return [file.pathId, file.name.toString('base64url'), clientId];
}

function keyOfPlace({ file, comparison }: NonNullable<NameBatch['next']>): PageKey {
  return keyOf(file, comparison === 'more' ? afterEveryClient : beforeEveryClient);
}

function fileKeyAt(key: PageKey): FileKey {
  return { pathId: textAt(key, 0), name: bytesAt(key, 1) };
}

function foundOf(rows: readonly NewestRow[], names: readonly FileKey[], after: PageKey | undefined): Found[] {
  return rows.flatMap((row) => {
    const file = names[row.position];
    if (file === undefined || isAtOrBefore(file, row.clientid, after)) return [];
    return [{ entry: entryOf(row), key: keyOf(file, row.clientid) }];
  });
}

/** A page may end between two clients of one name; the next begins with that name again. */
function isAtOrBefore(file: FileKey, clientId: number, after: PageKey | undefined): boolean {
  if (after === undefined) return false;
  const { pathId, name } = fileKeyAt(after);
  return file.pathId === pathId && file.name.equals(name) && clientId <= numberAt(after, 2);
}
