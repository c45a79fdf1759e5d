import { type BackupLevel } from '../resources/resources.js';
import { type VolumeTarget } from '../volumes/volume-target.js';
import { type BackupSource } from './backup-source.js';

/** Everything a backup worker needs; plain data that can be posted to a worker thread. */
export interface BackupTask extends BackupSource {
  readonly jobId: number;
  readonly catalogUrl: string;
  readonly level: BackupLevel;
  /** The runs that this one builds upon, ascending by the data's time; empty for a Full. */
  readonly chain: readonly number[];
  readonly volumes: VolumeTarget;
  /** The run's start, in milliseconds since the epoch; the worker computes the time from it and a monotonic clock. */
  readonly startedAtMs: number;
  /** gzip level, 1 to 9. */
  readonly compression: number;
  /** Takes the manifest while it grows. */
  readonly spoolFile: string;
}
