import { type CatalogEntry, type RestoredEntry, type LogTails } from '../../domain/catalog.port.js';
import { sliceOf, type PageRequest, type Slice, countCap, totalOf } from '../../domain/pagination.js';
import { type CatalogConnection } from '../connection.js';
import {
  entryOf,
  rawBytes,
  rawText,
  type EntryRow,
  bytesAt,
  SqlParams,
  textAt,
  integerOf,
  numberAt,
  epochMs,
} from '../rows.js';
import { isFromPlaceOn } from '../dialect.js';
import { entryTypeOfMode } from '../../domain/lstat.js';
import { RawPath } from '../../domain/catalog-entry.js';
import { type RestoreOutcome } from '../../domain/restore-facts.js';
import { type LogLine, type RunVolume } from '../../domain/run.js';

interface RestoredRow {
  readonly outcome: number;
  readonly place: number;
  readonly sourcejobid: number;
  readonly path: Buffer;
  readonly mode: number;
  readonly size: string;
  /** Seconds since the epoch. */
  readonly modified: string;
  readonly reason: string | null;
  readonly client: string | null;
}

/** As the embedded Director stores them. */
const outcomes: readonly RestoreOutcome[] = ['failed', 'skipped', 'restored'];

/** What became of each chosen file of a restore, failures first; null where the catalog has no such list. */
export async function listRestored(
  catalog: CatalogConnection,
  jobId: number,
  page: PageRequest,
): Promise<Slice<RestoredEntry> | null> {
  const { listsRestored } = await catalog.dialect();
  if (!listsRestored) return null;
  const sql = new SqlParams();
  const job = `${sql.add(jobId)}::integer`;
  const after = page.after
    ? `AND (outcome, place) > (${sql.add(numberAt(page.after, 0))}::smallint, ${sql.add(numberAt(page.after, 1))}::integer)`
    : '';
  const rows = await catalog.rows<RestoredRow>(
    `SELECT r.outcome, r.place, r.sourcejobid, r.path, r.mode, r.size::text AS size, r.modified::text AS modified, r.reason,
       c.name AS client
     FROM (SELECT * FROM backup_console_restored WHERE jobid = ${job} ${after}
       ORDER BY outcome, place LIMIT ${sql.add(page.limit + 1)}) r
     LEFT JOIN job j ON j.jobid = r.sourcejobid
     LEFT JOIN client c ON c.clientid = j.clientid
     ORDER BY r.outcome, r.place`,
    sql.values,
  );
  const total = page.count === true ? totalOf(await countRestored(catalog, jobId)) : undefined;
  const slice = sliceOf(rows, page.limit, ({ outcome, place }) => [outcome, place], total);
  return { ...slice, items: slice.items.map(restoredEntryOf) };
}

async function countRestored(catalog: CatalogConnection, jobId: number): Promise<number> {
  const [row] = await catalog.rows<{ files: string }>(
    `SELECT count(*) AS files FROM (
       SELECT 1 FROM backup_console_restored WHERE jobid = $1::integer LIMIT ${countCap + 1}) counted`,
    [jobId],
  );
  return Number(row?.files ?? 0);
}

function restoredEntryOf(row: RestoredRow): RestoredEntry {
  const path = RawPath.ofBytes(row.path);
  return {
    path,
    type: path.isFolder ? 'folder' : entryTypeOfMode(row.mode),
    client: row.client ?? '',
    jobId: row.sourcejobid,
    fileId: null,
    size: path.isFolder ? 0 : integerOf(row.size),
    modifiedAt: new Date(Number(row.modified) * 1000),
    mode: row.mode,
    outcome: outcomes[row.outcome] ?? 'restored',
    reason: row.reason,
  };
}

interface LogRow {
  readonly logid: string | number;
  readonly at: number;
  readonly logtext: string;
}

/** What is not UTF-8 in a message comes out as U+FFFD; a message may have several lines, its last line break is dropped. */
export async function listLog(catalog: CatalogConnection, jobId: number, page: PageRequest): Promise<Slice<LogLine>> {
  const after = page.after ? numberAt(page.after, 0) : 0;
  const { logOrder } = await catalog.dialect();
  const rows = await catalog.rows<LogRow>(
    `SELECT logid, ${epochMs('"time"', '$4')} AS at, logtext FROM log
     WHERE jobid = $1::bigint AND logid > $2::bigint ORDER BY ${logOrder} LIMIT $3`,
    [jobId, after, page.limit + 1, catalog.timezone],
  );
  const lines = rows.map(lineOf);
  const total = page.count === true ? totalOf(await countLines(catalog, jobId)) : undefined;
  return sliceOf(lines, page.limit, (line) => [line.id], total);
}

/** Far more than any closing report has, and little enough for hundreds of runs. */
const mostTailBytes = 8_000;

/** One statement for many runs. A line beyond the limit is cut, maybe in the middle of a character. */
export async function lastLogLines(
  catalog: CatalogConnection,
  jobIds: readonly number[],
  perRun: number,
): Promise<LogTails> {
  const { logOrder } = await catalog.dialect();
  const rows = await catalog.rows<LogRow & { readonly run: string }>(
    `SELECT wanted.run, tail.logid, ${epochMs('tail."time"', '$3')} AS at, left(tail.logtext, ${mostTailBytes}) AS logtext
     FROM unnest($1::bigint[]) AS wanted(run)
     CROSS JOIN LATERAL (SELECT logid, "time", logtext FROM log WHERE jobid = wanted.run ORDER BY ${logOrder} DESC LIMIT $2) tail
     ORDER BY tail.logid`,
    [jobIds, perRun, catalog.timezone],
  );
  const tails = new Map<number, LogLine[]>();
  for (const row of rows) {
    const jobId = integerOf(row.run);
    tails.set(jobId, [...(tails.get(jobId) ?? []), lineOf(row)]);
  }
  return tails;
}

function lineOf(row: LogRow): LogLine {
  return { id: integerOf(row.logid), at: new Date(Math.floor(row.at)), text: row.logtext.replace(/[\r\n]+$/, '') };
}

async function countLines(catalog: CatalogConnection, jobId: number): Promise<number> {
  const [row] = await catalog.rows<{ lines: string }>(
    `SELECT count(*) AS lines FROM (SELECT 1 FROM log WHERE jobid = $1::bigint LIMIT ${countCap + 1}) counted`,
    [jobId],
  );
  return Number(row?.lines ?? 0);
}

interface VolumeRow {
  readonly volume: string;
  readonly pool: string | null;
  readonly mediatype: string;
  readonly firstindex: number | null;
  readonly lastindex: number | null;
  readonly bytes: string;
}

/** The volumes of one run in the order of writing. */
export async function listRunVolumes(catalog: CatalogConnection, jobId: number): Promise<RunVolume[]> {
  const { segmentBytes } = await catalog.dialect();
  const rows = await catalog.rows<VolumeRow>(
    `SELECT m.volumename AS volume, p.name AS pool, m.mediatype,
       min(NULLIF(jm.firstindex, 0)) AS firstindex, max(jm.lastindex) AS lastindex,
       sum(${segmentBytes})::text AS bytes
     FROM jobmedia jm
     JOIN media m ON m.mediaid = jm.mediaid
     LEFT JOIN pool p ON p.poolid = m.poolid
     WHERE jm.jobid = $1::bigint
     GROUP BY m.mediaid, p.name
     ORDER BY min(jm.jobmediaid)
     LIMIT 10000`,
    [jobId],
  );
  return rows.map((row) => ({
    volume: row.volume,
    pool: row.pool,
    mediaType: row.mediatype,
    firstIndex: row.firstindex ?? 0,
    lastIndex: row.lastindex ?? 0,
    bytes: integerOf(row.bytes),
  }));
}

type RunFileRow = EntryRow & { readonly pathid: string };

/** What one run wrote, in the order of the catalog's index: folder by folder as they were first seen. Marks of deletions are no files. */
export async function listRunFiles(
  catalog: CatalogConnection,
  jobId: number,
  page: PageRequest,
): Promise<Slice<CatalogEntry>> {
  const { files, names } = await catalog.dialect();
  const sql = new SqlParams();
  const conditions = [`f.jobid = ${sql.add(jobId)}::bigint`, 'f.fileindex > 0'];
  if (page.after) {
    const pathId = `${sql.add(textAt(page.after, 0))}::bigint`;
    const key = names.keyOf(rawText(`${sql.add(bytesAt(page.after, 1))}::bytea`));
    const fileId = `${sql.add(textAt(page.after, 2))}::bigint`;
    // The first is what the index can begin at; the second tells records of one name apart.
    conditions.push(isFromPlaceOn(names.order, 'atLeast', pathId, key));
    conditions.push(`(f.pathid <> ${pathId} OR f.namekey <> ${key} OR f.fileid > ${fileId})`);
  }
  const order = `f.pathid, ${names.order.sorted('f.namekey')}, f.fileid`;
  const rows = await catalog.rows<RunFileRow>(
    `SELECT f.fileid::text AS fileid, f.jobid, f.lstat, f.pathid::text AS pathid, ${rawBytes('p.path')} AS path,
       ${rawBytes(names.nameOf('f.namekey'))} AS filename, c.name AS client
     FROM (
       SELECT * FROM ${files} f WHERE ${conditions.join(' AND ')}
       ORDER BY ${order} LIMIT ${sql.add(page.limit + 1)}) f
     JOIN path p ON p.pathid = f.pathid
     JOIN job j ON j.jobid = f.jobid
     LEFT JOIN client c ON c.clientid = j.clientid
     ORDER BY ${order}`,
    sql.values,
  );
  const total = page.count === true ? totalOf(await countFiles(catalog, jobId)) : undefined;
  const slice = sliceOf(rows, page.limit, (row) => [row.pathid, row.filename.toString('base64url'), row.fileid], total);
  return { ...slice, items: slice.items.map(entryOf) };
}

async function countFiles(catalog: CatalogConnection, jobId: number): Promise<number> {
  const dialect = await catalog.dialect();
  const [row] = await catalog.rows<{ files: string }>(
    `SELECT count(*) AS files FROM (
       SELECT 1 FROM ${dialect.files} f WHERE f.jobid = $1::bigint AND f.fileindex > 0 LIMIT ${countCap + 1}) counted`,
    [jobId],
  );
  return Number(row?.files ?? 0);
}
