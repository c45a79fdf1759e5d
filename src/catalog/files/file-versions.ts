import { type FileVersion } from '../../domain/catalog.port.js';
import { levelOfLetter } from '../../domain/job.js';
import { sliceOf, type PageRequest, type Slice } from '../../domain/pagination.js';
import { type RawPath } from '../../domain/raw-path.js';
import { countByReading } from '../../domain/bounded-count.js';
import { type CatalogConnection } from '../connection.js';
import { type CatalogDialect } from '../dialect.js';
import { isRestorable, isUnpurged } from '../runs/retained-runs.js';
import { canBeRecorded, entryOf, rawBytes, rawText, type EntryRow } from '../entry-rows.js';
import { endMs } from '../local-times.js';
import { integerOf, numberAt, SqlValues, timeOf } from '../rows.js';

interface VersionRow extends EntryRow {
  readonly md5: string | null;
  readonly level: string;
  readonly endtime: number | null;
  readonly jobtdate: string | null;
  readonly volumes: string[] | null;
}

/** Every version of one path that a good, unpurged backup of the client still has, newest data first. */
export async function listVersions(
  catalog: CatalogConnection,
  client: string,
  path: RawPath,
  page: PageRequest,
): Promise<Slice<FileVersion>> {
  const read = (part: PageRequest) =>
    canBeRecorded(path) ? readPage(catalog, client, path, part) : Promise.resolve({ items: [], next: null });
  const slice = await read(page);
  return page.count === true ? { ...slice, total: await countByReading(read) } : slice;
}

async function readPage(
  catalog: CatalogConnection,
  client: string,
  path: RawPath,
  page: PageRequest,
): Promise<Slice<FileVersion>> {
  const sql = new SqlValues();
  const text = versionsText(await catalog.dialect(), sql, catalog.timezone, client, path, page);
  const rows = await catalog.rows<VersionRow>(text, sql.values, page.after ? 'versions_after' : 'versions');
  const slice = sliceOf(rows, page.limit, (row) => [integerOf(row.jobtdate), row.jobid]);
  return { ...slice, items: slice.items.map(versionOf) };
}

/** Walks the client's backups from the newest down with one index probe each, and stops when the page is full. */
function versionsText(
  dialect: CatalogDialect,
  sql: SqlValues,
  timezone: string,
  client: string,
  path: RawPath,
  page: PageRequest,
): string {
  const { files, names } = dialect;
  const zone = sql.add(timezone);
  const clientName = sql.add(client);
  const folder = rawText(`${sql.add(path.folder)}::bytea`);
  const name = rawText(`${sql.add(path.isFolder ? Buffer.alloc(0) : path.name)}::bytea`);
  const key = page.after ? [sql.add(numberAt(page.after, 0)), sql.add(numberAt(page.after, 1))] : undefined;
  const after = key ? `AND (j.jobtdate, j.jobid) < (${key.map((part) => `${part}::bigint`).join(', ')})` : '';
  return `
    SELECT f.fileid::text AS fileid, j.jobid, f.lstat, f.md5, ${rawBytes(folder)} AS path, ${rawBytes(name)} AS filename,
      ${clientName}::text AS client, j.level, ${endMs(dialect, zone)} AS endtime, j.jobtdate,
      ARRAY(
        SELECT m.volumename FROM jobmedia jm JOIN media m ON m.mediaid = jm.mediaid
        WHERE jm.jobid = j.jobid AND f.fileindex BETWEEN jm.firstindex AND jm.lastindex
        GROUP BY m.mediaid ORDER BY min(jm.jobmediaid)) AS volumes
    FROM job j
    CROSS JOIN LATERAL (
      SELECT r.fileid, r.fileindex, r.lstat, r.md5 FROM ${files} r
      WHERE r.jobid = j.jobid AND r.pathid = (SELECT pathid FROM path WHERE path = ${folder}) AND r.namekey = ${names.keyOf(name)}
      ORDER BY r.fileindex DESC LIMIT 1) f
    WHERE j.clientid = (SELECT clientid FROM client WHERE name = ${clientName})
      AND ${isRestorable} AND ${isUnpurged} AND f.fileindex > 0 ${after}
    ORDER BY j.jobtdate DESC, j.jobid DESC LIMIT ${sql.add(page.limit + 1)}`;
}

function versionOf(row: VersionRow): FileVersion {
  return Object.assign(entryOf(row), {
    checksum: row.md5 === null || row.md5 === '' || row.md5 === '0' ? null : row.md5,
    endedAt: timeOf(row.endtime),
    level: levelOfLetter(row.level),
    volumes: row.volumes ?? [],
  });
}
