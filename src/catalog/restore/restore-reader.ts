import { type CatalogEntry, RawPath } from '../../domain/catalog-entry.js';
import { levelOfLetter } from '../../domain/job.js';
import { entryTypeOfMode } from '../../domain/lstat.js';
import { countCap, countUpTo, type PageRequest, type Slice, sliceOf, totalOf } from '../../domain/pagination.js';
import { type Scope } from '../../domain/principal.js';
import { byDataTime, lostMediaStatuses } from '../../domain/restore-chain.js';
import { type RestoreOutcome } from '../../domain/restore-facts.js';
import {
  type FileVersion,
  type PointOptions,
  type ResolvedChain,
  type RestoredEntry,
  type RestorePlan,
  type RestorePoint,
  type RestoreReader,
  type RunName,
} from '../../domain/restore-reader.port.js';
import { type CatalogConnection } from '../connection.js';
import { type CatalogDialect } from '../dialect.js';
import { chainTables } from '../files/newest-versions.js';
import {
  canBeRecorded,
  endMs,
  entryOf,
  type EntryRow,
  integerOf,
  numberAt,
  rawBytes,
  rawText,
  SqlParams,
  timeOf,
} from '../rows.js';
import { isGoodRun, isRestorable, isUnpurged } from '../runs/retained-runs.js';
import { findBackups, findBaseJobs } from './backups.js';
import { findFolder, readFolderPage } from './folders.js';
import { FirstNames, findPaths, findRoots, linksOutOf, type RestoreIds, type RestoreSource } from './restore-ids.js';
import { findDeltaParts, NeededVolumes, Tally } from './restore-plan.js';
import { countPoints, describePoints, findPoints } from './restore-points.js';
import { findEmptyTrees, type LiveRow, outsideTrees, selectionOf, streamFiles, streamTrees } from './visible-files.js';

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

interface VersionRow extends EntryRow {
  readonly md5: string | null;
  readonly level: string;
  readonly endtime: number | null;
  readonly jobtdate: string | null;
  readonly volumes: string[] | null;
}

/** As long as a plan of the whole chain may take. */
const folderReadingTimeMs = 20_000;

/** In one statement. */
const portionRuns = 5_000;

const lostStatuses = lostMediaStatuses.map((status) => `'${status}'`).join(', ');

const media = 'SELECT FROM jobmedia m LEFT JOIN media v ON v.mediaid = m.mediaid WHERE m.jobid = j.jobid';

/**
 * What is left of a run whose records were purged may be a part: then its segments do not reach from the first file to the last.
 * Where file records alone were purged, as Bacula does after the time of their own retention, the Director still restores the whole run.
 */
const isCut = `(COALESCE(j.purgedfiles, 0) <> 0 AND NOT COALESCE((SELECT min(m.firstindex) <= 1 AND max(m.lastindex) >= j.jobfiles
  FROM jobmedia m WHERE m.jobid = j.jobid), false))`;

/** A run without files needs no volume. */
const isGone = `(COALESCE(j.jobfiles, 0) > 0 AND (NOT EXISTS (${media})
  OR EXISTS (${media} AND (v.mediaid IS NULL OR v.volstatus IN (${lostStatuses}))) OR ${isCut}))`;

export class SqlRestoreReader implements RestoreReader, RestoreSource {
  constructor(private readonly catalog: CatalogConnection) {}

  /** Each good, unpurged backup of the client, newest data first, with what a restore of it needs. */
  async listPoints(
    _scope: Scope,
    client: string,
    options: PointOptions,
    page: PageRequest,
  ): Promise<Slice<RestorePoint>> {
    const points = await findPoints(this.catalog, client, options, page);
    const total = page.count === true ? await countPoints(this.catalog, client, options) : undefined;
    const slice = sliceOf(points, page.limit, (point) => [point.dataTime, point.jobId], total);
    return { ...slice, items: await describePoints(this.catalog, client, slice.items) };
  }

  /** Which of the asked runs can be read, oldest data first, with the base jobs that they lean on. */
  async resolveChain(_scope: Scope, jobids: readonly number[]): Promise<ResolvedChain> {
    const asked = [...new Set(jobids)];
    const found = await findBackups(this.catalog, asked);
    const bases = await findBaseJobs(
      this.catalog,
      found.filter((run) => run.hasBase).map((run) => run.jobId),
    );
    const added = [...new Set([...bases.values()].flat())].filter((id) => !found.some((run) => run.jobId === id));
    const all = [...found, ...(await findBackups(this.catalog, added))].sort(byDataTime);
    const here = new Set(all.map((run) => run.jobId));
    return {
      jobids: all.map((run) => run.jobId),
      missingJobids: asked.filter((id) => !here.has(id)).sort((a, b) => a - b),
      unpreparedJobids: all.filter((run) => !run.isPrepared).map((run) => run.jobId),
      clients: sortedNames(all.map((run) => run.client)),
      filesets: sortedNames(all.map((run) => run.fileset)),
    };
  }

  /** Lists one folder as the whole chain of backups left it. Every page but the last is full, even if files were deleted. `null` lists the roots. */
  async listFolder(
    _scope: Scope,
    chain: ResolvedChain,
    folder: RawPath | null,
    page: PageRequest,
  ): Promise<Slice<CatalogEntry>> {
    const found = folder === null ? null : await findFolder(this.catalog, folder);
    if (found === undefined || chain.jobids.length === 0) {
      return page.count === true
        ? { items: [], next: null, total: { value: 0, exact: true } }
        : { items: [], next: null };
    }
    const read = (part: PageRequest) => readFolderPage(this.catalog, chain.jobids, found, part);
    const slice = await read(page);
    return page.count === true ? { ...slice, total: await countUpTo(read) } : slice;
  }

  /** Every version of one path that a good, unpurged backup of the client still has, newest data first. */
  async listVersions(_scope: Scope, client: string, path: RawPath, page: PageRequest): Promise<Slice<FileVersion>> {
    const read = (part: PageRequest) =>
      canBeRecorded(path) ? this.readVersions(client, path, part) : Promise.resolve({ items: [], next: null });
    const slice = await read(page);
    return page.count === true ? { ...slice, total: await countUpTo(read) } : slice;
  }

  private async readVersions(client: string, path: RawPath, page: PageRequest): Promise<Slice<FileVersion>> {
    const sql = new SqlParams();
    const text = versionsText(await this.catalog.dialect(), sql, this.catalog.timezone, client, path, page);
    const rows = await this.catalog.rows<VersionRow>(text, sql.values, page.after ? 'versions_after' : 'versions');
    const slice = sliceOf(rows, page.limit, (row) => [integerOf(row.jobtdate), row.jobid]);
    return { ...slice, items: slice.items.map(versionOf) };
  }

  /** The first live entries of a selection. Only so many records are read as are answered. */
  async listSelected(
    _scope: Scope,
    chain: ResolvedChain,
    paths: readonly RawPath[],
    limit: number,
  ): Promise<readonly CatalogEntry[]> {
    if (chain.jobids.length === 0 || limit <= 0) return [];
    const selection = selectionOf(paths);
    const fileIds = new Set<string>();
    const take = (rows: readonly LiveRow[]): boolean => {
      for (const row of rows) if (fileIds.size < limit) fileIds.add(row[5]);
      return fileIds.size < limit;
    };
    await streamFiles(this.catalog, chain.jobids, selection, take);
    if (fileIds.size < limit) await streamTrees(this.catalog, chain.jobids, selection, take);
    return this.entriesOf([...fileIds]);
  }

  private async entriesOf(fileIds: readonly string[]): Promise<CatalogEntry[]> {
    const { files, names } = await this.catalog.dialect();
    const rows = await this.catalog.rows<EntryRow>(
      `SELECT f.fileid::text AS fileid, f.jobid, f.lstat, ${rawBytes('p.path')} AS path,
         ${rawBytes(names.nameOf('f.namekey'))} AS filename, cl.name AS client
       FROM unnest($1::bigint[]) AS k(fileid)
       JOIN ${files} f ON f.fileid = k.fileid
       JOIN path p ON p.pathid = f.pathid
       JOIN job j ON j.jobid = f.jobid
       JOIN client cl ON cl.clientid = j.clientid`,
      [fileIds],
    );
    return rows.map(entryOf);
  }

  /** Streams the path of every live file and link. Nothing is kept, so memory does not grow with the chain. */
  async readPaths(
    _scope: Scope,
    { jobids }: ResolvedChain,
    take: (paths: readonly RawPath[]) => boolean,
  ): Promise<void> {
    if (jobids.length === 0) return;
    const { files, names } = await this.catalog.dialect();
    const text = `
      WITH ${chainTables('$1')}
      SELECT ${rawBytes('p.path')}, ${rawBytes(names.nameOf('f.namekey'))}
      FROM chain c JOIN ${files} f ON f.jobid = c.jobid JOIN path p ON p.pathid = f.pathid
      WHERE f.fileindex > 0 AND NOT EXISTS (
        SELECT 1 FROM chain later JOIN ${files} n ON n.jobid = later.jobid
        WHERE later.ord > 1 AND later.ord > c.ord AND later.clientid = c.clientid
          AND n.pathid = f.pathid AND n.namekey = f.namekey)`;
    await this.catalog.stream<[folder: Buffer, name: Buffer]>(text, [jobids], folderReadingTimeMs, (rows) =>
      take(
        rows.flatMap(([folder, name]) => (name.length === 0 ? [] : [RawPath.ofBytes(Buffer.concat([folder, name]))])),
      ),
    );
  }

  /**
   * What a restore of the selection reads: entries (folders and links count, as in a run's own figures), bytes of content,
   * volumes. Files are streamed, so memory does not grow with the chain but for a bit each.
   */
  async planRestore(_scope: Scope, chain: ResolvedChain, paths: readonly RawPath[]): Promise<RestorePlan> {
    const selection = selectionOf(paths);
    if (chain.jobids.length === 0) return { files: 0, contents: 0, bytes: 0, volumes: [], missing: [...paths] };
    const tally = new Tally(await NeededVolumes.ofChain(this.catalog, chain.jobids));
    const foundTrees = new Set<number>();
    const foundFiles = new Set<number>();
    await streamTrees(this.catalog, chain.jobids, selection, (rows) => {
      for (const row of rows) {
        foundTrees.add(row[3]);
        tally.add(row);
      }
    });
    await streamFiles(this.catalog, chain.jobids, selection, (rows) => {
      for (const row of rows) {
        foundFiles.add(row[3]);
        tally.add(row);
      }
    });
    tally.addParts(await findDeltaParts(this.catalog, chain.jobids, tally.deltaFileIds));
    const emptyTrees = await findEmptyTrees(this.catalog, chain.jobids, selection.nested);
    const missing = [
      ...selection.trees.filter((_tree, position) => !foundTrees.has(position)).map((tree) => tree.folder),
      ...emptyTrees.map((tree) => tree.folder),
      ...selection.files.filter((_file, position) => !foundFiles.has(position)),
      ...selection.impossible,
    ];
    return { ...(await tally.finish()), missing };
  }

  /** What became of each chosen file of a restore, failures first; null where the catalog has no such list. */
  async listRestored(_scope: Scope, jobId: number, page: PageRequest): Promise<Slice<RestoredEntry> | null> {
    const { listsRestored } = await this.catalog.dialect();
    if (!listsRestored) return null;
    const sql = new SqlParams();
    const job = `${sql.add(jobId)}::integer`;
    const after = page.after
      ? `AND (outcome, place) > (${sql.add(numberAt(page.after, 0))}::smallint, ${sql.add(numberAt(page.after, 1))}::integer)`
      : '';
    const rows = await this.catalog.rows<RestoredRow>(
      `SELECT r.outcome, r.place, r.sourcejobid, r.path, r.mode, r.size::text AS size, r.modified::text AS modified, r.reason,
         c.name AS client
       FROM (SELECT * FROM backup_console_restored WHERE jobid = ${job} ${after}
         ORDER BY outcome, place LIMIT ${sql.add(page.limit + 1)}) r
       LEFT JOIN job j ON j.jobid = r.sourcejobid
       LEFT JOIN client c ON c.clientid = j.clientid
       ORDER BY r.outcome, r.place`,
      sql.values,
    );
    const total = page.count === true ? totalOf(await this.countRestored(jobId)) : undefined;
    const slice = sliceOf(rows, page.limit, ({ outcome, place }) => [outcome, place], total);
    return { ...slice, items: slice.items.map(restoredEntryOf) };
  }

  private async countRestored(jobId: number): Promise<number> {
    const [row] = await this.catalog.rows<{ files: string }>(
      `SELECT count(*) AS files FROM (
         SELECT 1 FROM backup_console_restored WHERE jobid = $1::integer LIMIT ${countCap + 1}) counted`,
      [jobId],
    );
    return Number(row?.files ?? 0);
  }

  /** By the primary key and the index on segments: it costs as much as runs are asked about, however long the history is. */
  async lostRuns(_scope: Scope, runs: readonly RunName[]): Promise<readonly number[]> {
    // Not asked of a catalog that is not known to be one: what it does not have would be lost.
    await this.catalog.dialect();
    const lost: number[] = [];
    for (let from = 0; from < runs.length; from += portionRuns) {
      const portion = runs.slice(from, from + portionRuns);
      const rows = await this.catalog.arrays<[number]>(
        `SELECT w.jobid::integer FROM unnest($1::bigint[], $2::text[]) w(jobid, name)
         LEFT JOIN job j ON j.jobid = w.jobid AND (w.name IS NULL OR j.job = w.name)
         WHERE j.jobid IS NULL OR ${isGone}`,
        [portion.map(({ jobId }) => jobId), portion.map(({ uniqueName }) => comparable(uniqueName))],
      );
      for (const [jobId] of rows) lost.push(jobId);
    }
    if (lost.length === 0) return lost;
    const replaced = await this.replacedAmong(lost);
    return lost.filter((jobId) => !replaced.has(jobId));
  }

  /** A copy becomes the backup itself when its original is forgotten; a migrated run is continued by another. */
  private async replacedAmong(jobIds: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await this.catalog.arrays<[number]>(
      `SELECT DISTINCT j.priorjobid FROM job j
       WHERE j.priorjobid = ANY ($1::bigint[]) AND j.type IN ('B', 'C') AND ${isGoodRun} AND NOT ${isGone}`,
      [jobIds],
    );
    return new Set(rows.map(([jobId]) => jobId));
  }

  /** Translates a selection of paths into the ids that a Director's restore commands take. What the chain does not hold is left out. */
  async restoreIds(jobids: readonly number[], paths: readonly RawPath[]): Promise<RestoreIds> {
    const selection = selectionOf(paths);
    const pathIds = selection.everything
      ? await findRoots(this.catalog, jobids)
      : await findPaths(
          this.catalog,
          selection.trees.map(({ folder }) => folder),
        );
    const fileIds: string[] = [];
    const firsts = new FirstNames();
    await streamFiles(this.catalog, jobids, selection, (rows) => {
      for (const [jobId, , lstat, , , fileId] of rows) {
        fileIds.push(fileId);
        firsts.take(jobId, lstat);
      }
    });
    const ofFiles = await outsideTrees(this.catalog, [], firsts.all);
    return { pathIds, fileIds, hardLinks: [...ofFiles, ...(await linksOutOf(this.catalog, jobids, selection))] };
  }

  /** Which of these runs the Director has not yet prepared for browsing (its cache of folders). */
  async unprepared(jobids: readonly number[]): Promise<number[]> {
    const rows = await this.catalog.rows<{ jobid: number }>(
      'SELECT jobid FROM job WHERE jobid = ANY ($1::bigint[]) AND hascache = 0',
      [jobids],
    );
    return rows.map(({ jobid }) => jobid);
  }
}

function sortedNames(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

/** Walks the client's backups from the newest down with one index probe each, and stops when the page is full. */
function versionsText(
  dialect: CatalogDialect,
  sql: SqlParams,
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

/** Catalogs hold names as bytes, which are not always what is shown of them. */
function comparable(uniqueName: string): string | null {
  return /^[\x20-\x7e]+$/.test(uniqueName) ? uniqueName : null;
}
