import { isDeepStrictEqual } from 'node:util';
import {
  type ChangedSetting,
  type DirectorEffects,
  type JobEffect,
  type PoolEffect,
  type RunEffect,
  type StorageEffect,
  type StoredBackups,
} from '../../../domain/configuration-effects.js';
import { keepRuleNames, type KeepRules } from '../../../domain/keep-rules.js';
import { filesetIdentity } from '../resources/director-file.js';
import { type Continuation, continuationsOf, newNameOf, type Renames, renameResources } from '../resources/renames.js';
import { hasFewerKeepRules, keepsDecision, mayExpireSooner, type PoolTerms } from '../resources/resource-changes.js';
import { type ResourceType } from '../resources/resource-types.js';
import { isBackupJob, type JobResource, type Resources } from '../resources/resources.js';
import { EmbeddedSchedule } from '../resources/schedule.js';

/** Definitions in force, those that replace them, and which of them only change their names. */
export interface Replacement {
  readonly before: Resources;
  readonly after: Resources;
  readonly renames: Renames;
}

/** The definition that the newest good Full of a client and fileset was made with. */
export interface NewestFull {
  readonly client: string;
  readonly fileset: string;
  /** As `filesetIdentity` has it. */
  readonly md5: string;
}

/** A run that waits or is in progress; of a restore or verify some names are empty. */
export interface ActiveJobRun {
  readonly jobId: number;
  /** Bacula's letter. */
  readonly type: 'B' | 'R' | 'V';
  readonly status: 'queued' | 'running';
  readonly job: string;
  readonly client: string;
  readonly fileset: string;
  readonly storage: string;
  readonly pool: string;
}

/** A pool of the catalog, which keeps its terms after it was removed from the definitions. */
export interface StoredPool extends StoredBackups, PoolTerms {
  /** Whether volumes that can expire keep their retention when the pool's changes. */
  readonly hasOwnRetention: boolean;
}

/** What the effects depend on besides the definitions. All names are those before the change. */
export interface EffectFacts {
  readonly newestFulls: readonly NewestFull[];
  readonly runs: readonly ActiveJobRun[];
  /** By pool, and by storage: those with backups. */
  readonly pools: ReadonlyMap<string, StoredPool>;
  readonly storages: ReadonlyMap<string, StoredBackups>;
  /** What users decided in the console, by job; it counts until the definition enables or disables the job. */
  readonly switches: ReadonlyMap<string, boolean>;
  readonly now: Date;
}

const startsShown = 5;
/** Of a value in a changed setting. */
const mostCharacters = 500;

/** What becomes different when other definitions are put into force. Pure: all that it depends on comes in. */
export function configurationEffects(replacement: Replacement, facts: EffectFacts): DirectorEffects {
  return {
    jobs: new JobEffects(replacement, facts).list(),
    runs: runEffects(replacement, facts),
    pools: poolEffects(replacement, facts),
    storages: storageEffects(replacement, facts),
  };
}

class JobEffects {
  private readonly plans: Readonly<Record<'before' | 'after', EmbeddedSchedule>>;
  private readonly fulls: ReadonlyMap<string, string>;
  private readonly clients: ReadonlyMap<string, string>;
  private readonly filesets: ReadonlyMap<string, string>;

  constructor(
    private readonly replacement: Replacement,
    private readonly facts: EffectFacts,
  ) {
    const { before, after, renames } = replacement;
    this.plans = { before: new EmbeddedSchedule(before), after: new EmbeddedSchedule(after) };
    this.fulls = new Map(facts.newestFulls.map(({ client, fileset, md5 }) => [groupKey(client, fileset), md5]));
    this.clients = earlierNames('client', continuationsOf('client', before.clients, after.clients, renames), renames);
    this.filesets = earlierNames(
      'fileset',
      continuationsOf('fileset', before.filesets, after.filesets, renames),
      renames,
    );
  }

  list(): readonly JobEffect[] {
    const { before, after, renames } = this.replacement;
    return continuationsOf('job', before.jobs, after.jobs, renames).flatMap((pair) => this.effectOf(pair) ?? []);
  }

  /** null: nothing becomes different. */
  private effectOf({ before, after }: Continuation<JobResource>): JobEffect | null {
    if (after === null) return before === null ? null : this.effectOfRemoved(before);
    return before === null ? this.effectOfAdded(after) : this.effectOfChanged(before, after);
  }

  private effectOfRemoved(job: JobResource): JobEffect {
    const about = { job: job.name, previousName: null, change: 'removed', settings: [], nextRunIsFull: false } as const;
    return { ...about, startsBefore: this.startsOf('before', job, this.isEnabled(job)), startsAfter: [] };
  }

  private effectOfAdded(job: JobResource): JobEffect {
    const about = { job: job.name, previousName: null, change: 'added', settings: [] } as const;
    const startsAfter = this.startsOf('after', job, job.enabled);
    return { ...about, nextRunIsFull: this.needsFullAfter(job), startsBefore: [], startsAfter };
  }

  private effectOfChanged(before: JobResource, after: JobResource): JobEffect | null {
    const resources = this.replacement;
    const settings = changedSettings(settingsOf(before, resources.before), settingsOf(after, resources.after));
    const previousName = before.name === after.name ? null : before.name;
    const nextRunIsFull = this.needsFullAfter(after) && !this.needsFullBefore(before);
    if (settings.length === 0 && previousName === null && !nextRunIsFull) return null;
    return {
      job: after.name,
      previousName,
      change: 'changed',
      settings,
      nextRunIsFull,
      startsBefore: this.startsOf('before', before, this.isEnabled(before)),
      startsAfter: this.startsOf('after', after, keepsDecision(before, after) ? this.isEnabled(before) : after.enabled),
    };
  }

  /** Before the change. */
  private isEnabled({ name, enabled }: JobResource): boolean {
    return this.facts.switches.get(name) ?? enabled;
  }

  private startsOf(when: 'before' | 'after', job: JobResource, isEnabled: boolean): readonly string[] {
    if (!isEnabled) return [];
    const starts = this.plans[when].starts([job.name], this.facts.now, new Date(8.64e15), startsShown);
    return starts.map(({ at }) => at.toISOString());
  }

  private needsFullBefore(job: JobResource): boolean {
    return isBackupJob(job) && !this.hasFull(job.client, job.fileset, this.replacement.before, job.fileset);
  }

  private needsFullAfter(job: JobResource): boolean {
    if (!isBackupJob(job)) return false;
    const [client, fileset] = [this.clients.get(job.client), this.filesets.get(job.fileset)];
    if (client === undefined || fileset === undefined) return true;
    return !this.hasFull(client, fileset, this.replacement.after, job.fileset);
  }

  /** Whether the newest Full of this client and fileset, by their earlier names, was made with the definition. */
  private hasFull(client: string, fileset: string, { filesets }: Resources, definition: string): boolean {
    const found = filesets.find(({ name }) => name === definition);
    const md5 = this.fulls.get(groupKey(client, fileset));
    return found !== undefined && md5 !== undefined && md5 === filesetIdentity(found).md5;
  }
}

/** The name in the catalog before the change, by the name after it; a resource whose name belonged to another one has no history. */
function earlierNames(
  type: ResourceType,
  continuations: readonly Continuation<{ readonly name: string }>[],
  renames: Renames,
): ReadonlyMap<string, string> {
  return new Map(
    continuations.flatMap(({ before, after }) => {
      if (after === null) return [];
      const isLeft = before === null && newNameOf(renames, type, after.name) !== after.name;
      return isLeft ? [] : [[after.name, before?.name ?? after.name] as const];
    }),
  );
}

function groupKey(client: string, fileset: string): string {
  return JSON.stringify([client, fileset]);
}

type Settings = ReadonlyMap<string, string | null>;

function changedSettings(before: Settings, after: Settings): readonly ChangedSetting[] {
  const fields = new Set([...before.keys(), ...after.keys()]);
  return [...fields].flatMap((field) => {
    const [from, to] = [before.get(field) ?? null, after.get(field) ?? null];
    return from === to ? [] : [{ field, from: shortened(from), to: shortened(to) }];
  });
}

/** One long list can be a setting of thousands of jobs. */
function shortened(text: string | null): string | null {
  if (text === null || text.length <= mostCharacters) return text;
  return `${text.slice(0, mostCharacters).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The settings of a job and of what it uses, by their names in director.yaml. */
function settingsOf(job: JobResource, resources: Resources): Settings {
  const { director, schedules } = resources;
  const settings: Readonly<Record<string, Value>> = {
    type: job.type,
    enabled: job.enabled,
    priority: job.priority,
    maxRunTime: durationOf(job.maxRunSeconds),
    schedule: job.schedule,
    'schedule.starts': schedules
      .find(({ name }) => name === job.schedule)
      ?.starts.map(({ level, at }) => `${level} ${at}`),
    // The time zone of the schedules: a job without one does not depend on it.
    'director.timezone': job.schedule === null ? null : director.timezone,
    ...(isBackupJob(job) ? backupSettings(job, resources) : { jobs: job.jobs, runs: job.runs }),
  };
  return new Map(Object.entries(settings).map(([field, value]) => [field, textOf(value)]));
}

function backupSettings(
  job: JobResource & { readonly type: 'Backup' },
  { filesets, storages, pools }: Resources,
): Readonly<Record<string, Value>> {
  const fileset = filesets.find(({ name }) => name === job.fileset);
  const storage = storages.find(({ name }) => name === job.storage);
  const pool = pools.find(({ name }) => name === job.pool);
  return {
    level: job.level,
    client: job.client,
    fileset: job.fileset,
    'fileset.include': fileset?.include,
    'fileset.exclude': fileset?.exclude,
    'fileset.excludePresets': fileset?.excludePresets,
    'fileset.markerFiles': fileset?.markerFiles,
    'fileset.oneFilesystem': fileset?.oneFilesystem,
    storage: job.storage,
    'storage.folder': storage?.folder,
    'storage.compression': storage?.compression,
    pool: job.pool,
    'pool.volumeSize': pool?.volumeBytes,
    'pool.retention': durationOf(pool?.retentionSeconds ?? null),
    'pool.keep': pool?.keep ? keepText(pool.keep) : null,
  };
}

type Value = string | number | boolean | readonly string[] | null | undefined;

function textOf(value: Value): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object') return String(value);
  return value.length === 0 ? null : value.join(', ');
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Exact: in the largest unit that gives a whole number. */
function durationOf(seconds: number | null): string | null {
  if (seconds === null) return null;
  const [word, size] = units.find(([, one]) => seconds % one === 0) ?? ['second', 1];
  const count = seconds / size;
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function keepText(keep: KeepRules): string {
  return keepRuleNames.flatMap((name) => (keep[name] === null ? [] : [`${name} ${keep[name]}`])).join(', ');
}

/** What a run needs: its definitions must be there when it starts. */
const neededTypes = [
  ['client', 'clients'],
  ['fileset', 'filesets'],
  ['storage', 'storages'],
  ['pool', 'pools'],
] as const;

function runEffects({ before, after, renames }: Replacement, { runs }: EffectFacts): readonly RunEffect[] {
  const renamed = renameResources(before, renames);
  const states = new Map<string, 'kept' | 'changed' | 'removed'>();
  const note = (type: ResourceType, list: 'clients' | 'filesets' | 'storages' | 'pools' | 'jobs'): void => {
    // Compared under the new names, so that a rename alone changes nothing of a run.
    const later = new Map(after[list].map((resource) => [resource.name, resource]));
    const earlier = new Map(renamed[list].map((resource) => [resource.name, resource]));
    for (const { before: one, after: other } of continuationsOf<{ readonly name: string }>(
      type,
      before[list],
      after[list],
      renames,
    )) {
      if (one === null) continue;
      const isSame = other !== null && isDeepStrictEqual(earlier.get(other.name), later.get(other.name));
      states.set(`${type} ${one.name}`, other === null ? 'removed' : isSame ? 'kept' : 'changed');
    }
  };
  note('job', 'jobs');
  for (const [type, list] of neededTypes) note(type, list);
  const isOtherKind = ({ job, type }: ActiveJobRun): boolean => {
    const now = after.jobs.find(({ name }) => name === newNameOf(renames, 'job', job));
    return now !== undefined && isBackupJob(now) !== (type === 'B');
  };
  return runs.flatMap((run): RunEffect[] => {
    const needed =
      run.type === 'V' ? [] : run.type === 'R' ? (['storage'] as const) : neededTypes.map(([type]) => type);
    const found = needed.map((type) => states.get(`${type} ${run[type]}`) ?? 'kept');
    if (run.type !== 'R') found.push(isOtherKind(run) ? 'removed' : (states.get(`job ${run.job}`) ?? 'kept'));
    if (found.every((state) => state === 'kept')) return [];
    const { jobId, job, status } = run;
    const isCanceled = run.type !== 'R' && found.includes('removed');
    return [{ jobId, job, status, effect: status === 'running' ? 'finishes' : isCanceled ? 'canceled' : 'follows' }];
  });
}

/**
 * Compared with the catalog, not with the definitions: a pool that was removed has its terms there, until a pool of its name is added
 * again, perhaps with shorter ones.
 */
function poolEffects({ before, after, renames }: Replacement, { pools }: EffectFacts): readonly PoolEffect[] {
  const isOtherZone = before.director.timezone !== after.director.timezone;
  return [...pools].flatMap(([name, { hasOwnRetention, retentionSeconds, keep, ...stored }]) => {
    const earlier: PoolTerms = { retentionSeconds, keep };
    const pool = newNameOf(renames, 'pool', name);
    const later = after.pools.find((one) => one.name === pool) ?? earlier;
    const isSooner =
      mayExpireSooner(earlier, later, isOtherZone) || (hasOwnRetention && hasFewerKeepRules(earlier, later));
    if (!isSooner || stored.volumes === 0) return [];
    return [
      {
        pool,
        retentionBefore: earlier.retentionSeconds,
        retentionAfter: later.retentionSeconds,
        keepBefore: earlier.keep,
        keepAfter: later.keep,
        ...stored,
      },
    ];
  });
}

function storageEffects({ before, after, renames }: Replacement, facts: EffectFacts): readonly StorageEffect[] {
  return continuationsOf('storage', before.storages, after.storages, renames).flatMap(
    ({ before: earlier, after: storage }) => {
      if (earlier === null || storage?.folder === earlier.folder) return [];
      const stored = facts.storages.get(earlier.name);
      if (stored === undefined || stored.volumes === 0) return [];
      return [{ storage: earlier.name, change: storage === null ? 'removed' : 'moved', ...stored }];
    },
  );
}
