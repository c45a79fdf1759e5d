import { type CatalogEntry, type ResolvedChain, type SearchQuery } from '../../domain/catalog.port.js';
import { namePattern, type NamePattern } from '../../domain/name-pattern.js';
import { sliceOf, type PageKey, type PageRequest, type Slice } from '../../domain/page.js';
import { countByReading } from './bounded-count.js';
import { type CatalogConnection } from './catalog-connection.js';
import { entryOf, rawBytes, rawText } from './entry-rows.js';
import { nameConditionOf, type NameCondition } from './matching-names.js';
import { isFromPlaceOn } from './name-keys.js';
import { findNewestVersions, type FileKey, type NewestRow } from './newest-versions.js';
import { bytesAt, numberAt, SqlValues, textAt } from './sql-values.js';

/** Names are fetched beyond the page, because some may be deleted or fail the exact test. */
const spareNames = 30;
const smallestBatch = 100;
/** After this time a page ends with what was found, and its cursor goes on from there. */
const readingTimeMs = 4_000;
/** Sorts after each client: the place after all entries of a name. */
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
): Promise<Slice<CatalogEntry>> {
  // No name holds a NUL, and PostgreSQL takes none.
  const canMatch = chain.jobids.length > 0 && !query.text.includes('\0');
  const pattern = namePattern(query);
  const read = (part: PageRequest) =>
    canMatch ? readPage(catalog, chain.jobids, pattern, part) : Promise.resolve({ items: [], next: null });
  const slice = await read(page);
  return page.count === true ? { ...slice, total: await countByReading(read) } : slice;
}

async function readPage(
  catalog: CatalogConnection,
  jobids: readonly number[],
  pattern: NamePattern,
  page: PageRequest,
): Promise<Slice<CatalogEntry>> {
  const until = performance.now() + readingTimeMs;
  const batch = Math.max(page.limit + spareNames, smallestBatch);
  const found: Found[] = [];
  let from = page.after ? fileKeyAt(page.after) : { pathId: '0', name: Buffer.alloc(0) };
  let comparison: 'more' | 'atLeast' = 'atLeast';
  const condition = await nameConditionOf(catalog, pattern);
  for (;;) {
    const names = await findNames(catalog, jobids, condition, comparison, from, batch);
    const rows = await findNewestVersions(catalog, jobids, names);
    found.push(...matching(rows, names, pattern, page.after));
    const last = names.at(-1);
    if (found.length > page.limit || last === undefined || names.length < batch) return cut(found, page.limit);
    if (performance.now() > until) return { ...cut(found, page.limit), next: keyOf(last, afterEveryClient) };
    from = last;
    comparison = 'more';
  }
}

function cut(found: readonly Found[], limit: number): Slice<CatalogEntry> {
  const slice = sliceOf(found, limit, ({ key }) => key);
  return { items: slice.items.map(({ entry }) => entry), next: slice.next };
}

function keyOf(file: FileKey, clientId: number): PageKey {
  return [file.pathId, file.name.toString('base64url'), clientId];
}

function fileKeyAt(key: PageKey): FileKey {
  return { pathId: textAt(key, 0), name: bytesAt(key, 1) };
}

function matching(
  rows: readonly NewestRow[],
  names: readonly FileKey[],
  pattern: NamePattern,
  after: PageKey | undefined,
): Found[] {
  return rows.flatMap((row) => {
    const file = names[row.position];
    if (file === undefined || isAtOrBefore(file, row.clientid, after)) return [];
    const entry = entryOf(row);
    return pattern.matches(entry.path.name.toString('utf8')) ? [{ entry, key: keyOf(file, row.clientid) }] : [];
  });
}

/** A page may end between two clients of one name; the next begins with that name again. */
function isAtOrBefore(file: FileKey, clientId: number, after: PageKey | undefined): boolean {
  if (after === undefined) return false;
  const { pathId, name } = fileKeyAt(after);
  return file.pathId === pathId && file.name.equals(name) && clientId <= numberAt(after, 2);
}

/** The next names that match, of all runs. The inner selects touch indexed columns only, so no file record is read for them. */
async function findNames(
  catalog: CatalogConnection,
  jobids: readonly number[],
  condition: NameCondition,
  comparison: 'more' | 'atLeast',
  from: FileKey,
  batch: number,
): Promise<FileKey[]> {
  const { files, names } = await catalog.dialect();
  const sql = new SqlValues();
  const fromPath = `${sql.add(from.pathId)}::bigint`;
  const fromKey = names.keyOf(rawText(`${sql.add(from.name)}::bytea`));
  const isNext = isFromPlaceOn(names.order, comparison, fromPath, fromKey);
  const isHit = condition(sql);
  const limit = sql.add(batch);
  const order = `f.pathid, ${names.order.sorted('f.namekey')}`;
  const ofRun = (jobid: number) =>
    `(SELECT f.pathid, f.namekey FROM ${files} f
      WHERE f.jobid = ${sql.add(jobid)}::bigint AND ${isNext} AND ${isHit} ORDER BY ${order})`;
  const rows = await catalog.rows<{ pathid: string; name: Buffer }>(
    `SELECT f.pathid::text AS pathid, ${rawBytes(names.nameOf('f.namekey'))} AS name
     FROM (
       SELECT DISTINCT ON (f.pathid, f.namekey) f.pathid, f.namekey
       FROM (${jobids.map(ofRun).join(' UNION ALL ')}) f
       ORDER BY ${order} LIMIT ${limit}) f
     ORDER BY ${order}`,
    sql.values,
  );
  return rows.map((row) => ({ pathId: row.pathid, name: row.name }));
}
