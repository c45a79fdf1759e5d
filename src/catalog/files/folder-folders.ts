import { type CatalogConnection } from '../connection.js';
import { type CatalogDialect } from '../dialect.js';
import { rawBytes, rawText, unrecordedFolder } from '../entry-rows.js';
import { placed, type Place, type PlacedEntry } from './folder-place.js';
import { chainTables, hasLiveRecord, newestRecord } from './newest-versions.js';

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
export async function findFoldersOfFolder(
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
  WHERE (walked.visited = ${walkLimit} AND own.fileid IS NULL) OR ${hasLiveRecord(dialect, 'k.clientid', 'walked.pathid')})`;
}
