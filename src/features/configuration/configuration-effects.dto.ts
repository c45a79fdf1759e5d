import { ApiProperty } from '@nestjs/swagger';
import {
  type ConfigurationEffects as Effects,
  type DirectorEffects,
  type JobEffect as OfJob,
  type NameEffect as OfName,
  nameUses,
  type RunEffect as OfRun,
  type StorageEffect as OfStorage,
} from '../../domain/configuration-effects.js';
import { type KeepRules } from '../../domain/keep-rules.js';

const jobChanges = ['added', 'removed', 'changed'] as const satisfies readonly OfJob['change'][];
const runStatuses = ['queued', 'running'] as const satisfies readonly OfRun['status'][];
const runOutcomes = ['finishes', 'follows', 'canceled'] as const satisfies readonly OfRun['effect'][];
const storageChanges = ['moved', 'removed'] as const satisfies readonly OfStorage['change'][];

/** A setting that becomes different. */
export class ChangedSettingRecord {
  /**
   * Setting of the job, or of a resource that it uses.
   * @example 'fileset.include'
   */
  field!: string;

  /** Value before the change, at most 500 characters and `…`; null if it was not set. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['/home'] })
  from!: string | null;

  /** Value after the change, at most 500 characters and `…`; null if it is not set. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['/home, /etc'] })
  to!: string | null;
}

/** A job that becomes different. */
export class JobEffectRecord {
  /**
   * Name of the job; of a renamed one, the new name.
   * @example 'BackupHome'
   */
  job!: string;

  /** Earlier name; null if the job keeps its name. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  previousName!: string | null;

  /** What happens to the job. */
  @ApiProperty({ enum: jobChanges, enumName: 'JobChange', examples: ['changed'] })
  change!: OfJob['change'];

  /** Settings that become different; empty for a job that is added or removed. */
  @ApiProperty({ type: () => [ChangedSettingRecord] })
  settings!: ChangedSettingRecord[];

  /** True if the change makes the next run a Full. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  nextRunIsFull!: boolean;

  /** Next scheduled starts without the change, at most five. */
  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'date-time' },
    examples: [['2026-11-29T22:05:00.000Z']],
  })
  startsBefore!: string[];

  /** Next scheduled starts with the change, at most five. */
  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'date-time' },
    examples: [['2026-11-29T22:05:00.000Z']],
  })
  startsAfter!: string[];
}

/** A run that the change affects. */
export class RunEffectRecord {
  /** Job id of the run. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, examples: [4711] })
  jobId!: number;

  /**
   * Job of the run.
   * @example 'BackupHome'
   */
  job!: string;

  /** Whether the run waits or is in progress. */
  @ApiProperty({ enum: runStatuses, enumName: 'AffectedRunStatus', examples: ['queued'] })
  status!: OfRun['status'];

  /**
   * `finishes`: under the definitions that it began with. `follows`: it waits, and starts under the new ones. `canceled`: it waits, and
   * its job or a resource that it needs is removed.
   */
  @ApiProperty({ enum: runOutcomes, enumName: 'AffectedRunOutcome', examples: ['follows'] })
  effect!: OfRun['effect'];
}

/** Number of runs or periods that each rule keeps; null: no such rule. */
export class KeepTerms implements KeepRules {
  @ApiProperty({ type: 'integer', nullable: true, examples: [null] })
  last!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, examples: [null] })
  daily!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, examples: [null] })
  weekly!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, examples: [12] })
  monthly!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, examples: [null] })
  yearly!: number | null;
}

class StoredBackupsRecord {
  /** Volumes with data. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [2] })
  volumes!: number;

  /** Bytes on these volumes. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [300103] })
  bytes!: number;

  /** Runs on these volumes that can be restored. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [5] })
  runs!: number;
}

/** A pool with backups whose volumes could expire sooner. */
export class PoolEffectRecord extends StoredBackupsRecord {
  /**
   * Name of the pool; of a renamed one, the new name.
   * @example 'Default'
   */
  pool!: string;

  /** Retention before the change in seconds; null: volumes never expire. */
  @ApiProperty({ type: 'integer', nullable: true, examples: [5184000] })
  retentionBefore!: number | null;

  /** Retention after the change in seconds; null: volumes never expire. */
  @ApiProperty({ type: 'integer', nullable: true, examples: [604800] })
  retentionAfter!: number | null;

  /** Keep rules before the change; null: none. */
  @ApiProperty({ type: () => KeepTerms, nullable: true })
  keepBefore!: KeepTerms | null;

  /** Keep rules after the change; null: none. */
  @ApiProperty({ type: () => KeepTerms, nullable: true })
  keepAfter!: KeepTerms | null;
}

/** A storage with backups that is moved or removed. */
export class StorageEffectRecord extends StoredBackupsRecord {
  /**
   * Name of the storage before the change.
   * @example 'Local'
   */
  storage!: string;

  /** What happens to the storage. */
  @ApiProperty({ enum: storageChanges, enumName: 'StorageChange', examples: ['moved'] })
  change!: OfStorage['change'];
}

/** Something of the console that uses the old name of a renamed resource. */
export class NameEffectRecord {
  /** What uses the name. */
  @ApiProperty({ enum: nameUses, enumName: 'NameUse', examples: ['threshold'] })
  kind!: OfName['kind'];

  /** Id of a saved filter; otherwise null. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  id!: string | null;

  /**
   * What it is about; for a saved filter, its list.
   * @example 'client web01'
   */
  label!: string;

  /**
   * The old name.
   * @example 'web01'
   */
  name!: string;

  /** True if it follows the new name. False: a saved filter keeps the old name, an open incident ends under it, and one at a receiver stays open. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  isCarried!: boolean;
}

/** What becomes different when the change is applied. */
export class ConfigurationEffectsRecord {
  /** Jobs that become different. */
  @ApiProperty({ type: () => [JobEffectRecord] })
  jobs!: JobEffectRecord[];

  /** Runs that wait or are in progress, and that the change affects. */
  @ApiProperty({ type: () => [RunEffectRecord] })
  runs!: RunEffectRecord[];

  /** Pools with backups whose volumes could expire sooner. Must be confirmed. */
  @ApiProperty({ type: () => [PoolEffectRecord] })
  pools!: PoolEffectRecord[];

  /** Storages with backups that are moved or removed. Must be confirmed. */
  @ApiProperty({ type: () => [StorageEffectRecord] })
  storages!: StorageEffectRecord[];

  /** What of the console uses the old name of a renamed resource. Scripts and clients of the API are not known to the console. */
  @ApiProperty({ type: () => [NameEffectRecord] })
  names!: NameEffectRecord[];
}

/** Backups that a change could lose. */
export class ConfigurationLoss {
  /**
   * Name of the Director.
   * @example 'embedded'
   */
  director!: string;

  /** Pools with backups whose volumes could expire sooner. */
  @ApiProperty({ type: () => [PoolEffectRecord] })
  pools!: PoolEffectRecord[];

  /** Storages with backups that are moved or removed. */
  @ApiProperty({ type: () => [StorageEffectRecord] })
  storages!: StorageEffectRecord[];
}

export function effectsRecord({ jobs, names, runs, ...stored }: Effects): ConfigurationEffectsRecord {
  return {
    jobs: jobs.map((job) => ({
      ...job,
      settings: job.settings.map((setting) => ({ ...setting })),
      startsBefore: [...job.startsBefore],
      startsAfter: [...job.startsAfter],
    })),
    runs: runs.map((run) => ({ ...run })),
    ...storedRecord(stored),
    names: names.map((name) => ({ ...name })),
  };
}

export function lossRecord(director: string, stored: Pick<DirectorEffects, 'pools' | 'storages'>): ConfigurationLoss {
  return { director, ...storedRecord(stored) };
}

function storedRecord({
  pools,
  storages,
}: Pick<DirectorEffects, 'pools' | 'storages'>): Omit<ConfigurationLoss, 'director'> {
  return {
    pools: pools.map((pool) => ({ ...pool, keepBefore: termsOf(pool.keepBefore), keepAfter: termsOf(pool.keepAfter) })),
    storages: storages.map((storage) => ({ ...storage })),
  };
}

function termsOf(rules: KeepRules | null): KeepTerms | null {
  return rules && { ...rules };
}
