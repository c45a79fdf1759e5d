import { type Clock } from '../../../domain/clock.js';
import { type RunOrder } from '../../../domain/director.port.js';
import { levelLetters, matchLevel } from '../../../domain/job.js';
import { AppError } from '../../../domain/error-codes.js';
import { isBackupJob, type VerifyJobResource } from '../resources/resources.js';
import { type PreparedTask, type RunSpec } from './active-run.js';
import { newestChain } from './backup-requests.js';
import { type Engine } from './engine.js';
import { type RunLog } from './run-log.js';
import { listUnfinished, type UnfinishedRun } from '../verify/verified-runs.js';
import { type RetainedBackup, type StoredRun } from './run-store.js';
import { noClient } from './scheduling-rules.js';

/** Bacula's level of a verify that reads the files on the volumes. */
export const verifyLevel = 'Data';

/** A verify is of no single one. */
const noResources = { client: noClient, fileset: '', pool: '', storage: '' } as const;

/** What a verify reads, and the jobs that have any of it. */
interface ChosenBackups {
  readonly jobs: ReadonlySet<string>;
  readonly jobids: readonly number[];
}

function allOf(retained: readonly RetainedBackup[]): ChosenBackups {
  return { jobs: new Set(retained.map(({ name }) => name)), jobids: retained.map(({ jobId }) => jobId) };
}

/** The log names at most this many backups in one line. */
const mostNamed = 20;

/** An operator must learn of backups that were not verified, and that one of them may never be. */
function overtimeLines({ name, maxRunSeconds }: VerifyJobResource, unfinished: readonly UnfinishedRun[]): string[] {
  const named = unfinished.slice(0, mostNamed).map(({ jobId, job }) => `${jobId} (${job})`);
  const more = unfinished.length > mostNamed ? ` and ${unfinished.length - mostNamed} more` : '';
  const lines = unfinished.length === 0 ? [] : [`Not verified for lack of time: runs ${named.join(', ')}${more}.`];
  for (const { jobId, job } of unfinished.filter(({ wasFirst }) => wasFirst)) {
    const next = unfinished.length > 1 ? ' The next verify begins with another run.' : '';
    lines.push(
      `Run ${jobId} (${job}) alone takes longer than the maximum run time of ${maxRunSeconds} s: it was read first and not to its end. ` +
        `Increase maxRunTime of job ${name}, or it is never verified. If it is small, check whether its storage answers.${next}`,
    );
  }
  return lines;
}

/** Turns a request to run a verify job into a queued run. */
export class VerifyRequests {
  constructor(
    private readonly engine: Engine,
    private readonly catalogUrl: string,
    private readonly clock: Clock,
  ) {}

  has(job: string): boolean {
    return this.find(job) !== undefined;
  }

  /** Rejects other levels, and a client, fileset, storage or pool. */
  async start(order: RunOrder): Promise<StoredRun> {
    if (matchLevel(order.level, [verifyLevel]) === null) {
      throw new AppError('invalid_level', `The level of a verify job must be ${verifyLevel}.`);
    }
    const { client, fileset, storage, pool } = order;
    if ([client, fileset, storage, pool].some((name) => name !== undefined)) {
      const detail = `${order.job} is a verify job, which has no client, fileset, storage or pool. Omit them.`;
      throw new AppError('job_not_runnable', detail);
    }
    const job = this.named(order.job);
    return this.queue(job, order.priority ?? job.priority, order.when ?? null, order.mark);
  }

  async startScheduled(jobName: string, schedule: string): Promise<StoredRun> {
    const job = this.named(jobName);
    const waiting = this.engine.queue.findQueued({ name: job.name, ...noResources });
    if (waiting === null) return this.queue(job, job.priority, null, `schedule:${schedule}`);
    waiting.log.info(`Schedule ${schedule} started this job while this run was waiting: this run covers both.`);
    return waiting.spec.stored;
  }

  private queue(job: VerifyJobResource, priority: number, when: Date | null, comment: string): Promise<StoredRun> {
    this.engine.requireOwner();
    const now = this.clock.now();
    const level = levelLetters[verifyLevel] ?? 'A';
    const ids = { clientId: 0, filesetId: 0, poolId: 0, storageId: 0 };
    const run = { name: job.name, type: 'V', level, ...ids, schedTime: when ?? now, comment } as const;
    return this.engine.order(run, now, (stored) => this.specOf(stored, job, priority, when));
  }

  private specOf(stored: StoredRun, job: VerifyJobResource, priority: number, when: Date | null): RunSpec {
    const spec: RunSpec = {
      stored,
      jobId: stored.jobId,
      type: 'V',
      level: verifyLevel,
      ...noResources,
      priority,
      notBefore: when,
      needs: [],
      maxRunSeconds: job.maxRunSeconds,
      prepare: (log, startedAt) => {
        const now = this.named(spec.stored.name);
        spec.maxRunSeconds = now.maxRunSeconds;
        return this.prepare(stored.jobId, now, log, startedAt);
      },
    };
    return spec;
  }

  private async prepare(jobId: number, job: VerifyJobResource, log: RunLog, startedAt: Date): Promise<PreparedTask> {
    await this.engine.bringBackDates();
    const retained = await this.engine.store.listRetained(job.jobs);
    const { jobs, jobids } = job.runs === 'all' ? allOf(retained) : await this.newest(retained);
    const missing = (job.jobs ?? []).filter((name) => !jobs.has(name));
    for (const name of missing) log.warning(`Job ${name} has no good backup to verify.`);
    if (jobids.length === 0 && missing.length === 0) log.warning('There is no good backup to verify.');
    const { storages } = this.engine.resources;
    const task = {
      jobId,
      catalogUrl: this.catalogUrl,
      storageFolders: Object.fromEntries(storages.map(({ name, folder }) => [name, folder])),
      jobids,
      startedAtMs: startedAt.getTime(),
    };
    return {
      order: { kind: 'verify', task },
      levelLetter: levelLetters[verifyLevel] ?? 'A',
      levelText: verifyLevel,
      inUse: jobids,
      reads: await this.engine.store.listStorages(jobids),
      explainOvertime: async () => overtimeLines(job, await listUnfinished(this.engine.pool, jobId, jobids)),
    };
  }

  /** The newest chain of each client and fileset that these backups are of, with runs of other jobs that it needs. */
  private async newest(retained: readonly RetainedBackup[]): Promise<ChosenBackups> {
    const chains = new Map<string, readonly number[]>();
    const jobs = new Set<string>();
    for (const { clientId, fileset, name } of retained) {
      const group = JSON.stringify([clientId, fileset]);
      const known = chains.get(group);
      const chain =
        known ?? newestChain(await this.engine.store.listSinceFull(clientId, fileset)).map((run) => run.jobId);
      chains.set(group, chain);
      // An Incremental without its Full cannot be restored.
      if (chain.length > 0) jobs.add(name);
    }
    return { jobs, jobids: [...chains.values()].flat() };
  }

  private find(name: string): VerifyJobResource | undefined {
    const job = this.engine.resources.jobs.find((known) => known.name === name);
    return job === undefined || isBackupJob(job) ? undefined : job;
  }

  private named(name: string): VerifyJobResource {
    const job = this.find(name);
    if (job) return job;
    throw new AppError('unknown_job', 'This Director has no verify job with this name. See director.yaml.');
  }
}
