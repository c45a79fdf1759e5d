import { type ConfiguredJob, type PlannedRun } from '../../domain/job.js';

/** A configured job, as the Director reports it. */
export interface JobDefaults {
  readonly job: string;
  readonly type: string;
  readonly level: string;
  readonly client: string;
  readonly fileset: string;
  readonly storage: string;
  readonly pool: string;
  readonly priority: number;
  readonly enabled: boolean;
  /** Where a restore job writes; empty: to the original places. */
  readonly where: string;
  /** Whether it has a RegexWhere or prefixes, which Directors prefer to `where`. False also where the Director does not show it. */
  readonly hasRelocation: boolean;
}

const backupLevels = ['Full', 'Incremental', 'Differential', 'VirtualFull'];
const verifyLevels = ['Catalog', 'InitCatalog', 'VolumeToCatalog', 'DiskToCatalog', 'Data'];

/** Levels of the job's type: the Director's own list mixes those of all types. */
export function levelsOf(type: string): readonly string[] {
  if (type === 'Backup') return backupLevels;
  return type === 'Verify' ? verifyLevels : [];
}

/** For jobs without a level the Director returns an empty or meaningless one. */
export function levelOf({ type, level }: JobDefaults): string {
  return levelsOf(type).length === 0 ? 'None' : level;
}

/** The first start of each job, by its name; `planned` is sorted, soonest first. */
export function nextStarts(planned: readonly PlannedRun[]): ReadonlyMap<string, PlannedRun> {
  return new Map(planned.toReversed().map((run) => [run.job, run]));
}

/** A configured job with the next start that is planned of it. */
export function configuredJob(
  director: string,
  job: JobDefaults,
  schedule: string | null,
  next: PlannedRun | undefined,
): ConfiguredJob {
  const { type, client, fileset, storage, pool, priority, enabled } = job;
  return {
    name: job.job,
    director,
    type,
    level: levelOf(job),
    allowedLevels: levelsOf(type),
    client,
    fileset,
    storage,
    pool,
    priority,
    enabled,
    schedule: schedule ?? next?.schedule ?? null,
    nextRunAt: enabled ? (next?.at ?? null) : null,
    verifies: null,
  };
}
