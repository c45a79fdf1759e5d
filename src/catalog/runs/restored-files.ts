import { type RestoredEntry } from '../../domain/catalog.port.js';
import { countLimit, totalOf } from '../../domain/bounded-count.js';
import { entryTypeOfMode } from '../../domain/lstat.js';
import { type PageRequest, type Slice, sliceOf } from '../../domain/pagination.js';
import { RawPath } from '../../domain/raw-path.js';
import { type RestoreOutcome } from '../../domain/restore-facts.js';
import { type CatalogConnection } from '../connection.js';
import { integerOf, numberAt, SqlValues } from '../rows.js';

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
  const sql = new SqlValues();
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
       SELECT 1 FROM backup_console_restored WHERE jobid = $1::integer LIMIT ${countLimit + 1}) counted`,
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
