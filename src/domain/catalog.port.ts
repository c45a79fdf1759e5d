import { type PageRequest, type Slice } from './page.js';
import { type RawPath } from './raw-path.js';
import { type LogLine, type Run, type RunFilter, type RunVolume } from './run.js';
import { type Scope } from './scope.js';
import { type ForgetChoice, type VolumeImpact } from './volume-impact.js';
import { type Pool, type Volume, type VolumeFilter, type VolumeShare, type VolumeSort } from './volumes.js';

export type EntryType = 'file' | 'folder' | 'symlink' | 'other';

/** One file, folder or link as one run recorded it. Names are raw bytes. */
export interface CatalogEntry {
  /** Absolute; a folder's ends in `/`. */
  readonly path: RawPath;
  readonly type: EntryType;
  readonly client: string;
  readonly jobId: number;
  /** Opaque; a folder that no run recorded itself has none. */
  readonly fileId: string | null;
  readonly size: number;
  readonly modifiedAt: Date | null;
  /** Permission and type bits as lstat gives them. */
  readonly mode: number;
}

/** One of the versions of a path, newest first. */
export interface FileVersion extends CatalogEntry {
  readonly checksum: string | null;
  readonly endedAt: Date | null;
  readonly level: string;
  readonly volumes: readonly string[];
}

export interface ResolvedChain {
  /** Those of the asked ids whose file records can be read, ascending by the data's time. */
  readonly jobids: readonly number[];
  readonly missingJobids: readonly number[];
  /** Clients and filesets that these runs belong to, by name. */
  readonly clients: readonly string[];
  readonly filesets: readonly string[];
}

export interface SearchQuery {
  /** Case-insensitive part of the name; `*` any run of characters, `?` one character. */
  readonly text: string;
  readonly exact?: boolean;
}

export interface RestorePoint {
  readonly jobId: number;
  readonly client: string;
  readonly fileset: string;
  readonly job: string;
  readonly level: string;
  readonly endedAt: Date;
  /** Of the whole chain. */
  readonly files: number;
  readonly bytes: number;
  readonly jobids: readonly number[];
  readonly restorable: 'yes' | 'partial' | 'no';
  readonly reasons: readonly string[];
}

export interface PlannedVolume {
  readonly volume: string;
  readonly pool: string | null;
  readonly storage: string | null;
  readonly status: string;
  readonly available: boolean;
  readonly reason: string | null;
}

export interface RestorePlan {
  readonly files: number;
  readonly bytes: number;
  readonly volumes: readonly PlannedVolume[];
  /** Those of the selection that the chain does not hold. */
  readonly missing: readonly RawPath[];
}

export interface LastGoodBackup {
  readonly client: string;
  readonly jobId: number;
  readonly endedAt: Date;
}

export interface RunCounts {
  readonly running: number;
  readonly waiting: number;
  readonly failed24h: number;
  readonly warning24h: number;
  readonly volumesInError: number;
}

/** Which run records to read: a window of ids, or some by id. */
export type RunChoice = { readonly after: number; readonly limit: number } | { readonly ids: readonly number[] };

/** Lines by jobId. */
export type LogTails = ReadonlyMap<number, readonly LogLine[]>;

/** Reads of one Director's catalog: history, files, volumes. Never writes. */
export abstract class CatalogPort {
  abstract readonly director: string;

  /** Newest first by jobId. A page's key is `[jobId]` of its last row, so that lists of several Directors can be merged. */
  abstract listRuns(scope: Scope, filter: RunFilter, page: PageRequest): Promise<Slice<Run>>;
  abstract findRun(scope: Scope, jobId: number): Promise<Run | null>;
  /** The newest run that carries this mark in its Comment; looked for among the newest only, for there is no index on it. */
  abstract findRunByMark(scope: Scope, mark: string): Promise<Run | null>;
  /** Ascending by jobId, in whatever state: those after an id, at most `limit`, or those of the given ids that there are. */
  abstract readRuns(scope: Scope, choice: RunChoice): Promise<readonly Run[]>;
  /** The largest id of all runs on record; 0 where there is none. */
  abstract newestJobId(scope: Scope): Promise<number>;
  /** The newest run of each of the jobs that ever ran. */
  abstract lastRuns(scope: Scope, jobs: readonly string[]): Promise<ReadonlyMap<string, Run>>;
  abstract listLog(scope: Scope, jobId: number, page: PageRequest): Promise<Slice<LogLine>>;
  /** The last lines of each run's log, at most `perRun`, oldest first; runs without lines are absent. Long lines may come cut. */
  abstract lastLogLines(scope: Scope, jobIds: readonly number[], perRun: number): Promise<LogTails>;
  abstract listRunFiles(scope: Scope, jobId: number, page: PageRequest): Promise<Slice<CatalogEntry>>;
  abstract listRunVolumes(scope: Scope, jobId: number): Promise<readonly RunVolume[]>;
  abstract countRuns(scope: Scope, since: Date): Promise<RunCounts>;
  /** In one order for all pages. A page's key is the last row's place in that order, so that lists of several Directors can be merged. */
  abstract listVolumes(scope: Scope, filter: VolumeFilter, sort: VolumeSort, page: PageRequest): Promise<Slice<Volume>>;
  abstract findVolume(scope: Scope, volume: string): Promise<Volume | null>;
  /** Newest first; runs that the catalog has forgotten are left out. */
  abstract listVolumeShares(scope: Scope, mediaId: number, page: PageRequest): Promise<Slice<VolumeShare>>;
  /** By name; all of them, for pools are few. */
  abstract listPools(scope: Scope): Promise<readonly Pool[]>;
  abstract lastGoodBackups(scope: Scope): Promise<readonly LastGoodBackup[]>;

  /** Newest first; `before` bounds the time that the data had. */
  abstract listPoints(
    scope: Scope,
    client: string,
    options: { readonly fileset?: string; readonly before?: Date },
    page: PageRequest,
  ): Promise<Slice<RestorePoint>>;
  abstract resolveChain(scope: Scope, jobids: readonly number[]): Promise<ResolvedChain>;
  /** Merged listing of one folder over the chain: folders first, then files, each by raw name. null: the roots. */
  abstract listFolder(
    scope: Scope,
    chain: ResolvedChain,
    folder: RawPath | null,
    page: PageRequest,
  ): Promise<Slice<CatalogEntry>>;
  abstract searchFiles(
    scope: Scope,
    chain: ResolvedChain,
    query: SearchQuery,
    page: PageRequest,
  ): Promise<Slice<CatalogEntry>>;
  abstract listVersions(scope: Scope, client: string, path: RawPath, page: PageRequest): Promise<Slice<FileVersion>>;
  /** An empty selection is everything that the chain holds. */
  abstract planRestore(scope: Scope, chain: ResolvedChain, selection: readonly RawPath[]): Promise<RestorePlan>;

  /** What would be lost if these runs on the volume were forgotten now; null where the catalog has no volume of this name. */
  abstract volumeImpact(scope: Scope, volume: string, choice: ForgetChoice): Promise<VolumeImpact | null>;
  /** Those of the runs whose files are still recorded. */
  abstract recordedRuns(scope: Scope, jobids: readonly number[]): Promise<readonly number[]>;
}
