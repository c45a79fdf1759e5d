import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { type Clock } from '../../../domain/clock.js';
import { type EstimateOrder, type RunOrder } from '../../../domain/director.port.js';
import { levelLetters, matchLevel } from '../../../domain/job.js';
import { AppError, type ErrorCode } from '../../../domain/error-codes.js';
import { type BackupTask } from '../backup/backup-task.js';
import { directorFileName } from '../resources/director-file.js';
import { type BackupSource } from '../backup/backup-source.js';
import {
  type BackupJobResource,
  type BackupLevel,
  backupLevels,
  type FilesetResource,
  isBackupJob,
  type Resources,
} from '../resources/resources.js';
import { type ResourceRows } from './resource-rows.js';
import { type PreparedTask, type RunSpec } from './active-run.js';
import { moreThorough } from '../resources/schedule.js';
import { ownFolders } from '../protected-folders.js';
import { type Engine } from './engine.js';
import { type RunLog } from './run-log.js';
import { type StoredRun, type ChainCandidate } from './run-store.js';

interface ChosenChain {
  readonly level: BackupLevel;
  /** Ascending by the data's time; empty for a Full. */
  readonly chain: readonly ChainCandidate[];
  /** Why the run does not have the requested level; null if it has. */
  readonly upgrade: string | null;
}

const asBacula = 'No prior or suitable Full backup found in catalog. Doing FULL backup.';

/**
 * What a run of this level builds upon. `candidates` are the good runs from the newest Full on, ascending; the newest Full counts
 * alone, because a restore chain begins with it.
 */
export function chooseChain(level: BackupLevel, candidates: readonly ChainCandidate[], filesetId: number): ChosenChain {
  if (level === 'Full') return { level, chain: [], upgrade: null };
  const [full] = candidates;
  if (full?.level !== 'F') return becomeFull(asBacula);
  if (full.filesetId !== filesetId) return becomeFull(`The FileSet was changed since the last Full. ${asBacula}`);
  const chain = level === 'Differential' ? [full] : newestChain(candidates);
  if (chain.some((run) => run.isDamaged)) return becomeFull(`A Volume of the last runs is in error. ${asBacula}`);
  return { level, chain, upgrade: null };
}

function becomeFull(upgrade: string): ChosenChain {
  return { level: 'Full', chain: [], upgrade };
}

/** What a restore of the newest state reads. `candidates` are the good runs from the newest Full on, ascending. */
export function newestChain([full, ...later]: readonly ChainCandidate[]): readonly ChainCandidate[] {
  return full === undefined ? [] : [full, ...sinceDifferential(later)];
}

function sinceDifferential(later: readonly ChainCandidate[]): readonly ChainCandidate[] {
  const differential = later.findLastIndex((run) => run.level === 'D');
  return later.filter((run, index) => index === differential || (index > differential && run.level === 'I'));
}

export interface Places {
  /** DATA_DIR: never backed up. */
  readonly folder: string;
  readonly catalogUrl: string;
}

/** What a run would read, at which level, and on top of which runs. */
export interface BackupPlan extends BackupSource {
  readonly level: BackupLevel;
  /** Ascending by the data's time; empty for a Full. */
  readonly chain: readonly number[];
}

/** The definitions that one run begins with, which may change while it is prepared. */
interface Definitions {
  readonly resources: Resources;
  readonly rows: ResourceRows;
}

interface Wanted {
  readonly job: BackupJobResource;
  readonly level: BackupLevel;
  readonly priority: number;
  readonly when: Date | null;
  /** The run's Comment. */
  readonly mark: string;
}

/** Turns a request to run a job into a queued run. */
export class BackupOrders {
  constructor(
    private readonly engine: Engine,
    private readonly places: Places,
    private readonly clock: Clock,
  ) {}

  /** Rejects unknown names and invalid levels. */
  async start(order: RunOrder): Promise<StoredRun> {
    const { resources } = this.engine;
    const job = backupJobNamed(resources, order.job);
    return this.queue({
      job: override(resources, job, order),
      level: levelOf(order.level),
      priority: order.priority ?? job.priority,
      when: order.when ?? null,
      mark: order.mark,
    });
  }

  async startScheduled(jobName: string, level: BackupLevel, schedule: string): Promise<StoredRun> {
    const job = backupJobNamed(this.engine.resources, jobName);
    const waiting = this.engine.queue.findQueued(job);
    if (waiting === null) {
      return this.queue({ job, level, priority: job.priority, when: null, mark: `schedule:${schedule}` });
    }
    const before = levelOf(waiting.spec.level);
    if (moreThorough(before, level) !== before) {
      waiting.raiseLevel(level, `Schedule ${schedule} started this job at level ${level} while this run was waiting: ${before} becomes ${level}.`); // prettier-ignore
      await this.engine.store.setLevel(waiting.spec.jobId, levelLetters[level] ?? 'F');
    } else {
      waiting.log.info(`Schedule ${schedule} started this job at level ${level} while this run was waiting: this run covers both.`); // prettier-ignore
    }
    return waiting.spec.stored;
  }

  /** What a run of this order would read now, and what it would build upon. */
  async plan(order: EstimateOrder): Promise<BackupPlan> {
    const now = this.definitions();
    const job = override(now.resources, backupJobNamed(now.resources, order.job), order);
    const chosen = await this.chosenChain(now, job, levelOf(order.level));
    return { level: chosen.level, chain: chosen.chain.map((run) => run.jobId), ...(await this.readingOf(now, job)) };
  }

  /** What a backup of a fileset reads, whether it is configured or not. */
  async sourceOf(fileset: FilesetResource): Promise<BackupSource> {
    const { folder } = this.places;
    return {
      fileset,
      protectedFolders: ownFolders(folder, await this.engine.answeringFolders()),
      settingsFile: join(folder, directorFileName),
    };
  }

  private definitions(): Definitions {
    const { rows, resources } = this.engine;
    return { rows, resources };
  }

  private async queue(wanted: Wanted): Promise<StoredRun> {
    const { rows } = this.engine;
    const { job, level, when } = wanted;
    const now = this.clock.now();
    return this.engine.order(
      {
        name: job.name,
        type: 'B',
        level: levelLetters[level] ?? 'I',
        clientId: rows.clients.get(job.client) ?? 0,
        filesetId: rows.filesets.get(job.fileset) ?? 0,
        poolId: rows.pools.get(job.pool) ?? 0,
        storageId: rows.storages.get(job.storage) ?? 0,
        schedTime: when ?? now,
        comment: wanted.mark,
      },
      now,
      (stored) => this.specOf(stored, wanted),
    );
  }

  private specOf(stored: StoredRun, wanted: Wanted): RunSpec {
    const { job } = wanted;
    // The job itself may have other resources by now; those of its request stay, under the names that they have now.
    const requestedJob = (): BackupJobResource => {
      const { client, fileset, pool, storage } = spec;
      return { ...job, name: spec.stored.name, client, fileset, pool, storage };
    };
    const spec: RunSpec = {
      stored,
      jobId: stored.jobId,
      type: 'B',
      client: job.client,
      fileset: job.fileset,
      pool: job.pool,
      storage: job.storage,
      level: wanted.level,
      priority: wanted.priority,
      notBefore: wanted.when,
      needs: [],
      maxRunSeconds: job.maxRunSeconds,
      prepare: (log, startedAt) => {
        const now = this.definitions();
        // Its limit is not part of a request.
        spec.maxRunSeconds = backupJobNamed(now.resources, spec.stored.name).maxRunSeconds;
        const requested = { ...wanted, job: requestedJob(), level: levelOf(spec.level) };
        return this.prepare(now, stored.jobId, requested, log, startedAt);
      },
    };
    return spec;
  }

  private async prepare(
    now: Definitions,
    jobId: number,
    wanted: Wanted,
    log: RunLog,
    startedAt: Date,
  ): Promise<PreparedTask> {
    const { job } = wanted;
    await this.engine.bringBackDates();
    const chosen = await this.chosenChain(now, job, wanted.level);
    if (chosen.upgrade !== null) log.info(chosen.upgrade);
    const chain = chosen.chain.map((run) => run.jobId);
    const since = chosen.chain.at(-1)?.startedAt;
    const upgraded = chosen.level === wanted.level ? '' : ` (upgraded from ${wanted.level})`;
    return {
      order: { kind: 'backup', task: await this.taskOf(now, jobId, job, chosen.level, chain, startedAt) },
      levelLetter: levelLetters[chosen.level] ?? 'F',
      levelText: since === undefined ? `${chosen.level}${upgraded}` : `${chosen.level}, since=${since}`,
      filesetId: now.rows.filesets.get(job.fileset) ?? 0,
      inUse: chain,
    };
  }

  private async chosenChain({ rows }: Definitions, job: BackupJobResource, level: BackupLevel): Promise<ChosenChain> {
    const candidates = await this.engine.store.listSinceFull(rows.clients.get(job.client) ?? 0, job.fileset);
    return chooseChain(level, candidates, rows.filesets.get(job.fileset) ?? 0);
  }

  private readingOf({ resources }: Definitions, job: BackupJobResource): Promise<BackupSource> {
    return this.sourceOf(named(resources.filesets, job.fileset, 'unknown_fileset', 'fileset'));
  }

  private async taskOf(
    now: Definitions,
    jobId: number,
    job: BackupJobResource,
    level: BackupLevel,
    chain: readonly number[],
    startedAt: Date,
  ): Promise<BackupTask> {
    const { rows, resources } = now;
    const storage = named(resources.storages, job.storage, 'unknown_storage', 'storage');
    const pool = named(resources.pools, job.pool, 'unknown_pool', 'pool');
    const { folder, catalogUrl } = this.places;
    return {
      jobId,
      catalogUrl,
      level,
      chain,
      startedAtMs: startedAt.getTime(),
      compression: storage.compression,
      ...(await this.readingOf(now, job)),
      spoolFile: join(folder, 'director', `manifest-${jobId}-${randomInt(2 ** 32).toString(36)}.sha256`),
      volumes: {
        poolId: rows.pools.get(pool.name) ?? 0,
        poolName: pool.name,
        storageId: rows.storages.get(storage.name) ?? 0,
        folder: storage.folder,
        volumeBytes: pool.volumeBytes,
      },
    };
  }
}

function backupJobNamed({ jobs }: Resources, name: string): BackupJobResource {
  return named(jobs.filter(isBackupJob), name, 'unknown_job', 'job');
}

function override(
  resources: Resources,
  job: BackupJobResource,
  order: Partial<Omit<RunOrder, 'job'>>,
): BackupJobResource {
  const { clients, filesets, storages, pools } = resources;
  return {
    ...job,
    client: named(clients, order.client ?? job.client, 'unknown_client', 'client').name,
    fileset: named(filesets, order.fileset ?? job.fileset, 'unknown_fileset', 'fileset').name,
    storage: named(storages, order.storage ?? job.storage, 'unknown_storage', 'storage').name,
    pool: named(pools, order.pool ?? job.pool, 'unknown_pool', 'pool').name,
  };
}

function levelOf(given: string): BackupLevel {
  const level = matchLevel(given, backupLevels);
  const found = backupLevels.find((word) => word === level);
  if (found) return found;
  throw new AppError('invalid_level', `The level must be one of ${backupLevels.join(', ')}.`);
}

function named<T extends { readonly name: string }>(
  resources: readonly T[],
  name: string,
  code: ErrorCode,
  word: string,
): T {
  const found = resources.find((resource) => resource.name === name);
  if (found) return found;
  throw new AppError(code, `This Director has no ${word} with this name. See director.yaml.`);
}
