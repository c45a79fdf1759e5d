import {
  CatalogPort,
  type CatalogEntry,
  type FileVersion,
  type KeptRunChoice,
  type RetainedRuns,
  type LastGoodBackup,
  type LogTails,
  type NamePortion,
  type NamesQuery,
  type ResolvedChain,
  type RestorePlan,
  type RestorePoint,
  type RunChoice,
  type RunName,
  type RunCounts,
  type VolumeSum,
  type RestoredEntry,
} from '../domain/catalog.port.js';
import {
  type FoundEntry,
  type FoundFile,
  type RetainedId,
  type SearchQuery,
  type SearchScope,
  type VersionedRun,
  type WantedNames,
  type FileKey,
} from '../domain/file-search.js';
import { type PageRequest, type Slice } from '../domain/pagination.js';
import { type RawPath } from '../domain/catalog-entry.js';
import { type LogLine, type Run, type RunFilter, type RunVolume } from '../domain/run.js';
import { type Scope } from '../domain/principal.js';
import { CatalogConnection, type CatalogOptions, feedLine } from './connection.js';
import { type ForgetChoice, type RunImpact, type VolumeImpact } from '../domain/volume-impact.js';
import { type Pool, type Volume, type VolumeFilter, type VolumeShare, type VolumeSort } from '../domain/volumes.js';
import { type RestoreIds, findRestoreIds, findUnprepared } from './restore/restore-ids.js';
import { readPaths, findNames, findNewest, searchFiles } from './files/file-search.js';
import { listVersions } from './files/newest-versions.js';
import { listFolder, findFolders } from './files/folders.js';
import { listKeptRuns, resolveChain, lostRuns } from './runs/retained-runs.js';
import {
  lastGoodBackups,
  lastRuns,
  countRuns,
  newestJobId,
  readRuns,
  findRunByTag,
  findRun,
  listRuns,
} from './runs/run-list.js';
import { listPools } from './volumes/pools.js';
import { findRetained, listRetainedIds, listNewestKeptIds } from './files/retained-files.js';
import { planRestore } from './restore/restore-plan.js';
import { listPoints, type PointOptions } from './restore/restore-points.js';
import { listRestored, listRunFiles, lastLogLines, listLog, listRunVolumes } from './runs/run-details.js';
import { listSelected } from './files/visible-files.js';
import { isBeingWritten, readNames, runsWithoutNames } from './files/file-names.js';
import { sumVolumes, listVolumeShares, findVolume, listVolumes } from './volumes/volumes.js';
import { findRunImpact, findVolumeImpact, recordedRuns } from './volumes/volume-impact.js';

/**
 * Reads a Bacula-family catalog in PostgreSQL, one file for each question. Never writes, has few connections and a limit
 * on every statement. Scopes hold everything today; the place to narrow is each question's own conditions.
 */
export class BaculaCatalog extends CatalogPort {
  readonly director: string;
  private readonly catalog: CatalogConnection;
  private readonly feed: CatalogConnection;

  constructor(options: CatalogOptions) {
    super();
    this.director = options.director;
    this.catalog = new CatalogConnection(options);
    this.feed = new CatalogConnection(options, feedLine);
  }

  async close(): Promise<void> {
    await Promise.all([this.catalog.close(), this.feed.close()]);
  }

  override listRuns(_scope: Scope, filter: RunFilter, page: PageRequest): Promise<Slice<Run>> {
    return listRuns(this.catalog, filter, page);
  }

  override findRun(_scope: Scope, jobId: number): Promise<Run | null> {
    return findRun(this.catalog, jobId);
  }

  /** Which product and version made the catalog. */
  async schema(): Promise<{ readonly product: string; readonly version: number }> {
    const { product, version } = await this.catalog.dialect();
    return { product, version };
  }

  override findRunByMark(_scope: Scope, mark: string): Promise<Run | null> {
    return findRunByTag(this.catalog, mark);
  }

  override readRuns(_scope: Scope, choice: RunChoice): Promise<readonly Run[]> {
    return readRuns(this.catalog, choice);
  }

  override newestJobId(_scope: Scope): Promise<number> {
    return newestJobId(this.catalog);
  }

  override lastRuns(_scope: Scope, jobs: readonly string[]): Promise<ReadonlyMap<string, Run>> {
    return lastRuns(this.catalog, jobs);
  }

  override listLog(_scope: Scope, jobId: number, page: PageRequest): Promise<Slice<LogLine>> {
    return listLog(this.catalog, jobId, page);
  }

  override lastLogLines(_scope: Scope, jobIds: readonly number[], perRun: number): Promise<LogTails> {
    return lastLogLines(this.catalog, jobIds, perRun);
  }

  override listRunFiles(_scope: Scope, jobId: number, page: PageRequest): Promise<Slice<CatalogEntry>> {
    return listRunFiles(this.catalog, jobId, page);
  }

  override listRestored(_scope: Scope, jobId: number, page: PageRequest): Promise<Slice<RestoredEntry> | null> {
    return listRestored(this.catalog, jobId, page);
  }

  override listRunVolumes(_scope: Scope, jobId: number): Promise<readonly RunVolume[]> {
    return listRunVolumes(this.catalog, jobId);
  }

  override countRuns(_scope: Scope, since: Date): Promise<RunCounts> {
    return countRuns(this.catalog, since);
  }

  override sumVolumes(_scope: Scope): Promise<readonly VolumeSum[]> {
    return sumVolumes(this.catalog);
  }

  override listVolumes(
    _scope: Scope,
    filter: VolumeFilter,
    sort: VolumeSort,
    page: PageRequest,
  ): Promise<Slice<Volume>> {
    return listVolumes(this.catalog, filter, sort, page);
  }

  override findVolume(_scope: Scope, volume: string): Promise<Volume | null> {
    return findVolume(this.catalog, volume);
  }

  override listVolumeShares(_scope: Scope, mediaId: number, page: PageRequest): Promise<Slice<VolumeShare>> {
    return listVolumeShares(this.catalog, mediaId, page);
  }

  override listPools(_scope: Scope): Promise<readonly Pool[]> {
    return listPools(this.catalog);
  }

  override lastGoodBackups(_scope: Scope): Promise<readonly LastGoodBackup[]> {
    return lastGoodBackups(this.catalog);
  }

  override listPoints(
    _scope: Scope,
    client: string,
    options: PointOptions,
    page: PageRequest,
  ): Promise<Slice<RestorePoint>> {
    return listPoints(this.catalog, client, options, page);
  }

  override resolveChain(_scope: Scope, jobids: readonly number[]): Promise<ResolvedChain> {
    return resolveChain(this.catalog, jobids);
  }

  override listFolder(
    _scope: Scope,
    chain: ResolvedChain,
    folder: RawPath | null,
    page: PageRequest,
  ): Promise<Slice<CatalogEntry>> {
    return listFolder(this.catalog, chain, folder, page);
  }

  override searchFiles(
    _scope: Scope,
    chain: ResolvedChain,
    query: SearchQuery,
    page: PageRequest,
    reach?: SearchScope,
  ): Promise<Slice<CatalogEntry>> {
    return searchFiles(this.catalog, chain, query, page, reach);
  }

  override findNewest(
    _scope: Scope,
    chain: ResolvedChain,
    client: string,
    keys: readonly FileKey[],
    known: readonly number[],
    own?: readonly number[],
  ): Promise<readonly FoundEntry[]> {
    return findNewest(this.catalog, chain, client, keys, known, own);
  }

  override findFolders(_scope: Scope, folder: RawPath, limit: number): Promise<readonly string[] | null> {
    return findFolders(this.catalog, folder, limit);
  }

  override listKeptIds(
    _scope: Scope,
    client: string | null,
    after: number,
    limit: number,
  ): Promise<readonly RetainedId[]> {
    return listRetainedIds(this.catalog, client, after, limit);
  }

  override listNewestKeptIds(_scope: Scope, client: string, limit: number): Promise<readonly RetainedId[]> {
    return listNewestKeptIds(this.catalog, client, limit);
  }

  override findNames(_scope: Scope, wanted: WantedNames, limit: number): Promise<readonly FileKey[]> {
    return findNames(this.catalog, wanted, limit);
  }

  override findKept(
    _scope: Scope,
    runs: readonly VersionedRun[],
    keys: readonly FileKey[],
  ): Promise<readonly FoundFile[]> {
    return findRetained(this.catalog, runs, keys);
  }

  override listKeptRuns(_scope: Scope, choice: KeptRunChoice): Promise<RetainedRuns> {
    return listKeptRuns(this.feed, choice);
  }

  override readNames(_scope: Scope, question: NamesQuery, limit: number): Promise<NamePortion> {
    return readNames(this.feed, question, limit);
  }

  override isBeingWritten(_scope: Scope): Promise<boolean> {
    return isBeingWritten(this.feed);
  }

  override runsWithoutNames(_scope: Scope, jobIds: readonly number[]): Promise<readonly number[]> {
    return runsWithoutNames(this.feed, jobIds);
  }

  override listVersions(_scope: Scope, client: string, path: RawPath, page: PageRequest): Promise<Slice<FileVersion>> {
    return listVersions(this.catalog, client, path, page);
  }

  /** Ids that the Director's own restore commands take; see RestoreSource. */
  restoreIds(jobids: readonly number[], selection: readonly RawPath[]): Promise<RestoreIds> {
    return findRestoreIds(this.catalog, jobids, selection);
  }

  /** Those of the runs that the Director has not yet prepared for browsing. */
  unprepared(jobids: readonly number[]): Promise<readonly number[]> {
    return findUnprepared(this.catalog, jobids);
  }

  override listSelected(
    _scope: Scope,
    chain: ResolvedChain,
    selection: readonly RawPath[],
    limit: number,
  ): Promise<readonly CatalogEntry[]> {
    return listSelected(this.catalog, chain, selection, limit);
  }

  override readPaths(_scope: Scope, chain: ResolvedChain, take: (paths: readonly RawPath[]) => boolean): Promise<void> {
    return readPaths(this.catalog, chain, take);
  }

  override planRestore(_scope: Scope, chain: ResolvedChain, selection: readonly RawPath[]): Promise<RestorePlan> {
    return planRestore(this.catalog, chain, selection);
  }

  override volumeImpact(_scope: Scope, volume: string, choice: ForgetChoice): Promise<VolumeImpact | null> {
    return findVolumeImpact(this.catalog, volume, choice);
  }

  override runImpact(_scope: Scope, jobId: number): Promise<RunImpact | null> {
    return findRunImpact(this.catalog, jobId);
  }

  override lostRuns(_scope: Scope, runs: readonly RunName[]): Promise<readonly number[]> {
    return lostRuns(this.catalog, runs);
  }

  override recordedRuns(_scope: Scope, jobids: readonly number[]): Promise<readonly number[]> {
    return recordedRuns(this.catalog, jobids);
  }
}
