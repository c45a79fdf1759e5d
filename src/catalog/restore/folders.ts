import { sliceOf, type PageKey, type PageRequest, type Slice } from '../../domain/pagination.js';
import { type CatalogEntry, type RawPath } from '../../domain/catalog-entry.js';
import { type CatalogConnection } from '../connection.js';
import {
  canBeRecorded,
  rawText,
  withFinalSlash,
  entryOf,
  type EntryRow,
  rawBytes,
  unrecordedFolder,
  bytesAt,
  numberAt,
  textAt,
} from '../rows.js';
import { type CatalogDialect } from '../dialect.js';
import { chainTables, hasVisibleRecord, newestRecord } from '../files/newest-versions.js';

/** A folder that some run recorded, by both names that the catalog has for it. */
interface Folder {
  readonly pathId: string;
  /** With its final slash. */
  readonly path: Buffer;
}

/** Where a folder's list goes on: strictly after this raw name of this client. */
interface Place {
  readonly name: Buffer;
  readonly clientId: number;
}

/** An entry with its place in the order of a folder's list. */
interface PlacedEntry extends Place {
  readonly entry: CatalogEntry;
}

function placed(row: EntryRow & { readonly clientid: number }, name: Buffer): PlacedEntry {
  return { entry: entryOf(row), name, clientId: row.clientid };
}

/** Names are fetched beyond what is wanted, because some may turn out to be deleted. */
const spareNames = 12;

const readingTimeMs = 10_000;

/** No name is empty but that of the folder itself, which is not listed. */
const beginning: Place = { name: Buffer.alloc(0), clientId: 0 };

/** The newest record of one name for one client. */
interface NamedRecord extends Place {
  /** null: deleted, or recorded under a name that the catalog has lost, by which nothing could be restored. */
  readonly file: PlacedEntry | null;
}

/** The live files of a folder after the place, at most `wanted`, by raw name. */
async function findFilesOfFolder(
  catalog: CatalogConnection,
  jobids: readonly number[],
  folder: Folder,
  place: Place | undefined,
  wanted: number,
): Promise<PlacedEntry[]> {
  const until = performance.now() + readingTimeMs;
  const found: PlacedEntry[] = [];
  const batch = wanted + spareNames;
  for (let after = place ?? beginning; ;) {
    const records = await findRecords(catalog, jobids, folder, after, batch);
    found.push(...records.map(({ file }) => file).filter((file) => file !== null));
    const last = records.at(-1);
    if (found.length >= wanted || records.length < batch || last === undefined) return found.slice(0, wanted);
    if (performance.now() > until) throw catalog.tooSlow();
    after = last;
  }
}

type RecordColumns = [Buffer, number, string, string, number, string, boolean];

/**
 * Of the next names that any run of the chain has in the folder, the newest record of each for each client. Each run gives its own
 * first names from the index alone, so the first `batch` of all of them together are complete, and so are the runs that each of them
 * is in: one probe of the newest is enough. Where the index does not hold names, all of the folder are sorted.
 */
async function findRecords(
  catalog: CatalogConnection,
  jobids: readonly number[],
  { pathId, path }: Folder,
  after: Place,
  batch: number,
): Promise<NamedRecord[]> {
  const dialect = await catalog.dialect();
  const { files, names } = dialect;
  const rows = await catalog.arrays<RecordColumns>(
    `WITH ${chainTables('$1')}, start AS MATERIALIZED (SELECT ${rawText('$3::bytea')} AS name),
       ending AS MATERIALIZED (${ending(dialect)})
     SELECT ${rawBytes('newest.name')}, newest.clientid, cl.name, n.fileid::text, n.jobid, n.lstat,
       n.fileindex > 0 AND newest.namekey = ${names.keyOf('newest.name')}
     FROM (${newestRuns(dialect)}) newest
     JOIN clients cl ON cl.clientid = newest.clientid
     CROSS JOIN LATERAL (
       SELECT r.fileid, r.jobid, r.fileindex, r.lstat FROM ${files} r
       WHERE r.jobid = (($1::bigint[])[newest.ord])::integer AND r.pathid = $2::bigint AND r.namekey = newest.namekey
       ORDER BY r.fileindex DESC LIMIT 1) n
     ORDER BY ${names.order.sorted('newest.name')}, newest.clientid`,
    [jobids, pathId, after.name, after.clientId, batch],
    'folder_files',
  );
  return rows.map((row) => recordOf(path, row));
}

/** The next names of the folder for each client, each with the place in the chain of the newest run that has it. */
function newestRuns(dialect: CatalogDialect): string {
  const { names } = dialect;
  return `SELECT named.name, held.namekey, held.clientid, held.ord
    FROM (
      SELECT f.namekey, chain.clientid, max(chain.ord) AS ord
      FROM chain CROSS JOIN LATERAL (${names.sortAsNames ? nextNames(dialect) : ofFolder(dialect, 'chain.jobid')}) f
      GROUP BY f.namekey, chain.clientid) held
    CROSS JOIN LATERAL (SELECT ${names.nameOf('held.namekey')} AS name) named
    WHERE named.name ${names.order.atLeast} ${from} AND (named.name <> ${from} OR held.clientid > $4)
    ORDER BY ${names.order.sorted('named.name')}, held.clientid LIMIT $5`;
}

/** Made of its bytes once: as an expression it would be for each name that is looked at. */
const from = '(SELECT name FROM start)';

/** Where the next names of the oldest run end: the next of all runs do not lie beyond. null: it has no more. */
const end = '(SELECT name FROM ending)';

/** One name may fall away: that of the place. */
const most = '$5::bigint + 1';

function ofFolder({ files, names }: CatalogDialect, jobId: string, columns = 'r.namekey'): string {
  return `SELECT ${columns} FROM ${files} r WHERE r.jobid = ${jobId} AND r.pathid = $2::bigint AND r.namekey <> ${names.folder}`;
}

/** Of one run, from the index alone. It has a name twice where its fileset names a folder twice. */
function nextNames(dialect: CatalogDialect): string {
  const { order } = dialect.names;
  const next = (condition: string): string => `(${ofFolder(dialect, 'chain.jobid', 'DISTINCT r.namekey')}
    AND r.namekey ${order.atLeast} ${from} AND ${condition} ORDER BY ${order.sorted('r.namekey')} LIMIT ${most})`;
  return `${next(`r.namekey ${order.atMost} ${end}`)} UNION ALL ${next(`${end} IS NULL`)}`;
}

function ending(dialect: CatalogDialect): string {
  const { sortAsNames, order } = dialect.names;
  if (!sortAsNames) return 'SELECT NULL AS name';
  const oldest = '(SELECT jobid FROM chain ORDER BY ord LIMIT 1)';
  return `SELECT (${ofFolder(dialect, oldest, 'DISTINCT r.namekey')} AND r.namekey ${order.atLeast} ${from}
    ORDER BY ${order.sorted('r.namekey')} OFFSET $5 LIMIT 1) AS name`;
}

function recordOf(path: Buffer, [name, clientid, client, fileid, jobid, lstat, isLive]: RecordColumns): NamedRecord {
  const row = { fileid, jobid, lstat, path, filename: name, client, clientid };
  return { name, clientId: clientid, file: isLive ? placed(row, name) : null };
}

interface FolderRow {
  readonly path: Buffer;
  readonly name: Buffer;
  readonly clientid: number;
  readonly client: string | null;
  readonly seenin: number;
  readonly fileid: string | null;
  readonly jobid: number | null;
  readonly fileindex: number | null;
  readonly lstat: string | null;
}

/** How many folders are looked at, nearest first, for something alive below a folder without a live record of its own. */
const walkLimit = 5_000;

/** Root folders that PathHierarchy gives no parent: of Unix, and of Windows drives in either letter case. */
export const rootPaths = [
  '/',
  ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', (drive) => `${drive}:/`),
];

/** Bacula hangs roots below the empty path; other Directors hang them nowhere. */
export const rootsText = `
  SELECT p.pathid, p.path FROM path p WHERE p.path = ANY ($2::text[])
  UNION
  SELECT p.pathid, p.path FROM path origin
  CROSS JOIN LATERAL (SELECT h.pathid FROM pathhierarchy h WHERE h.ppathid = origin.pathid OFFSET 0) h
  JOIN path p ON p.pathid = h.pathid
  WHERE origin.path = '' AND p.path <> ''`;

/** OFFSET 0 keeps PostgreSQL from reading all paths for a folder with many children. */
const childrenText = `
  SELECT h.pathid, p.path FROM pathhierarchy h
  CROSS JOIN LATERAL (SELECT path FROM path WHERE pathid = h.pathid OFFSET 0) p
  WHERE h.ppathid = $2::bigint AND p.path <> ''`;

/** The subfolders after the place, at most `wanted`, by raw name; without a parent the roots. */
async function findFoldersOfFolder(
  catalog: CatalogConnection,
  jobids: readonly number[],
  pathId: string | null,
  place: Place | undefined,
  wanted: number,
): Promise<PlacedEntry[]> {
  const dialect = await catalog.dialect();
  const [text, name] = pathId === null ? [rootsText, 'folders_of_root'] : [childrenText, 'folders_of_folder'];
  const rows = await catalog.rows<FolderRow>(
    foldersText(dialect, text),
    [jobids, pathId ?? rootPaths, place?.name ?? Buffer.alloc(0), place?.clientId ?? -1, wanted],
    name,
  );
  return rows.map((row) => {
    const { path, name, client, clientid, fileid, jobid, lstat } = row;
    if (fileid !== null && jobid !== null && lstat !== null && (row.fileindex ?? 0) > 0) {
      return placed({ fileid, jobid, lstat, path, filename: Buffer.alloc(0), client, clientid }, name);
    }
    return { entry: unrecordedFolder(path, client, row.seenin), name, clientId: clientid };
  });
}

/**
 * Holds for a run of the chain that is of the folder's client `k` and recorded something in the path or below. OFFSET 0
 * keeps PostgreSQL from reading the visibility of whole runs into a hash instead of probing it.
 */
function isVisible(run: string, pathId: string): string {
  return `${run}.clientid = k.clientid
    AND EXISTS (SELECT 1 FROM pathvisibility v WHERE v.jobid = ${run}.jobid AND v.pathid = ${pathId} OFFSET 0)`;
}

/**
 * A folder is there while its own newest record is live, or anything below it is. The paths end in a slash, which sorts
 * after many letters of names: the order is that of the names without it. PostgreSQL sorts the bare names first and asks
 * for visibility and records only up to the limit.
 */
function foldersText(dialect: CatalogDialect, children: string): string {
  return `
    WITH RECURSIVE ${chainTables('$1')},
    children AS MATERIALIZED (${children})
    SELECT ${rawBytes('k.path')} AS path, ${rawBytes('k.name')} AS name, k.clientid, k.client, own.fileid::text AS fileid,
      own.jobid, own.fileindex, own.lstat,
      CASE WHEN own.fileindex > 0 THEN own.jobid ELSE (
        SELECT max(c.jobid) FROM chain c WHERE ${isVisible('c', 'k.pathid')}) END AS seenin
    FROM (
      SELECT * FROM (
        SELECT c.pathid, c.path, left(c.path, -1) AS name, cl.clientid, cl.name AS client
        FROM children c CROSS JOIN clients cl) named
      WHERE (named.name, named.clientid) > (${rawText('$3::bytea')}, $4::bigint)
      ORDER BY named.name, named.clientid) k
    CROSS JOIN LATERAL (SELECT 1 FROM chain c WHERE ${isVisible('c', 'k.pathid')} LIMIT 1) visible
    LEFT JOIN LATERAL ${newestRecord(dialect, 'k.clientid', 'k.pathid', dialect.names.folder)} own ON true
    WHERE own.fileindex > 0 OR ${hasLiveContent(dialect)}
    ORDER BY k.name, k.clientid
    LIMIT $5`;
}

/**
 * Walks down from the folder, breadth first, until something live is met. PostgreSQL makes the rows of a recursive query
 * one by one as they are asked for, so the walk ends with the first hit. Where the limit ends it, a folder that no run
 * recorded is taken to be there, because the way down to what was saved leads through it; a deleted one to be gone.
 */
function hasLiveContent(dialect: CatalogDialect): string {
  return `EXISTS (
  WITH RECURSIVE tree(pathid) AS (
    SELECT k.pathid
    UNION ALL
    SELECT below.pathid FROM tree t CROSS JOIN LATERAL (
      SELECT h.pathid FROM pathhierarchy h
      WHERE h.ppathid = t.pathid AND EXISTS (SELECT 1 FROM chain c WHERE ${isVisible('c', 'h.pathid')}) OFFSET 0) below)
  SELECT 1 FROM (SELECT pathid, row_number() OVER () AS visited FROM tree LIMIT ${walkLimit}) walked
  WHERE (walked.visited = ${walkLimit} AND own.fileid IS NULL) OR ${hasVisibleRecord(dialect, 'k.clientid', 'walked.pathid')})`;
}

export async function findFolder(catalog: CatalogConnection, folder: RawPath): Promise<Folder | undefined> {
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

export async function readFolderPage(
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
