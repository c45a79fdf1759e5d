import { type PageKey, type PageRequest, type Slice } from './pagination.js';
import { type CatalogEntry, type EntryType, type RawPath } from './catalog-entry.js';
import {
  type FoundEntry,
  type FoundFile,
  type RetainedId,
  type SearchQuery,
  type SearchScope,
  type VersionedRun,
  type WantedNames,
  type FileKey,
} from './file-search.js';
import { type LogLine, type Run, type RunFilter, type RunVolume } from './run.js';
import { type RestoreOutcome } from './restore-facts.js';
import { type ChainProblem } from './restore-chain.js';
import { type Scope } from './principal.js';
import { type ForgetChoice, type RunImpact, type VolumeImpact } from './volume-impact.js';
import { type Pool, type Volume, type VolumeFilter, type VolumeShare, type VolumeSort } from './volumes.js';

export type { CatalogEntry, EntryType };

/** One of the versions of a path, newest first. */
export interface FileVersion extends CatalogEntry {
  readonly checksum: string | null;
  readonly endedAt: Date | null;
  readonly level: string;
  readonly volumes: readonly string[];
}

/** A file, folder or link that a restore was to bring back; `jobId` is the run that recorded it. */
export interface RestoredEntry extends CatalogEntry {
  readonly outcome: RestoreOutcome;
  /** Why it failed. */
  readonly reason: string | null;
}

export interface ResolvedChain {
  /** Those of the asked ids whose file records can be read, ascending by the data's time. */
  readonly jobids: readonly number[];
  readonly missingJobids: readonly number[];
  /** Those of `jobids` whose folders the Director has not made ready to be browsed. */
  readonly unpreparedJobids: readonly number[];
  /** Clients and filesets that these runs belong to, by name. */
  readonly clients: readonly string[];
  readonly filesets: readonly string[];
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
  /** What it lacks. */
  readonly faults: readonly ChainProblem[];
}

export const volumeFaultCodes = ['not_recorded', 'faulty', 'released', 'not_named'] as const;
export type VolumeFaultCode = (typeof volumeFaultCodes)[number];

export interface PlannedVolume {
  readonly volume: string;
  readonly pool: string | null;
  readonly storage: string | null;
  readonly status: string;
  readonly available: boolean;
  /** Why it is not available, by a stable word and in a sentence. */
  readonly reasonCode: VolumeFaultCode | null;
  readonly reason: string | null;
}

export interface RestorePlan {
  readonly files: number;
  /** Those of `files` that are plain files, further names of them, or symbolic links. */
  readonly contents: number;
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

/** Volumes of one pool that stand alike. `pool` null: of none; `status` in the words of the catalog. */
export interface VolumeSum {
  readonly pool: string | null;
  readonly status: string;
  readonly volumes: number;
  readonly bytes: number;
}

/** Which run records to read: a window of ids, or some by id. */
export type RunChoice = { readonly after: number; readonly limit: number } | { readonly ids: readonly number[] };

/** A good backup whose file records are there to be read. */
export interface KeptRun {
  readonly jobId: number;
  readonly uniqueName: string;
  /** Empty: the catalog names none. */
  readonly client: string;
  /** Empty: the catalog names none. */
  readonly fileset: string;
  readonly isFull: boolean;
  /** The data's own time in seconds, as chains order by it. */
  readonly dataTime: number;
}

/** Which run records to look through: downwards, those below an id (null: from the newest), at most `limit`; or some by id. */
export type KeptRunChoice =
  | { readonly below: number | null; readonly limit: number }
  | { readonly ids: readonly number[] };

export interface RetainedRuns {
  /** Those of the records looked through that are kept. */
  readonly runs: readonly KeptRun[];
  /** The lowest id looked through; null: there is nothing below. */
  readonly from: number | null;
}

export interface NamesQuery {
  readonly jobId: number;
  /** Names that one of these runs has as well are left out. */
  readonly knownIn: readonly number[];
  /** Where to go on, as the portion before said. */
  readonly after: PageKey | null;
}

/** A name that a run recorded, a deletion's too. */
export interface RecordedName {
  /** The catalog's own number of the folder. */
  readonly pathId: string;
  /** Raw bytes; empty for the folder itself. */
  readonly name: Buffer;
  /** What it is called: the name, of a folder's own record the last word of its path. */
  readonly word: Buffer;
}

export interface NamePortion {
  /** In the order of the index on file records, each once. */
  readonly names: readonly RecordedName[];
  /** null: the run was read to its end. */
  readonly next: PageKey | null;
}

/** A run by both of its names: job ids can start over. */
export interface RunName {
  readonly jobId: number;
  readonly uniqueName: string;
}

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
  /** What became of each chosen file of a restore, failures first; null where the Director keeps no such list. */
  listRestored(_scope: Scope, _jobId: number, _page: PageRequest): Promise<Slice<RestoredEntry> | null> {
    return Promise.resolve(null);
  }
  abstract listRunVolumes(scope: Scope, jobId: number): Promise<readonly RunVolume[]>;
  abstract countRuns(scope: Scope, since: Date): Promise<RunCounts>;
  /** Of all volumes, by pool and status. */
  abstract sumVolumes(scope: Scope): Promise<readonly VolumeSum[]>;
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
    options: { readonly fileset?: string; readonly before?: Date; readonly perFileset?: boolean },
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
  /** Names over a chain by the catalog alone, in the order of the index on its file records. */
  abstract searchFiles(
    scope: Scope,
    chain: ResolvedChain,
    query: SearchQuery,
    page: PageRequest,
    reach?: SearchScope,
  ): Promise<Slice<CatalogEntry>>;
  /** Over the one connection that is set apart for feeds, as is `readNames`. */
  abstract listKeptRuns(scope: Scope, choice: KeptRunChoice): Promise<RetainedRuns>;
  /** Looks through at most `limit` records of the run and answers those names among them that are asked for. */
  abstract readNames(scope: Scope, question: NamesQuery, limit: number): Promise<NamePortion>;
  /** Whether somebody writes file records at this moment. Over the connection of the feeds. */
  abstract isBeingWritten(scope: Scope): Promise<boolean>;
  /** Those of the runs of which there is no record of any file. */
  abstract runsWithoutNames(scope: Scope, jobIds: readonly number[]): Promise<readonly number[]>;
  /**
   * The newest version of each name over the chain's runs of one client, in the order of the keys: without what was deleted,
   * without names that one of the `known` runs has a record of, and those that none of the `own` runs has, where they are given.
   */
  abstract findNewest(
    scope: Scope,
    chain: ResolvedChain,
    client: string,
    keys: readonly FileKey[],
    known: readonly number[],
    own?: readonly number[],
  ): Promise<readonly FoundEntry[]>;
  /** Numbers of the folder and of all below it, ascending; null: there are more than `limit`. */
  abstract findFolders(scope: Scope, folder: RawPath, limit: number): Promise<readonly string[] | null>;
  /** Runs whose files can be restored, of one client where it is named: ascending by id after the given one, at most `limit`. */
  abstract listKeptIds(
    scope: Scope,
    client: string | null,
    after: number,
    limit: number,
  ): Promise<readonly RetainedId[]>;
  /** The same of one client, those with the highest ids. */
  abstract listNewestKeptIds(scope: Scope, client: string, limit: number): Promise<readonly RetainedId[]>;
  /** The next names, at most `limit`; none: there are no more. More may come than match: test their paths. */
  abstract findNames(scope: Scope, wanted: WantedNames, limit: number): Promise<readonly FileKey[]>;
  /** Of each name its kept versions among one client's runs, in the order of the keys; without what no run has a version of. */
  abstract findKept(
    scope: Scope,
    runs: readonly VersionedRun[],
    keys: readonly FileKey[],
  ): Promise<readonly FoundFile[]>;
  abstract listVersions(scope: Scope, client: string, path: RawPath, page: PageRequest): Promise<Slice<FileVersion>>;
  /** The first files, folders and links of a selection, in no order, at most `limit`; an empty selection is everything. */
  abstract listSelected(
    scope: Scope,
    chain: ResolvedChain,
    selection: readonly RawPath[],
    limit: number,
  ): Promise<readonly CatalogEntry[]>;
  /** Paths of all that the chain holds but folders, in portions and in no order, until `take` answers false. */
  abstract readPaths(scope: Scope, chain: ResolvedChain, take: (paths: readonly RawPath[]) => boolean): Promise<void>;
  /** An empty selection is everything that the chain holds. */
  abstract planRestore(scope: Scope, chain: ResolvedChain, selection: readonly RawPath[]): Promise<RestorePlan>;

  /** What would be lost if these runs on the volume were forgotten now; null where the catalog has no volume of this name. */
  abstract volumeImpact(scope: Scope, volume: string, choice: ForgetChoice): Promise<VolumeImpact | null>;
  /** What would be lost if this run were forgotten now; null where the catalog has no record of it. */
  abstract runImpact(scope: Scope, jobId: number): Promise<RunImpact | null>;
  /**
   * Those of the good backups that cannot be restored any more: the catalog has no record of them, or of a volume that holds a part
   * of them, or says that such a volume is purged, free for new backups or faulty. One whose copy took its place is not lost.
   */
  abstract lostRuns(scope: Scope, runs: readonly RunName[]): Promise<readonly number[]>;
  /** Those of the runs whose files are still recorded. */
  abstract recordedRuns(scope: Scope, jobids: readonly number[]): Promise<readonly number[]>;
}
