import { type PageRequest, type Slice } from './pagination.js';
import { type CatalogEntry, type RawPath } from './catalog-entry.js';
import { type RestoreOutcome } from './restore-facts.js';
import { type ChainProblem } from './restore-chain.js';
import { type Scope } from './principal.js';

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

/** Which restore points of a client to list. */
export interface PointOptions {
  readonly fileset?: string;
  /** Points whose data is older than this. */
  readonly before?: Date;
  /** Of each fileset its newest point alone. */
  readonly perFileset?: boolean;
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

/** One of the versions of a path, newest first. */
export interface FileVersion extends CatalogEntry {
  readonly checksum: string | null;
  readonly endedAt: Date | null;
  readonly level: string;
  readonly volumes: readonly string[];
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

/** A file, folder or link that a restore was to bring back; `jobId` is the run that recorded it. */
export interface RestoredEntry extends CatalogEntry {
  readonly outcome: RestoreOutcome;
  /** Why it failed. */
  readonly reason: string | null;
}

/** A run by both of its names: job ids can start over. */
export interface RunName {
  readonly jobId: number;
  readonly uniqueName: string;
}

/** Reads what can be restored, and what a restore takes. */
export interface RestoreReader {
  /** Newest first. */
  listPoints(scope: Scope, client: string, options: PointOptions, page: PageRequest): Promise<Slice<RestorePoint>>;
  resolveChain(scope: Scope, jobids: readonly number[]): Promise<ResolvedChain>;
  /** Merged listing of one folder over the chain: folders first, then files, each by raw name. null: the roots. */
  listFolder(
    scope: Scope,
    chain: ResolvedChain,
    folder: RawPath | null,
    page: PageRequest,
  ): Promise<Slice<CatalogEntry>>;
  listVersions(scope: Scope, client: string, path: RawPath, page: PageRequest): Promise<Slice<FileVersion>>;
  /** The first files, folders and links of a selection, in no order, at most `limit`; an empty selection is everything. */
  listSelected(
    scope: Scope,
    chain: ResolvedChain,
    selection: readonly RawPath[],
    limit: number,
  ): Promise<readonly CatalogEntry[]>;
  /** Paths of all that the chain holds but folders, in portions and in no order, until `take` answers false. */
  readPaths(scope: Scope, chain: ResolvedChain, take: (paths: readonly RawPath[]) => boolean): Promise<void>;
  /** An empty selection is everything that the chain holds. */
  planRestore(scope: Scope, chain: ResolvedChain, selection: readonly RawPath[]): Promise<RestorePlan>;
  /** What became of each chosen file of a restore, failures first; null where the Director keeps no such list. */
  listRestored(scope: Scope, jobId: number, page: PageRequest): Promise<Slice<RestoredEntry> | null>;
  /**
   * Those of the good backups that cannot be restored any more: the catalog has no record of them, or of a volume that holds a part
   * of them, or says that such a volume is purged, free for new backups or faulty. One whose copy took its place is not lost.
   */
  lostRuns(scope: Scope, runs: readonly RunName[]): Promise<readonly number[]>;
}
