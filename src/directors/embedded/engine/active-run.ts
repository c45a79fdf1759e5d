import { type Clock } from '../../../domain/clock.js';
import { type TaskOutcome } from '../task.js';
import { type QueuedRun } from './scheduling-rules.js';
import { type RunLog } from './run-log.js';
import { RunningTask, type TaskEnd } from './running-task.js';
import { type RestoreRequest, runReport, runWords } from './run-report.js';
import { type EndStatus, type RunType } from './run-letters.js';
import { type RunStore, type StoredRun } from './run-store.js';
import { type TaskOrder } from './task-progress.js';
import { type TaskPids } from './task-pids.js';

/** The task of a run, decided when it starts. */
export interface PreparedTask {
  readonly order: TaskOrder;
  readonly levelLetter: string;
  readonly levelText: string;
  /** Of a backup: the row of the definition that it reads by, which may have changed while it waited. */
  readonly filesetId?: number;
  /** Runs whose volumes must stay while this one works. */
  readonly inUse: readonly number[];
  /** Storages whose volumes it reads. */
  readonly reads?: readonly string[];
  /** Lines for the log of a run that the maximum run time ended. */
  readonly explainOvertime?: () => Promise<readonly string[]>;
}

/** Its names change when the resources get others. */
export interface RunSpec extends QueuedRun {
  stored: StoredRun;
  readonly type: RunType;
  client: string;
  fileset: string;
  pool: string;
  storage: string;
  /** Of a restore. */
  readonly restore?: RestoreRequest;
  /** Changes while the run waits, where a scheduled start of a more thorough level falls due. */
  level: string;
  /** Runs whose volumes must stay while this one waits. */
  readonly needs: readonly number[];
  /** A run that takes longer is ended as canceled; null: it may take as long as it needs. Follows the job until the run starts. */
  maxRunSeconds: number | null;
  prepare(log: RunLog, startedAt: Date): Promise<PreparedTask>;
}

export interface RunSurroundings {
  readonly director: string;
  readonly store: RunStore;
  readonly pids: TaskPids;
  readonly clock: Clock;
  readonly onChange: (jobId: number) => void;
  /** Cuts what the run's worker wrote and did not commit. */
  readonly cutTails: () => Promise<void>;
  /** Tries until the database takes it, or the console stops. */
  readonly persist: (work: () => Promise<void>) => Promise<void>;
}

export type StopRequest = 'cancel' | 'overtime' | 'undefined' | 'stop' | 'lost';

const stopSentences: Readonly<Record<Exclude<StopRequest, 'cancel' | 'overtime' | 'undefined'>, string>> = {
  stop: 'The console was stopped before this run ended.',
  lost: 'Another process took over this catalog.',
};

const undefinedSentence =
  'The job of this run, or a resource that it was requested with, was removed from director.yaml while the run waited.';

const abandonedSentence =
  'The process of this run could not be ended: a file system does not answer. The process was abandoned and cannot record anything more.';

interface HealthVerdict {
  readonly status: EndStatus;
  readonly reason: string | null;
  readonly outcome: TaskOutcome | null;
}

/** One run from its start to its record: starts the worker, and writes what became of it. */
export class ActiveRun {
  task: RunningTask | null = null;
  inUse: readonly number[];
  reads: readonly string[] = [];
  private explainOvertime: PreparedTask['explainOvertime'];
  private request: StopRequest | null = null;
  private startedAt: Date | null = null;
  private levelText: string;
  private lastReported = '';

  constructor(
    readonly spec: RunSpec,
    readonly log: RunLog,
    private readonly around: RunSurroundings,
  ) {
    this.levelText = spec.level;
    this.inUse = spec.needs;
  }

  /** Runs to the end; never throws. */
  async run(): Promise<void> {
    await this.conclude(await this.work());
  }

  /** The record of a run that never started. */
  async endUnstarted(request: StopRequest): Promise<void> {
    this.request = request;
    await this.conclude({ kind: 'terminated' });
  }

  /** Takes a more thorough level before the run has started. */
  raiseLevel(level: string, why: string): void {
    this.spec.level = level;
    this.levelText = level;
    this.log.info(why);
  }

  stop(request: StopRequest): void {
    this.request ??= request;
    this.task?.stop();
  }

  /** Whether its log or its statistics have grown since the last call. */
  hasNews(): boolean {
    const figures = this.task?.read();
    const now = [this.log.storedLines, figures?.files, figures?.bytes].join(' ');
    const hasGrown = now !== this.lastReported;
    this.lastReported = now;
    return hasGrown;
  }

  private async work(): Promise<TaskEnd> {
    const { store, clock, onChange } = this.around;
    const { jobId, stored } = this.spec;
    this.startedAt = clock.now();
    try {
      const prepared = await this.spec.prepare(this.log, this.startedAt);
      this.levelText = prepared.levelText;
      this.inUse = prepared.inUse;
      this.reads = prepared.reads ?? [];
      this.explainOvertime = prepared.explainOvertime;
      await store.markRunning(jobId, prepared.levelLetter, this.startedAt, prepared.filesetId ?? null);
      onChange(jobId);
      if (this.request !== null) return { kind: 'terminated' };
      this.log.info(`Start ${runWords[this.spec.type]} JobId ${jobId}, Job=${stored.uniqueName}`);
      return await this.runTask(prepared.order);
    } catch (error) {
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  private async runTask(order: TaskOrder): Promise<TaskEnd> {
    const { pids } = this.around;
    const { jobId, maxRunSeconds } = this.spec;
    this.task = new RunningTask(order, {
      onLog: (text, isWarning) => {
        if (isWarning) this.log.warning(text);
        else this.log.info(text);
      },
      onStart: (pid) => pids.remember(jobId, pid),
      onExit: () => pids.forget(jobId),
    });
    const limit = maxRunSeconds === null ? null : setTimeout(() => this.stop('overtime'), maxRunSeconds * 1_000);
    try {
      return await this.task.ended;
    } finally {
      if (limit) clearTimeout(limit);
    }
  }

  private async conclude(end: TaskEnd): Promise<void> {
    const verdict = this.judge(end);
    if (verdict.reason !== null) this.log.fatal(verdict.reason);
    const isAbandoned = end.kind === 'abandoned';
    if (isAbandoned) this.log.warning(abandonedSentence);
    if (this.request === 'overtime' && verdict.status === 'A') await this.logUnfinished();
    await this.around.persist(() => this.record(verdict, isAbandoned));
    this.around.onChange(this.spec.jobId);
  }

  private judge(end: TaskEnd): HealthVerdict {
    if (end.kind === 'ended' && end.outcome.status !== 'A') {
      return { status: end.outcome.status, reason: null, outcome: end.outcome };
    }
    const outcome = 'outcome' in end ? (end.outcome ?? null) : null;
    if (this.request === 'stop' || this.request === 'lost') {
      return { status: 'f', reason: stopSentences[this.request], outcome };
    }
    if (this.request === 'overtime') {
      const reason = `Max run time exceeded: the run was ended after ${this.spec.maxRunSeconds} s.`;
      return { status: 'A', reason, outcome };
    }
    if (this.request === 'undefined') return { status: 'A', reason: undefinedSentence, outcome };
    if (this.request === 'cancel' || end.kind !== 'failed') return { status: 'A', reason: null, outcome };
    return { status: 'f', reason: end.reason, outcome };
  }

  private async logUnfinished(): Promise<void> {
    let lines: readonly string[] = [];
    await this.around.persist(async () => {
      lines = (await this.explainOvertime?.()) ?? [];
    });
    for (const line of lines) this.log.info(line);
  }

  private async record(verdict: HealthVerdict, isAbandoned: boolean): Promise<void> {
    const { store } = this.around;
    const { jobId, type } = this.spec;
    if (verdict.status !== 'T' && this.startedAt) {
      await store.endWorkerConnections(jobId);
      if (type === 'B') await (isAbandoned ? this.closeVolumes() : this.around.cutTails());
    }
    await this.log.flush();
    const totals = await this.totals(verdict);
    const at = this.around.clock.now();
    const { errors } = this.log;
    const report = await this.report(verdict, totals, at);
    const end = { jobId, status: verdict.status, errors, at };
    await store.finish({ ...end, totals: type === 'B' ? null : totals }, report);
  }

  /** A write that hangs in the kernel may still be made when the disk answers: nothing must be appended where it would land. */
  private async closeVolumes(): Promise<void> {
    for (const name of await this.around.store.closeVolumes(this.spec.jobId)) {
      this.log.info(`Volume ${name} is closed for new data because the abandoned process may still change its end.`);
    }
  }

  /** A backup's totals are in the catalog with its last commit; others are reported by their workers. */
  private async totals(verdict: HealthVerdict): Promise<{ readonly files: number; readonly bytes: number }> {
    if (this.spec.type === 'B') return this.around.store.findTotals(this.spec.jobId);
    return verdict.outcome ?? this.task?.read() ?? { files: 0, bytes: 0 };
  }

  private async report(
    verdict: HealthVerdict,
    totals: { readonly files: number; readonly bytes: number },
    endedAt: Date,
  ): Promise<string> {
    const { jobId, stored, type, client, fileset, pool, storage, priority, restore } = this.spec;
    const counts = verdict.outcome?.restore ?? null;
    return runReport(this.around.director, {
      jobId,
      type,
      client,
      fileset,
      pool,
      storage,
      priority,
      endedAt,
      uniqueName: stored.uniqueName,
      level: this.levelText,
      startedAt: this.startedAt,
      files: totals.files,
      bytes: totals.bytes,
      errors: this.log.errors,
      volumes: await this.around.store.listVolumes(jobId),
      status: verdict.status,
      ...(restore ? { restore: { ...restore, counts } } : {}),
    });
  }
}
