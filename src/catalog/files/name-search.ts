import { isAscii, spellingsOf } from '../../domain/case-folding.js';
import { type CatalogEntry } from '../../domain/catalog-entry.js';
import { type FileKey, type SearchQuery, type SearchScope, wantedBy } from '../../domain/file-search.js';
import { escapedForExpression, namePattern, type NamePattern } from '../../domain/name-pattern.js';
import { type PageKey, type PageRequest, type Slice, sliceOf } from '../../domain/pagination.js';
import { type CatalogConnection } from '../connection.js';
import { type CatalogDialect, isFromPlaceOn } from '../dialect.js';
import { bytesAt, entryOf, numberAt, rawBytes, rawText, SqlParams, textAt } from '../rows.js';
import { findNewestVersions, type NewestRow } from './newest-versions.js';

/**
 * A name pattern as a coarse condition that PostgreSQL applies to raw bytes: it lets through everything that the exact
 * test of a decoded name does, and little more.
 */
interface NameMatch {
  readonly operator: '=' | 'ILIKE' | '~*';
  readonly operand: Buffer;
}

export function nameMatchOf({ characters, kind }: NamePattern): NameMatch {
  if (kind === 'exact') return { operator: '=', operand: Buffer.from(characters.join('')) };
  const isWhole = kind === 'whole';
  return characters.every(isAscii) ? likeMatch(characters, isWhole) : regexMatch(characters, isWhole);
}

/** ILIKE folds A–Z only in a catalog without encoding, which is all that a text of ASCII needs; it is faster than a regular expression. */
function likeMatch(characters: readonly string[], isWhole: boolean): NameMatch {
  const parts = characters.map((character) => {
    if (character === '*') return '%';
    // One character is one to four bytes here; the exact test counts characters.
    if (character === '?') return '_%';
    return /[%_\\]/.test(character) ? `\\${character}` : character;
  });
  const pattern = parts.join('');
  return { operator: 'ILIKE', operand: Buffer.from(isWhole ? pattern : `%${pattern}%`) };
}

const replacement = '\ufffd';

/** Bytes beyond ASCII have no letter case to PostgreSQL here, so each such letter becomes a choice of its spellings. */
function regexMatch(characters: readonly string[], isWhole: boolean): NameMatch {
  const parts = characters.map((character) => {
    if (character === '*') return '.*';
    if (character === '?' || character === replacement) return '.{1,4}';
    if (isAscii(character)) return escapedForExpression(character);
    return `(?:${spellingsOf(character).join('|')})`;
  });
  const pattern = parts.join('');
  return { operator: '~*', operand: Buffer.from(isWhole ? `^${pattern}$` : pattern) };
}

/** So many keys are worth being taken into the statement; a pattern that more names match is met often enough on the way. */
const keysLimit = 5_000;

/** Which file records a search looks for, as a condition on records `f`. */
type NameCondition = (sql: SqlParams) => string;

/**
 * Where the catalog keeps names in a table of their own, the matching ones are looked up there first, once: file records
 * are then compared by number. If too many match, each record's name is looked up as it comes.
 */
export async function nameConditionOf(catalog: CatalogConnection, pattern: NamePattern): Promise<NameCondition> {
  const dialect = await catalog.dialect();
  const match = nameMatchOf(pattern);
  const { operator } = match;
  const keys = dialect.names.areApart ? await findKeys(catalog, match) : undefined;
  return (sql) => {
    // As a sub-select it is converted once, not for each name.
    const operand = `(SELECT ${rawText(`${sql.add(match.operand)}::bytea`)})`;
    // "IS TRUE" keeps PostgreSQL from making a join of it, which would lose the order of the index.
    const isHit =
      keys === undefined
        ? `${dialect.names.nameOf('f.namekey')} ${operator} ${operand}`
        : `(f.namekey IN (SELECT unnest(${sql.add(keys)}::integer[]))) IS TRUE`;
    return nameCondition(dialect, isHit, operator, operand);
  };
}

/** A folder's record has no name of its own; its name is the last word of its path, which is looked up for such records only. */
function nameCondition({ names }: CatalogDialect, isHit: string, operator: string, operand: string): string {
  return `CASE WHEN f.namekey <> ${names.folder} THEN ${isHit}
    ELSE (SELECT ${lastWord('p.path')} ${operator} ${operand} FROM path p WHERE p.pathid = f.pathid) END`;
}

/** What a folder is called, of its path in SQL. */
export function lastWord(path: string): string {
  return `reverse(split_part(reverse(${path}), '/', 2))`;
}

async function findKeys(
  catalog: CatalogConnection,
  { operator, operand }: NameMatch,
): Promise<readonly number[] | undefined> {
  const rows = await catalog.rows<{ key: number }>(
    `SELECT filenameid AS key FROM filename WHERE name ${operator} (SELECT ${rawText('$1::bytea')}) LIMIT $2`,
    [operand, keysLimit + 1],
  );
  return rows.length > keysLimit ? undefined : rows.map((row) => row.key);
}

/** Where a walk over names goes on: at this name, or behind it. */
interface NamePosition {
  readonly file: FileKey;
  readonly comparison: 'more' | 'atLeast';
}

interface NameBatch {
  readonly names: readonly FileKey[];
  /** null: these were the last. */
  readonly next: NamePosition | null;
}

/** So many folders are looked into by one statement. */
const foldersAtOnce = 50;

const noName = Buffer.alloc(0);

export const firstPlace: NamePosition = { file: { pathId: '0', name: noName }, comparison: 'atLeast' };

interface NamePage {
  readonly jobids: readonly number[];
  readonly condition: NameCondition;
  /** Only in these folders, ascending. */
  readonly folders?: readonly string[];
  readonly batch: number;
}

/** The names of all runs that match, in the order of (PathId, name's key), from a place on. */
export async function* walkNames(
  catalog: CatalogConnection,
  walk: NamePage,
  from: NamePosition,
): AsyncGenerator<NameBatch> {
  let place: NamePosition | null = from;
  while (place !== null) {
    const batch: NameBatch = await readBatch(catalog, walk, place);
    yield batch;
    place = batch.next;
  }
}

async function readBatch(catalog: CatalogConnection, walk: NamePage, place: NamePosition): Promise<NameBatch> {
  const ahead = walk.folders?.filter((id) => Number(id) >= Number(place.file.pathId));
  if (ahead?.length === 0) return { names: [], next: null };
  const names = await findNamesInFolders(catalog, walk, place, ahead?.slice(0, foldersAtOnce));
  const last = names.at(-1);
  if (last !== undefined && names.length === walk.batch) return { names, next: { file: last, comparison: 'more' } };
  const folder = ahead?.[foldersAtOnce];
  const next = folder === undefined ? null : { file: { pathId: folder, name: noName }, comparison: 'atLeast' as const };
  return { names, next };
}

/** The inner selects touch indexed columns only, so no file record is read for them. */
async function findNamesInFolders(
  catalog: CatalogConnection,
  { jobids, condition, batch }: NamePage,
  { file, comparison }: NamePosition,
  folders: readonly string[] | undefined,
): Promise<FileKey[]> {
  const { files, names } = await catalog.dialect();
  const sql = new SqlParams();
  const fromPath = `${sql.add(file.pathId)}::bigint`;
  const fromKey = names.keyOf(rawText(`${sql.add(file.name)}::bytea`));
  const isNext = isFromPlaceOn(names.order, comparison, fromPath, fromKey);
  const isHit = condition(sql);
  const limit = sql.add(batch);
  const order = `f.pathid, ${names.order.sorted('f.namekey')}`;
  const inFolders = folders && `unnest(${sql.add(folders)}::bigint[]) folder(pathid) CROSS JOIN LATERAL`;
  const ofRun = (jobid: number) => {
    // A run has a name twice where its fileset names a folder twice: a limit on records would end before others' names do.
    const distinct = inFolders === undefined ? '' : 'DISTINCT';
    const records = `(SELECT ${distinct} f.pathid, f.namekey FROM ${files} f
      WHERE f.jobid = ${sql.add(jobid)}::bigint AND ${isNext} AND ${isHit}`;
    if (inFolders === undefined) return `${records} ORDER BY ${order})`;
    return `SELECT f.pathid, f.namekey FROM ${inFolders}
      ${records} AND f.pathid = folder.pathid ORDER BY ${order} LIMIT ${limit}) f`;
  };
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

export async function readSearchPage(
  catalog: CatalogConnection,
  jobids: readonly number[],
  query: SearchQuery,
  page: PageRequest,
  reach: SearchScope,
): Promise<Slice<CatalogEntry>> {
  const until = performance.now() + readingTimeMs;
  const pattern = namePattern(query);
  const isWanted = wantedBy(query, pattern);
  const condition = await nameConditionOf(catalog, pattern);
  const batch = Math.max(page.limit + spareNames, smallestBatch);
  const { named = jobids, folders, known } = reach;
  const walk = { jobids: named, condition, batch, folders };
  const from = page.after ? { file: fileKeyAt(page.after), comparison: 'atLeast' as const } : firstPlace;
  const found: Found[] = [];
  for await (const { names, next } of walkNames(catalog, walk, from)) {
    const rows = await findNewestVersions(catalog, jobids, names, known ? { known } : {});
    found.push(...foundOf(rows, names, page.after).filter(({ entry }) => isWanted(entry)));
    if (found.length > page.limit) break;
    if (next !== null && performance.now() > until) return { ...cut(found, page.limit), next: keyOfPosition(next) };
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

function keyOfPosition({ file, comparison }: NonNullable<NameBatch['next']>): PageKey {
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
