import { type CatalogEntry, type RawPath } from '../../domain/catalog-entry.js';
import {
  type FileReader,
  type KeptRun,
  type KeptRunChoice,
  type NamePortion,
  type NamesQuery,
  type RecordedName,
  type RetainedRuns,
} from '../../domain/file-reader.port.js';
import {
  type FileKey,
  type FoundEntry,
  type FoundFile,
  type RetainedId,
  type SearchQuery,
  type SearchScope,
  type VersionedRun,
  type WantedNames,
} from '../../domain/file-search.js';
import { namePattern } from '../../domain/name-pattern.js';
import { countUpTo, type PageKey, type PageRequest, type Slice } from '../../domain/pagination.js';
import { type Scope } from '../../domain/principal.js';
import { type ResolvedChain } from '../../domain/restore-reader.port.js';
import { type CatalogConnection } from '../connection.js';
import { type CatalogDialect } from '../dialect.js';
import { bytesAt, canBeRecorded, entryOf, integerOf, rawBytes, rawText, SqlParams, textAt } from '../rows.js';
import { isRestorable, isUnpurged } from '../runs/retained-runs.js';
import { firstPlace, lastWord, nameConditionOf, readSearchPage, walkNames } from './name-search.js';
import { findNewestVersions } from './newest-versions.js';

type KeptIdRow = [jobId: number, client: string, dataTime: string | null];

const selectKept = `SELECT j.jobid, c.name, j.jobtdate FROM job j JOIN client c ON c.clientid = j.clientid
  WHERE ${isRestorable} AND ${isUnpurged}`;

type KeptFileRow = [
  position: number,
  path: Buffer,
  filename: Buffer,
  client: string,
  fileid: string,
  jobid: number,
  lstat: string,
  versions: number,
  isDeleted: boolean,
];

type KeptRunRow = [
  jobId: number,
  isKept: boolean,
  uniqueName: string,
  client: string | null,
  fileset: string | null,
  level: string,
  dataTime: string | null,
];

type NameRow = [pathId: string, name: Buffer, word: Buffer | null, key: string | null, place: string, isNew: boolean];

/**
 * A Director that inserts the records of a run locks the tables of files and paths, as does one that prunes them, and every session
 * may see locks. A role that may only read does not see the activity of other sessions.
 */
const writersText = `
  SELECT EXISTS (
    SELECT 1 FROM pg_locks
    WHERE mode IN ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
      AND relation IN ('file'::regclass, 'path'::regclass) AND pid <> pg_backend_pid()
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;

export class SqlFileReader implements FileReader {
  /** `feed` is the one connection that fills the search index, so that indexing takes none from requests. */
  constructor(
    private readonly catalog: CatalogConnection,
    private readonly feed: CatalogConnection,
  ) {}

  /**
   * Finds names over a chain without any index of names: each run's names come in the order of the catalog's own index,
   * are merged, and the scan stops as soon as a page is full. Answers in the order of (PathId, name's key, client).
   */
  async searchFiles(
    _scope: Scope,
    chain: ResolvedChain,
    query: SearchQuery,
    page: PageRequest,
    reach: SearchScope = {},
  ): Promise<Slice<CatalogEntry>> {
    // No name holds a NUL, and PostgreSQL takes none.
    const canMatch = (reach.named ?? chain.jobids).length > 0 && !query.text.includes('\0');
    const read = (part: PageRequest) =>
      canMatch
        ? readSearchPage(this.catalog, chain.jobids, query, part, reach)
        : Promise.resolve({ items: [], next: null });
    const slice = await read(page);
    return page.count === true ? { ...slice, total: await countUpTo(read) } : slice;
  }

  /** The newest version of each name over the chain's runs of one client. */
  async findNewest(
    _scope: Scope,
    { jobids }: ResolvedChain,
    client: string,
    keys: readonly FileKey[],
    known: readonly number[],
    own?: readonly number[],
  ): Promise<readonly FoundEntry[]> {
    const rows = await findNewestVersions(this.catalog, jobids, keys, { client, known, own });
    return rows.map((row) => ({ position: row.position, entry: entryOf(row) }));
  }

  /** Numbers of the folder and of all below it, ascending; null where there are more than `limit`. Reads the index on Path alone. */
  async findFolders(_scope: Scope, folder: RawPath, limit: number): Promise<readonly string[] | null> {
    if (!canBeRecorded(folder)) return [];
    const { pathOrder } = await this.catalog.dialect();
    const end = Buffer.from(folder.bytes);
    // A folder's path ends in a slash, so that the path with the byte behind it comes after all below.
    end[end.length - 1] = 0x30;
    const [from, to] = ['$1', '$2'].map((value) => rawText(`${value}::bytea`));
    const rows = await this.catalog.arrays<[string]>(
      `SELECT p.pathid::text FROM path p
       WHERE p.path ${pathOrder.atLeast} ${from} AND p.path ${pathOrder.less} ${to} LIMIT $3`,
      [folder.bytes, end, limit + 1],
    );
    return rows.length > limit ? null : rows.map(([id]) => id).sort((a, b) => Number(a) - Number(b));
  }

  /** The next names of some runs; more may come than match. */
  async findNames(
    _scope: Scope,
    { jobids, query, after, folders }: WantedNames,
    limit: number,
  ): Promise<readonly FileKey[]> {
    if (jobids.length === 0 || query.text.includes('\0')) return [];
    const condition = await nameConditionOf(this.catalog, namePattern(query));
    const walk = { jobids, condition, batch: limit, folders };
    const from = after === null ? firstPlace : { file: after, comparison: 'more' as const };
    for await (const { names } of walkNames(this.catalog, walk, from)) if (names.length > 0) return names;
    return [];
  }

  /** `runs` are of one client, newest data first. One scan of the index on (JobId, PathId, name) for each name. */
  async findKept(
    _scope: Scope,
    runs: readonly VersionedRun[],
    keys: readonly FileKey[],
  ): Promise<readonly FoundFile[]> {
    if (keys.length === 0 || runs.length === 0) return [];
    const { files, names } = await this.catalog.dialect();
    const rows = await this.catalog.arrays<KeptFileRow>(
      `SELECT (k.ord - 1)::integer, ${rawBytes('p.path')}, k.name, c.name, n.fileid::text, n.jobid, n.lstat, kept.versions,
         kept.newest <= 0
       FROM (
         SELECT wanted.*, ${names.keyOf(rawText('wanted.name'))} AS namekey
         FROM unnest($4::bigint[], $5::bytea[]) WITH ORDINALITY AS wanted(pathid, name, ord) OFFSET 0) k
       CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE f.fileindex > 0 AND f.counts)::integer AS versions,
           (array_agg(f.fileid ORDER BY f.ord) FILTER (WHERE f.fileindex > 0 AND f.counts))[1] AS fileid,
           (array_agg(f.fileindex ORDER BY f.ord) FILTER (WHERE f.counts))[1] AS newest,
           COALESCE(bool_or(f.known), false) AS known, COALESCE(bool_or(f.own), false) AS own
         FROM (
           SELECT DISTINCT ON (held.ord) held.ord, held.fileid, held.fileindex, ($2::boolean[])[held.ord] AS counts,
             ($3::boolean[])[held.ord] AS known, ($6::boolean[])[held.ord] AS own
           FROM (
             SELECT array_position($1::integer[], r.jobid) AS ord, r.fileid, r.fileindex FROM ${files} r
             WHERE r.jobid = ANY ($1::integer[]) AND r.pathid = k.pathid AND r.namekey = k.namekey) held
           ORDER BY held.ord, held.fileindex DESC) f) kept
       JOIN file n ON n.fileid = kept.fileid
       JOIN path p ON p.pathid = k.pathid
       JOIN job j ON j.jobid = n.jobid
       JOIN client c ON c.clientid = j.clientid
       WHERE kept.versions > 0 AND kept.own AND NOT kept.known
       ORDER BY k.ord`,
      keptValues(runs, keys),
      'kept_files',
    );
    return rows.map(foundFile);
  }

  /** Good backups whose files can be restored, ascending by id. */
  async listKeptIds(
    _scope: Scope,
    client: string | null,
    after: number,
    limit: number,
  ): Promise<readonly RetainedId[]> {
    const sql = new SqlParams();
    const ofClient =
      client === null ? '' : `AND j.clientid = (SELECT clientid FROM client WHERE name = ${sql.add(client)})`;
    const rows = await this.catalog.arrays<KeptIdRow>(
      `${selectKept} AND j.jobid > ${sql.add(after)}::bigint ${ofClient} ORDER BY j.jobid LIMIT ${sql.add(limit)}`,
      sql.values,
    );
    return rows.map(keptId);
  }

  /** The same of one client, those with the highest ids. */
  async listNewestKeptIds(_scope: Scope, client: string, limit: number): Promise<readonly RetainedId[]> {
    const text = `${selectKept} AND j.clientid = (SELECT clientid FROM client WHERE name = $1) ORDER BY j.jobid DESC LIMIT $2`;
    return (await this.catalog.arrays<KeptIdRow>(text, [client, limit])).map(keptId);
  }

  /** Walks the primary key, so that a look costs the same wherever it is. */
  async listKeptRuns(_scope: Scope, choice: KeptRunChoice): Promise<RetainedRuns> {
    // Not asked of a catalog that is not known to be one: an empty answer must mean that no run is there.
    await this.feed.dialect();
    const some = '(SELECT * FROM job WHERE jobid = ANY ($1::bigint[]))';
    const window = '(SELECT * FROM job WHERE jobid < $1::bigint ORDER BY jobid DESC LIMIT $2)';
    const newest = '(SELECT * FROM job ORDER BY jobid DESC LIMIT $1)';
    if ('ids' in choice) return { runs: keptRuns(await this.readKeptRuns(some, [choice.ids])), from: null };
    const { below, limit } = choice;
    const rows = await (below === null
      ? this.readKeptRuns(newest, [limit])
      : this.readKeptRuns(window, [below, limit]));
    return { runs: keptRuns(rows), from: rows.length < limit ? null : (rows.at(-1)?.[0] ?? null) };
  }

  private readKeptRuns(from: string, values: readonly unknown[]): Promise<KeptRunRow[]> {
    return this.feed.arrays<KeptRunRow>(
      `SELECT j.jobid, (${isRestorable} AND ${isUnpurged}) IS TRUE, j.job, c.name, fs.fileset, j.level, j.jobtdate
       FROM ${from} j
       LEFT JOIN client c ON c.clientid = j.clientid
       LEFT JOIN fileset fs ON fs.filesetid = j.filesetid
       ORDER BY j.jobid DESC`,
      values,
    );
  }

  /**
   * Reads on in the index on file records, by its columns alone. What is counted against the limit is what is looked through, not
   * what is found: a run of which every name is known is as bounded as a first one.
   */
  async readNames(_scope: Scope, question: NamesQuery, limit: number): Promise<NamePortion> {
    const dialect = await this.feed.dialect();
    const sql = new SqlParams();
    const text = namesText(dialect, sql, question, limit);
    const rows = await this.feed.arrays<NameRow>(text, sql.values, namesTextName(dialect, question));
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

  async isBeingWritten(_scope: Scope): Promise<boolean> {
    const [row] = await this.feed.arrays<[boolean]>(writersText, [], 'file_writers');
    return row?.[0] === true;
  }

  /** A probe of the index for each run. */
  async runsWithoutNames(_scope: Scope, jobIds: readonly number[]): Promise<number[]> {
    const { files } = await this.feed.dialect();
    const rows = await this.feed.arrays<[jobId: string]>(
      `SELECT run.id FROM unnest($1::bigint[]) AS run(id)
       WHERE (SELECT 1 FROM ${files} f WHERE f.jobid = run.id LIMIT 1) IS NULL`,
      [jobIds],
    );
    return rows.map(([jobId]) => Number(jobId));
  }
}

function keptId([jobId, client, time]: KeptIdRow): RetainedId {
  return { jobId, client, dataTime: integerOf(time) };
}

function keptValues(runs: readonly VersionedRun[], keys: readonly FileKey[]): unknown[] {
  return [
    runs.map(({ jobId }) => jobId),
    runs.map(({ counts }) => counts),
    runs.map(({ isKnown }) => isKnown),
    keys.map(({ pathId }) => pathId),
    keys.map(({ name }) => name),
    runs.map(({ isOwn }) => isOwn),
  ];
}

function foundFile(row: KeptFileRow): FoundFile {
  const entry = entryOf({
    path: row[1],
    filename: row[2],
    client: row[3],
    fileid: row[4],
    jobid: row[5],
    lstat: row[6],
  });
  return { position: row[0], entry, versions: row[7], isDeleted: row[8] };
}

function keptRuns(rows: readonly KeptRunRow[]): KeptRun[] {
  const runs: KeptRun[] = [];
  for (const [jobId, isKept, uniqueName, client, fileset, level, dataTime] of rows) {
    if (!isKept) continue;
    const isFull = level === 'F' || level === 'f';
    runs.push({
      jobId,
      uniqueName,
      client: client ?? '',
      fileset: fileset ?? '',
      isFull,
      dataTime: integerOf(dataTime),
    });
  }
  return runs;
}

/** Of runs with few names more time would go into plans than into reading. */
function namesTextName({ names }: CatalogDialect, { after, knownIn }: NamesQuery): string {
  return `feed_${names.column}_${after === null ? 'first' : 'next'}_${knownIn.length === 0 ? 'all' : 'new'}`;
}

function namesText(dialect: CatalogDialect, sql: SqlParams, question: NamesQuery, limit: number): string {
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
