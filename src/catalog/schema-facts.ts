import { Refusal } from '../domain/errors.js';

/** What of a connection is needed to find out how to ask more. */
interface AskedCatalog {
  readonly director: string;
  readonly timezone: string;
  rows<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]>;
}

export interface IndexFact {
  readonly table: string;
  readonly columns: readonly string[];
  /** The operator class of each column. */
  readonly classes: readonly string[];
}

/** What a catalog's schema consists of, as far as questions differ by it. */
export interface SchemaFacts {
  readonly version: number;
  readonly indexes: readonly IndexFact[];
  has(table: string, column: string): boolean;
}

/** What every question together reads, in every catalog of the family. */
const neededColumns: Readonly<Record<string, string>> = {
  version: 'versionid',
  job: `jobid job name type level clientid jobstatus schedtime starttime endtime jobtdate jobfiles jobbytes joberrors
    poolid filesetid priorjobid purgedfiles hasbase hascache comment`,
  client: 'clientid name',
  fileset: 'filesetid fileset',
  pool: `poolid name maxvols maxvolbytes volretention recycle autoprune pooltype labelformat nextpoolid scratchpoolid
    recyclepoolid`,
  storage: 'storageid name',
  media: `mediaid volumename poolid mediatype volstatus storageid enabled volbytes maxvolbytes volfiles voljobs volmounts
    volerrors labeldate firstwritten lastwritten volretention recycle recyclecount slot inchanger volreadtime volwritetime`,
  jobmedia: 'jobmediaid jobid mediaid firstindex lastindex startfile endfile startblock endblock',
  file: 'fileid fileindex jobid pathid lstat md5 deltaseq',
  path: 'pathid path',
  pathhierarchy: 'pathid ppathid',
  pathvisibility: 'pathid jobid',
  basefiles: 'jobid basejobid',
  log: 'logid jobid time logtext',
};
const nameColumns = ['filenameid', 'filename', 'name'];

interface ColumnRow {
  readonly table: string;
  readonly isthere: boolean;
  readonly column: string | null;
  readonly isreadable: boolean | null;
  readonly role: string;
}

/** Reads the schema from PostgreSQL's own tables, which show what the role may not read as well. Refuses what is no catalog. */
export async function readSchemaFacts(catalog: AskedCatalog): Promise<SchemaFacts> {
  const rows = await catalog.rows<ColumnRow>(columnsText, [
    [...Object.keys(neededColumns), 'filename', 'backup_console_restored'],
  ]);
  const columns = new Map(rows.map((row) => [`${row.table}.${row.column ?? ''}`, row.isreadable === true]));
  const has = (table: string, column: string): boolean => columns.has(`${table}.${column}`);
  refuseMissing(catalog, rows, has);
  refuseUnreadable(catalog, rows, columns);
  const [version] = await catalog.rows<{ version: number | null }>(versionText, [catalog.timezone]);
  const indexes = await catalog.rows<{ table: string; columns: string[]; classes: string[] }>(indexesText, []);
  return { version: version?.version ?? 0, indexes, has };
}

const columnsText = `
  SELECT t.name AS "table", t.relation IS NOT NULL AS isthere, a.attname::text AS "column",
    has_column_privilege(a.attrelid, a.attnum, 'SELECT') AS isreadable, current_user::text AS role
  FROM (SELECT name, to_regclass(name) AS relation FROM unnest($1::text[]) AS wanted(name)) t
  LEFT JOIN pg_attribute a ON a.attrelid = t.relation AND a.attnum > 0 AND NOT a.attisdropped`;

/** The time zone is asked along so that an unknown one is told at once and in words. */
const versionText = 'SELECT max(versionid)::integer AS version, now() AT TIME ZONE $1 AS here FROM version';

const indexesText = `
  SELECT t.name AS "table",
    ARRAY(SELECT a.attname::text FROM unnest(i.indkey::smallint[]) WITH ORDINALITY AS k(number, place)
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number ORDER BY k.place) AS columns,
    ARRAY(SELECT o.opcname::text FROM unnest(i.indclass::oid[]) WITH ORDINALITY AS k(id, place)
      JOIN pg_opclass o ON o.oid = k.id ORDER BY k.place) AS classes
  FROM unnest(ARRAY['file', 'path', 'log', 'media']) AS t(name)
  JOIN pg_index i ON i.indrelid = to_regclass(t.name)
  WHERE i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL`;

function listOf(text: string): string[] {
  return text.split(/\s+/);
}

function refuseMissing(
  catalog: AskedCatalog,
  rows: readonly ColumnRow[],
  has: (table: string, column: string) => boolean,
): void {
  const tables = new Set(rows.filter((row) => row.isthere).map((row) => row.table));
  const lostTables = Object.keys(neededColumns).filter((table) => !tables.has(table));
  if (lostTables.length > 0) {
    throw notACatalog(
      catalog,
      `is missing the ${named('table', lostTables)}, or the role "${rows[0]?.role ?? ''}" cannot see it. Check the database name, the search_path of the role and its USAGE on the schema`,
    );
  }
  const lostColumns = Object.entries(neededColumns).flatMap(([table, columns]) =>
    listOf(columns).flatMap((column) => (has(table, column) ? [] : [`${table}.${column}`])),
  );
  if (lostColumns.length > 0) {
    throw notACatalog(
      catalog,
      `is missing the ${named('column', lostColumns)}, which every known version of Bacula and Bareos has`,
    );
  }
  if (!nameColumns.some((column) => has('file', column)))
    throw notACatalog(
      catalog,
      `has file records without names: table "file" has none of the columns ${nameColumns.join(', ')}`,
    );
  if (has('file', 'filenameid') && !tables.has('filename'))
    throw notACatalog(catalog, 'is missing the table "filename", which the column "file.filenameid" refers to');
}

function refuseUnreadable(
  catalog: AskedCatalog,
  rows: readonly ColumnRow[],
  columns: ReadonlyMap<string, boolean>,
): void {
  const nameColumn = nameColumns.find((column) => columns.has(`file.${column}`)) ?? '';
  const needed: Record<string, string> = { ...neededColumns, file: `${neededColumns['file'] ?? ''} ${nameColumn}` };
  if (nameColumn === 'filenameid') needed['filename'] = 'filenameid name';
  const unreadable = Object.entries(needed)
    .filter(([table, list]) => listOf(list).some((column) => columns.get(`${table}.${column}`) !== true))
    .map(([table]) => table);
  if (unreadable.length === 0) return;
  const role = rows[0]?.role ?? '';
  throw new Refusal(
    'director_error',
    `The role "${role}" may not read ${named('table', unreadable)} in the catalog of the Director "${catalog.director}". ` +
      `Let the owner of the catalog run: GRANT SELECT ON ${unreadable.join(', ')} TO "${role}".`,
  );
}

function named(kind: string, names: readonly string[]): string {
  return `${kind}${names.length > 1 ? 's' : ''} ${names.map((name) => `"${name}"`).join(', ')}`;
}

function notACatalog(catalog: AskedCatalog, reason: string): Refusal {
  return new Refusal(
    'director_error',
    `The catalog of Director "${catalog.director}" cannot be read as a Bacula or Bareos catalog: it ${reason}.`,
  );
}
