import { AppError } from '../domain/error-codes.js';
import { keepRuleNames } from '../domain/keep-rules.js';

/** What of a connection is needed to find out how to ask more. */
interface AskedCatalog {
  readonly director: string;
  readonly timezone: string;
  rows<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]>;
}

interface IndexFact {
  readonly table: string;
  readonly columns: readonly string[];
  /** The operator class of each column. */
  readonly classes: readonly string[];
}

/** What a catalog's schema consists of, as far as questions differ by it. */
interface SchemaFacts {
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
    [...Object.keys(neededColumns), 'filename', 'backup_console_restored', 'backup_console_pool_keep'],
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

/** Also converts the time to the configured zone, so that an unknown zone fails here with a clear message. */
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
  throw new AppError(
    'director_error',
    `The role "${role}" may not read ${named('table', unreadable)} in the catalog of the Director "${catalog.director}". ` +
      `Let the owner of the catalog run: GRANT SELECT ON ${unreadable.join(', ')} TO "${role}".`,
  );
}

function named(kind: string, names: readonly string[]): string {
  return `${kind}${names.length > 1 ? 's' : ''} ${names.map((name) => `"${name}"`).join(', ')}`;
}

function notACatalog(catalog: AskedCatalog, reason: string): AppError {
  return new AppError(
    'director_error',
    `The catalog of Director "${catalog.director}" cannot be read as a Bacula or Bareos catalog: it ${reason}.`,
  );
}

/**
 * Comparisons of text in the order of an index. Bacula's own indexes are made with text_pattern_ops: these PostgreSQL uses
 * for `=`, but for ranges and sorting only with operators of their own, which compare bytes.
 */
export interface TextOrder {
  readonly less: string;
  readonly more: string;
  readonly atLeast: string;
  readonly atMost: string;
  /** As an item of ORDER BY. */
  sorted(column: string): string;
}

const plainOrder: TextOrder = { less: '<', more: '>', atLeast: '>=', atMost: '<=', sorted: (column) => column };

const byteOrder: TextOrder = {
  less: '~<~',
  more: '~>~',
  atLeast: '~>=~',
  atMost: '~<=~',
  sorted: (column) => `${column} USING ~<~`,
};

/** The order in which the index on these columns holds the last of them. A catalog without such an index is read in the plain one. */
function textOrderOf(indexes: readonly IndexFact[], table: string, columns: readonly string[]): TextOrder {
  const fitting = indexes.filter(
    (index) => index.table === table && columns.every((column, at) => index.columns[at] === column),
  );
  const classes = fitting.map((index) => index.classes[columns.length - 1]);
  return classes.length > 0 && classes.every((name) => name === 'text_pattern_ops') ? byteOrder : plainOrder;
}

/**
 * How file records hold the names of their files. The key of a name is what the index on file records ends with: the name
 * itself, or the number of its row in a table of names. All arguments and answers are SQL.
 */
interface NameKeys {
  /** The column of File. */
  readonly column: string;
  /** The key of the empty name, which the record of a folder itself has. */
  readonly folder: string;
  /** Whether keys sort as names do, so that the first names can be had from the index. */
  readonly sortAsNames: boolean;
  /** Whether names are looked through in a table of their own before file records are. */
  readonly areApart: boolean;
  readonly order: TextOrder;
  keyOf(name: string): string;
  nameOf(key: string): string;
}

function namesInFiles(column: string, order: TextOrder): NameKeys {
  return {
    column,
    folder: "''",
    sortAsNames: true,
    areApart: false,
    order,
    keyOf: (name) => name,
    nameOf: (key) => key,
  };
}

/** No name has the key 0: it stands for a name that the catalog has never met, or met and forgot. */
const keyOfName = (name: string): string =>
  `COALESCE((SELECT named.filenameid FROM filename named WHERE named.name = ${name}), 0)`;

/** Bacula up to 9. */
const legacyFilenameTable: NameKeys = {
  column: 'filenameid',
  folder: keyOfName("''"),
  sortAsNames: false,
  areApart: true,
  order: plainOrder,
  keyOf: keyOfName,
  // A record whose name was lost has to be called something; nothing can be found by it.
  nameOf: (key) => `COALESCE((SELECT named.name FROM filename named WHERE named.filenameid = ${key}), '#' || ${key})`,
};

/**
 * Holds for file records `f` from the place on, in the order of the index. Spelt so that the index begins at the place's
 * folder; rows cannot be compared as rows where the parts have operators of different orders.
 */
export function isFromPlaceOn(order: TextOrder, comparison: 'more' | 'atLeast', pathId: string, key: string): string {
  if (order === plainOrder) return `(f.pathid, f.namekey) ${order[comparison]} (${pathId}, ${key})`;
  return `f.pathid >= ${pathId} AND (f.pathid > ${pathId} OR f.namekey ${order[comparison]} ${key})`;
}

/**
 * Where the catalogs of the Bacula family differ; every statement takes these pieces from here, none asks for a product.
 * In statements on runs `j` is the job, on segments of volumes `jm` is JobMedia and `m` Media.
 */
export interface CatalogDialect {
  readonly product: 'Bacula' | 'Bareos';
  /** What the catalog's table Version says. */
  readonly version: number;
  /**
   * A table expression with the columns fileid, fileindex, jobid, pathid, namekey, lstat, md5, deltaseq, which PostgreSQL
   * flattens. Its index is on (jobid, pathid, namekey).
   */
  readonly files: string;
  readonly names: NameKeys;
  /** The order that the index on Path gives. */
  readonly pathOrder: TextOrder;
  /** The order that the index on the names of volumes gives. */
  readonly volumeOrder: TextOrder;
  /** Whether the Director's clock is never turned back, so that each local time has one meaning. */
  readonly isClockSteady: boolean;
  /** The storage that a run wrote to. */
  readonly storageId: string;
  /** Holds for runs that are no virtual Full. Spelt so that the planner knows from its statistics that nearly all are none. */
  readonly isNoVirtualFull: string;
  /** The bytes of one segment of JobMedia `jm` on Media `m`; 0 if the catalog does not have it. */
  readonly segmentBytes: string;
  /** The most bytes that a pool may hold; 0 where the catalog knows no such limit. */
  readonly maxPoolBytes: string;
  /** The keep rules of the pool `p` as JSON; NULL where it has none: only the embedded Director has such rules. */
  readonly keepRules: string;
  /** Whether the catalog lists what restores wrote: that of the embedded Director does. */
  readonly listsRestored: boolean;
  /** Sorts the lines of one run by LogId, spelt so that the planner begins with the run and not with the oldest lines of all. */
  readonly logOrder: string;
}

/**
 * A catalog is known by its columns, not by its version alone: sites upgrade one by one, and a column that a later version
 * brought is used wherever it stands.
 */
export function dialectOf(facts: SchemaFacts, timezone: string): CatalogDialect {
  const names = namesOf(facts);
  return {
    product: facts.has('file', 'name') || facts.version >= firstBareosVersion ? 'Bareos' : 'Bacula',
    version: facts.version,
    files: `(SELECT fileid, fileindex, jobid, pathid, ${names.column} AS namekey, lstat, md5, deltaseq FROM file)`,
    names,
    pathOrder: textOrderOf(facts.indexes, 'path', ['path']),
    volumeOrder: textOrderOf(facts.indexes, 'media', ['volumename']),
    isClockSteady: timezone === 'UTC',
    storageId: storageIdOf(facts),
    isNoVirtualFull: isNoVirtualFull(facts),
    segmentBytes: segmentBytesOf(facts),
    maxPoolBytes: facts.has('pool', 'maxpoolbytes') ? 'p.maxpoolbytes' : '0',
    keepRules: facts.has('backup_console_pool_keep', 'pool') ? keepRulesOfPool : 'NULL::json',
    listsRestored: facts.has('backup_console_restored', 'jobid'),
    logOrder: facts.indexes.some(({ columns }) => columns.join() === 'jobid,logid') ? 'logid' : 'logid + 0',
  };
}

const firstBareosVersion = 2001;

const keepRulesOfPool = `(SELECT json_build_object(${keepRuleNames.map((rule) => `'${rule}', k.${rule}`).join(', ')})
  FROM backup_console_pool_keep k WHERE k.pool = p.name)`;

function namesOf(facts: SchemaFacts): NameKeys {
  if (facts.has('file', 'filenameid')) return legacyFilenameTable;
  const column = facts.has('file', 'filename') ? 'filename' : 'name';
  return namesInFiles(column, textOrderOf(facts.indexes, 'file', ['jobid', 'pathid', column]));
}

/** `+ 0` keeps the planner from walking all segments in their order until it meets one of the run. */
const storageOfVolumes = `(SELECT v.storageid FROM jobmedia w JOIN media v ON v.mediaid = w.mediaid
  WHERE w.jobid = j.jobid ORDER BY w.jobmediaid + 0 LIMIT 1)`;

/** Runs from before the column came have 0 in it. */
function storageIdOf(facts: SchemaFacts): string {
  return facts.has('job', 'writestorageid')
    ? `COALESCE(NULLIF(j.writestorageid, 0), ${storageOfVolumes})`
    : storageOfVolumes;
}

/**
 * If no column shows it, a finished virtual Full is recorded like any other but has the times of the newest backup that went
 * into it. A virtual Full made within two hours of that backup is taken for a Full; its times are then nearly right.
 */
function isNoVirtualFull(facts: SchemaFacts): string {
  return facts.has('job', 'isvirtualfull')
    ? "j.level <> 'f' AND (j.isvirtualfull = 0 OR j.isvirtualfull IS NULL)"
    : "j.level <> 'f' AND (j.endtime >= j.schedtime - interval '2 hours' OR j.schedtime IS NULL)";
}

/** Of a volume that is a file the addresses are 64 bits, split into two columns. */
const addressedBytes = `greatest(0, (jm.endfile * 4294967296 + jm.endblock) - (jm.startfile * 4294967296 + jm.startblock) + 1)`;

/**
 * If the volume is a file, the addresses give the bytes; those of a tape count marks and blocks. Bareos counts the
 * bytes of some runs only, and does not distinguish files from tapes: the last address of a file is that of its last byte.
 */
function segmentBytesOf(facts: SchemaFacts): string {
  if (facts.has('jobmedia', 'jobbytes')) {
    return `CASE WHEN jm.jobbytes > 0 THEN jm.jobbytes
      WHEN jm.lastindex > 0 AND m.endfile::bigint * 4294967296 + m.endblock + 1 = m.volbytes THEN ${addressedBytes}
      ELSE 0 END`;
  }
  if (!facts.has('media', 'voltype')) return '0';
  return `CASE WHEN m.voltype = 1 THEN ${addressedBytes} ELSE 0 END`;
}
