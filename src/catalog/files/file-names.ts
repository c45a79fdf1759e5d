import { type NamePortion, type NamesQuery, type RecordedName } from '../../domain/catalog.port.js';
import { type PageKey } from '../../domain/pagination.js';
import { type CatalogConnection } from '../connection.js';
import { type CatalogDialect } from '../dialect.js';
import { rawBytes, rawText, bytesAt, SqlParams, textAt } from '../rows.js';
import { lastWord } from './file-search.js';

type NameRow = [pathId: string, name: Buffer, word: Buffer | null, key: string | null, place: string, isNew: boolean];

/**
 * Reads on in the index on file records, by its columns alone. What is counted against the limit is what is looked through, not
 * what is found: a run of which every name is known is as bounded as a first one.
 */
export async function readNames(catalog: CatalogConnection, question: NamesQuery, limit: number): Promise<NamePortion> {
  const dialect = await catalog.dialect();
  const sql = new SqlParams();
  const text = statementOf(dialect, sql, question, limit);
  const rows = await catalog.arrays<NameRow>(text, sql.values, statementName(dialect, question));
  const names: RecordedName[] = [];
  let next: PageKey | null = null;
  for (const [pathId, name, word, key, place, isNew] of rows) {
    if (Number(place) === limit) next = [pathId, key ?? name.toString('base64url')];
    const last = names.at(-1);
    // A run may have recorded a name twice.
    if (!isNew || (last?.pathId === pathId && last.name.equals(name))) continue;
    names.push({ pathId, name, word: word ?? name });
  }
  return { names, next };
}

/** Of runs with few names more time would go into plans than into reading. */
function statementName({ names }: CatalogDialect, { after, knownIn }: NamesQuery): string {
  return `feed_${names.column}_${after === null ? 'first' : 'next'}_${knownIn.length === 0 ? 'all' : 'new'}`;
}

/** A probe of the index for each run. */
export async function runsWithoutNames(catalog: CatalogConnection, jobIds: readonly number[]): Promise<number[]> {
  const { files } = await catalog.dialect();
  const rows = await catalog.arrays<[jobId: string]>(
    `SELECT run.id FROM unnest($1::bigint[]) AS run(id)
     WHERE (SELECT 1 FROM ${files} f WHERE f.jobid = run.id LIMIT 1) IS NULL`,
    [jobIds],
  );
  return rows.map(([jobId]) => Number(jobId));
}

function statementOf(dialect: CatalogDialect, sql: SqlParams, question: NamesQuery, limit: number): string {
  const { names } = dialect;
  const rows = sql.add(limit);
  const isFolder = `r.namekey = ${names.folder}`;
  return `
    WITH portion AS MATERIALIZED (
      SELECT f.pathid, f.namekey, row_number() OVER () AS place
      FROM (${recordsFrom(dialect, sql, question, rows)}) f)
    SELECT r.pathid::text, CASE WHEN ${isFolder} THEN '' ELSE ${rawBytes(names.nameOf('r.namekey'))} END,
      CASE WHEN ${isFolder} THEN ${rawBytes(`COALESCE((SELECT ${lastWord('p.path')} FROM path p WHERE p.pathid = r.pathid), '')`)} END,
      ${names.areApart ? 'r.namekey::text' : 'NULL'}, r.place, r.isnew
    FROM (SELECT portion.*, ${isNew(dialect, sql, question.knownIn)} AS isnew FROM portion OFFSET 0) r
    WHERE r.isnew OR r.place = ${rows}
    ORDER BY r.place`;
}

/** In two ranges of the index: the rest of the folder, and what comes after it. One range would begin with all of the folder. */
function recordsFrom(dialect: CatalogDialect, sql: SqlParams, { jobId, after }: NamesQuery, rows: string): string {
  const { order } = dialect.names;
  const sorted = `ORDER BY f.pathid, ${order.sorted('f.namekey')} LIMIT ${rows}`;
  const ofRun = `SELECT f.pathid, f.namekey FROM ${dialect.files} f WHERE f.jobid = ${sql.add(jobId)}::bigint`;
  if (after === null) return `${ofRun} ${sorted}`;
  const pathId = `${sql.add(textAt(after, 0))}::bigint`;
  const key = dialect.names.areApart
    ? `${sql.add(textAt(after, 1))}::integer`
    : rawText(`${sql.add(bytesAt(after, 1))}::bytea`);
  const rest = `${ofRun} AND f.pathid = ${pathId} AND f.namekey ${order.more} ${key} ${sorted}`;
  return `SELECT f.pathid, f.namekey
    FROM ((${rest}) UNION ALL (${ofRun} AND f.pathid > ${pathId} ${sorted})) f ${sorted}`;
}

/** A probe of the index for each of the runs up to the first that has the name; as a condition it might become a join of all of them. */
function isNew({ files }: CatalogDialect, sql: SqlParams, knownIn: readonly number[]): string {
  if (knownIn.length === 0) return 'true';
  return `(SELECT 1 FROM ${files} k WHERE k.jobid = ANY (${sql.add(knownIn)}::bigint[])
    AND k.pathid = portion.pathid AND k.namekey = portion.namekey LIMIT 1) IS NULL`;
}

/**
 * A Director that inserts the records of a run locks the tables of files and paths, as does one that prunes them, and everybody
 * may see locks. What others do is not told to a role that may only read.
 */
const writersText = `
  SELECT EXISTS (
    SELECT 1 FROM pg_locks
    WHERE mode IN ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
      AND relation IN ('file'::regclass, 'path'::regclass) AND pid <> pg_backend_pid()
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;

export async function isBeingWritten(catalog: CatalogConnection): Promise<boolean> {
  const [row] = await catalog.arrays<[boolean]>(writersText, [], 'file_writers');
  return row?.[0] === true;
}
