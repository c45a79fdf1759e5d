import { type BackupLevel } from '../resources/resources.js';
import { type BackupSource } from './backup-source.js';

/** Where a run's data goes. */
export interface VolumeSortKey {
  readonly poolId: number;
  readonly poolName: string;
  readonly storageId: number;
  readonly folder: string;
  /** A volume of this size takes no further member. */
  readonly volumeBytes: number;
  readonly retentionSeconds: number;
}

/** Everything a backup worker needs; plain data that can be posted to a worker thread. */
export interface BackupTask extends BackupSource {
  readonly jobId: number;
  readonly catalogUrl: string;
  readonly level: BackupLevel;
  /** The runs that this one builds upon, ascending by the data's time; empty for a Full. */
  readonly chain: readonly number[];
  readonly volumes: VolumeSortKey;
  /** The run's start, in milliseconds since the epoch; the worker computes the time from it and a monotonic clock. */
  readonly startedAtMs: number;
  /** gzip level, 1 to 9. */
  readonly compression: number;
  /** Takes the manifest while it grows. */
  readonly spoolFile: string;
}
