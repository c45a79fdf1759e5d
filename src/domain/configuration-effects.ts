import { type KeepRules } from './keep-rules.js';

/** One setting that becomes different, in the words of the configuration; null: it is not set. */
export interface ChangedSetting {
  /** Of the job, or of a resource that it uses: `priority`, `fileset.include`. */
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

export interface JobEffect {
  readonly job: string;
  /** null: it keeps its name. */
  readonly previousName: string | null;
  readonly change: 'added' | 'removed' | 'changed';
  readonly settings: readonly ChangedSetting[];
  /** The next run must be a Full, and need not have been one before the change. */
  readonly nextRunIsFull: boolean;
  /** The next starts by the schedule, in ISO 8601. */
  readonly startsBefore: readonly string[];
  readonly startsAfter: readonly string[];
}

/**
 * A run that the change is about. `finishes`: under the definitions that it began with; `follows`: it waits, and starts under the new
 * ones; `canceled`: it waits, and what it needs is removed.
 */
export interface RunEffect {
  readonly jobId: number;
  readonly job: string;
  readonly status: 'queued' | 'running';
  readonly effect: 'finishes' | 'follows' | 'canceled';
}

/** What a pool or storage contains. */
export interface StoredBackups {
  readonly volumes: number;
  readonly bytes: number;
  /** Runs that can be restored. */
  readonly runs: number;
}

/** A pool with backups whose volumes may expire sooner than before. */
export interface PoolEffect extends StoredBackups {
  /** Its name after the change. */
  readonly pool: string;
  /** Seconds; null: volumes never expire. */
  readonly retentionBefore: number | null;
  readonly retentionAfter: number | null;
  readonly keepBefore: KeepRules | null;
  readonly keepAfter: KeepRules | null;
}

/** A storage with backups that is moved or removed. */
export interface StorageEffect extends StoredBackups {
  /** Its name before the change. */
  readonly storage: string;
  readonly change: 'moved' | 'removed';
}

/** What a Director knows of the effects of a change. */
export interface DirectorEffects {
  readonly jobs: readonly JobEffect[];
  readonly runs: readonly RunEffect[];
  readonly pools: readonly PoolEffect[];
  readonly storages: readonly StorageEffect[];
}

/**
 * What uses the old name of a renamed resource. `incident` ends by itself, `receiver_incident` of a failed job stays open at the
 * incident service, which would get its end under the new name.
 */
export const nameUses = [
  'threshold',
  'acknowledgement',
  'protection',
  'incident',
  'receiver_incident',
  'saved_filter',
] as const;
export type NameUse = (typeof nameUses)[number];

export interface NameEffect {
  readonly kind: NameUse;
  /** Of a saved filter; null for things that have no id. */
  readonly id: string | null;
  /** What it is about, for example `client web01`; of a saved filter, which its user alone may see, its list. */
  readonly label: string;
  /** The old name. */
  readonly name: string;
  /** Whether it follows the new name. */
  readonly isCarried: boolean;
}

export interface ConfigurationEffects extends DirectorEffects {
  readonly names: readonly NameEffect[];
}

export const noEffects: ConfigurationEffects = { jobs: [], runs: [], pools: [], storages: [], names: [] };

/** Whether the change could lead to the loss of backups, which must be confirmed. */
export function endangersBackups({ pools, storages }: Pick<DirectorEffects, 'pools' | 'storages'>): boolean {
  return pools.length > 0 || storages.length > 0;
}
