import { type VerifiedBackups } from '../../../domain/job.js';
import { type KeepRules } from '../../../domain/keep-rules.js';
import { type ExcludePresetName } from './exclude-presets.js';

/** What director.yaml configures, checked and with all defaults filled in. */
export interface Resources {
  readonly director: { readonly name: string; readonly timezone: string };
  readonly clients: readonly ClientResource[];
  readonly storages: readonly StorageResource[];
  readonly pools: readonly PoolResource[];
  readonly filesets: readonly FilesetResource[];
  readonly schedules: readonly ScheduleResource[];
  readonly jobs: readonly JobResource[];
}

export interface ClientResource {
  readonly name: string;
}

export interface StorageResource {
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  /** gzip level, 1 to 9. */
  readonly compression: number;
}

export interface PoolResource {
  readonly name: string;
  /** A volume that reached this size takes no more runs. */
  readonly volumeBytes: number;
  /** null: volumes never expire. */
  readonly retentionSeconds: number | null;
  /** Runs that are kept beyond the retention; null: none. */
  readonly keep: KeepRules | null;
}

export interface FilesetResource {
  readonly name: string;
  /** Absolute files and folders, without a final slash. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly excludePresets: readonly ExcludePresetName[];
  /** Names of files: of a folder that directly contains one, only the folder itself and this file are backed up. */
  readonly markerFiles: readonly string[];
  readonly oneFilesystem: boolean;
}

export const backupLevels = ['Full', 'Differential', 'Incremental'] as const;
export type BackupLevel = (typeof backupLevels)[number];

export interface ScheduledStart {
  readonly level: BackupLevel;
  /** A cron expression. */
  readonly at: string;
}

export interface ScheduleResource {
  readonly name: string;
  readonly starts: readonly ScheduledStart[];
}

export interface ScheduledJob {
  readonly name: string;
  readonly schedule: string | null;
  readonly priority: number;
  /** A run that takes longer is ended as canceled; null: no limit. */
  readonly maxRunSeconds: number | null;
  readonly enabled: boolean;
}

export interface BackupJobResource extends ScheduledJob {
  readonly type: 'Backup';
  readonly client: string;
  readonly fileset: string;
  readonly storage: string;
  readonly pool: string;
  readonly level: BackupLevel;
}

/** Reads backups from their volumes: those of any client, fileset, storage and pool. */
export interface VerifyJobResource extends ScheduledJob, VerifiedBackups {
  readonly type: 'Verify';
  readonly client: null;
  readonly fileset: null;
  readonly storage: null;
  readonly pool: null;
}

export type JobResource = BackupJobResource | VerifyJobResource;

export function isBackupJob(job: JobResource): job is BackupJobResource {
  return job.type === 'Backup';
}
