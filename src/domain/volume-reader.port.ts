import { type PageRequest, type Slice } from './pagination.js';
import { type Scope } from './principal.js';
import { type ForgetChoice, type RunImpact, type VolumeImpact } from './volume-impact.js';
import { type Pool, type Volume, type VolumeFilter, type VolumeShare, type VolumeSort } from './volumes.js';

/** Volumes of one pool that stand alike. `pool` null: of none; `status` in the words of the catalog. */
export interface VolumeSum {
  readonly pool: string | null;
  readonly status: string;
  readonly volumes: number;
  readonly bytes: number;
}

/** Reads volumes and pools, and what the catalog would lose with them. */
export interface VolumeReader {
  /** Whether volumes with a retention of 0 never expire; otherwise they expire immediately. */
  readonly isZeroRetentionForever: boolean;
  /** In one order for all pages. A page's key is the last row's place in that order, so that lists of several Directors can be merged. */
  listVolumes(scope: Scope, filter: VolumeFilter, sort: VolumeSort, page: PageRequest): Promise<Slice<Volume>>;
  findVolume(scope: Scope, volume: string): Promise<Volume | null>;
  /** Newest first; runs that the catalog has forgotten are left out. */
  listVolumeShares(scope: Scope, mediaId: number, page: PageRequest): Promise<Slice<VolumeShare>>;
  /** Of all volumes, by pool and status. */
  sumVolumes(scope: Scope): Promise<readonly VolumeSum[]>;
  /** By name; all of them, for pools are few. */
  listPools(scope: Scope): Promise<readonly Pool[]>;
  /** What would be lost if these runs on the volume were forgotten now; null where the catalog has no volume of this name. */
  volumeImpact(scope: Scope, volume: string, choice: ForgetChoice): Promise<VolumeImpact | null>;
  /** What would be lost if this run were forgotten now; null where the catalog has no record of it. */
  runImpact(scope: Scope, jobId: number): Promise<RunImpact | null>;
  /** Those of the runs whose files are still recorded. */
  recordedRuns(scope: Scope, jobids: readonly number[]): Promise<readonly number[]>;
}
