import { type CatalogConnection } from '../connection.js';
import { type CatalogDialect } from '../dialect.js';
import { rawBytes, rawText } from '../entry-rows.js';
import { type Folder, placed, type Place, type PlacedEntry } from './folder-place.js';
import { chainTables } from './newest-versions.js';

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
export async function findFilesOfFolder(
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
