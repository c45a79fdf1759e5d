import { type Logger } from 'pino';
import { type DirectorEntry } from '../../domain/directors.port.js';
import { fullScope } from '../../domain/principal.js';
import { BatchReading, UnreadRun } from './read-batch.js';
import {
  backoffForWriterMs,
  isCatalogFailure,
  leastWorkMs,
  pauseAfterFailures,
  idleMs,
  publicErrorText,
  writerCheckMs,
} from './indexing-policy.js';
import { type DueRuns, type NameBatches } from './name-batches.repository.js';
import { SegmentSetSuperseded, type NameWrites } from './name-writes.repository.js';
import { type IndexCleanup } from './index-cleanup.repository.js';
import { type RetainedRunsRepository } from './retained-runs.repository.js';

/** Dependencies of the indexer of one Director. */
interface NameIndexerDeps {
  readonly retainedRuns: RetainedRunsRepository;
  readonly batches: NameBatches;
  readonly writes: NameWrites;
  readonly housekeeping: IndexCleanup;
  readonly log: Logger;
  /** Whether this process indexes this Director. */
  readonly isMyTurn: () => Promise<boolean>;
  /** How often the Director's ids started over, as the record of runs counts it. */
  readonly generation: () => Promise<number>;
  /** Those of the runs that ended and have names to read. */
  readonly endedAmong: (jobIds: readonly number[]) => Promise<readonly number[]>;
}

/** Record rows read at a time. */
const rowsPerCheck = 1_000;
/** Runs without a notification, or with restored names, are found this late. */
const newestEveryMs = 15_000;
const newestRows = 200;
/** Runs that were purged are noticed this late. */
const roundEveryMs = 300_000;
const cleanEveryMs = 60_000;
/** Another process has the turn: how soon to see whether it still lives. */
const otherInstanceMs = 2_000;
/** Counting takes its time where much waits. */
const countEveryMs = 2_000;
/** Two writers that take a segment set from each other would otherwise never stop. */
const maxYieldMs = 200;
/** If more than this end at the same time, they are found among the newest. */
const mostHints = 200;

interface Sleeper {
  /** Only the end wakes it. */
  readonly isFirm: boolean;
  readonly wake: () => void;
}

class Stopped extends Error {}

/** Indexes the names of one Director's catalog. Failures never stop it. */
export class NameIndexer {
  private isStopped = false;
  private hurried = 0;
  private failures = 0;
  private readonly sleepers = new Set<Sleeper>();
  private readonly hints = new Set<number>();
  private isLost = false;
  private isCountStale = false;
  /** Where the round over all ids is; null: the newest are next. */
  private below: number | null = null;
  private isRoundRunning = true;
  /** What the catalog worked since it rested last. */
  private workedMs = 0;
  /** All retained runs were seen since this process started, so the Full of each run is known. */
  private isSurveyed = false;
  private readonly dueAt = { newest: 0, round: 0, cleaning: 0, count: 0 };
  private working: Promise<unknown> = Promise.resolve();
  private readonly loop: Promise<void>;

  constructor(
    private readonly entry: DirectorEntry,
    private readonly parts: NameIndexerDeps,
  ) {
    this.loop = this.run();
  }

  /** Returns when nothing of it is at work any more. */
  async stop(): Promise<void> {
    this.isStopped = true;
    for (const sleeper of this.sleepers) sleeper.wake();
    await this.loop;
    await this.working;
  }

  /** A run changed; null: any may have. */
  hint(jobId: number | null): void {
    if (jobId === null || this.hints.size >= mostHints) this.isLost = true;
    else this.hints.add(jobId);
    this.wake();
  }

  /** Indexes pending runs without delay. */
  wake(): void {
    for (const sleeper of this.sleepers) if (!sleeper.isFirm) sleeper.wake();
  }

  /** Reads all that the catalog keeps now, without rests. What can't be read is left out. */
  async catchUp(): Promise<void> {
    this.hurried += 1;
    try {
      await this.alone(async () => {
        await this.follow();
        this.beginRound();
        while (this.isRoundRunning) await this.indexMore();
        while (await this.indexNext());
        await this.parts.housekeeping.noteCheck(this.entry.name, true);
      });
    } finally {
      this.hurried -= 1;
    }
  }

  private async run(): Promise<void> {
    while (!this.isStopped) await this.sleep(await this.turn(), false);
  }

  /** Answers after how long the next turn is due, in milliseconds. */
  private async turn(): Promise<number> {
    try {
      if (!(await this.parts.isMyTurn())) return otherInstanceMs;
      const isBusy = await this.alone(() => this.workOnce());
      this.failures = 0;
      return isBusy ? 0 : newestEveryMs;
    } catch (error) {
      if (this.isStopped) return 0;
      this.failures += 1;
      await this.noteFailure(error);
      return pauseAfterFailures(this.failures);
    }
  }

  /** Returns whether there is more to do. */
  private async workOnce(): Promise<boolean> {
    await this.follow();
    await this.takeHints();
    await this.check();
    const now = performance.now();
    const hasIndexed = this.isSurveyed && (await this.indexNext());
    const isBusy = hasIndexed || this.isRoundRunning || this.hints.size > 0;
    if (hasIndexed) this.isCountStale = true;
    if (this.isCountStale && (!isBusy || now >= this.dueAt.count)) await this.count();
    if (now >= this.dueAt.cleaning) await this.clean();
    return isBusy;
  }

  private async count(): Promise<void> {
    this.dueAt.count = performance.now() + countEveryMs;
    this.isCountStale = false;
    await this.parts.housekeeping.noteCheck(this.entry.name, this.isSurveyed && !this.isRoundRunning);
  }

  private async follow(): Promise<void> {
    const { retainedRuns, generation } = this.parts;
    if (!(await retainedRuns.follow(this.entry.name, await generation()))) return;
    this.isSurveyed = false;
    this.beginRound();
  }

  private async check(): Promise<void> {
    const now = performance.now();
    if (!this.isRoundRunning && now >= this.dueAt.round) this.beginRound();
    if (this.isRoundRunning) await this.indexMore();
    else if (this.isLost || now >= this.dueAt.newest) await this.indexNewest();
  }

  private beginRound(): void {
    this.isRoundRunning = true;
    this.below = null;
  }

  /** The next older ids. */
  private async indexMore(): Promise<void> {
    const from = await this.indexOlder(this.below, rowsPerCheck);
    this.below = from;
    if (from !== null) return;
    this.isRoundRunning = false;
    this.isSurveyed = true;
    this.dueAt.round = performance.now() + roundEveryMs;
  }

  private async indexNewest(): Promise<void> {
    this.isLost = false;
    this.dueAt.newest = performance.now() + newestEveryMs;
    await this.indexOlder(null, newestRows);
  }

  private async indexOlder(below: number | null, limit: number): Promise<number | null> {
    const { catalog, name: director } = this.entry;
    const began = performance.now();
    const { runs, from } = await catalog.files.listKeptRuns(fullScope, { below, limit });
    const workedMs = performance.now() - began;
    await this.parts.retainedRuns.take({ director, runs, from: from ?? 0, below });
    this.isCountStale = true;
    await this.rest(workedMs);
    return from;
  }

  private async takeHints(): Promise<void> {
    if (this.hints.size === 0) return;
    const { catalog, name: director } = this.entry;
    const ids = [...this.hints];
    this.hints.clear();
    const ended = await this.parts.endedAmong(ids);
    if (ended.length === 0) return;
    const { runs } = await catalog.files.listKeptRuns(fullScope, { ids: ended });
    await this.parts.retainedRuns.take({ director, runs, from: null, below: null });
  }

  /** Returns whether a run was pending. */
  private async indexNext(): Promise<boolean> {
    const due = await this.parts.batches.due(this.entry.name);
    if (!due) return false;
    try {
      await this.index(due);
    } catch (error) {
      if (error instanceof SegmentSetSuperseded) await this.sleep(Math.random() * maxYieldMs, true);
      else if (error instanceof UnreadRun) await this.leaveOut(error);
      else throw error;
    }
    return true;
  }

  private async leaveOut({ run: { jobId }, cause }: UnreadRun): Promise<void> {
    if (isCatalogFailure(cause)) throw cause;
    const { log, batches } = this.parts;
    log.warn({ err: cause, director: this.entry.name, jobId }, 'Could not read the names of a run.');
    await batches.noteFailure(this.entry.name, jobId, `Run ${jobId}: ${publicErrorText(cause)}`);
  }

  private async index(due: DueRuns): Promise<void> {
    const { batches, writes } = this.parts;
    const segmentSet = await batches.open(this.entry.name, due);
    if (!segmentSet) return;
    const rest = (workedMs: number): Promise<void> => this.rest(workedMs);
    const reading = new BatchReading({ files: this.entry.catalog.files, writes, rest }, segmentSet);
    const { fed, blocks } = await reading.read(due.runs);
    const origins = reading.originsWith(fed);
    // Names that were purged meanwhile were taken for new ones in the runs that have them too.
    const gone = await this.entry.catalog.files.runsWithoutNames(fullScope, origins);
    if (gone.length > 0) await batches.abandon(this.entry.name, segmentSet);
    else await writes.commit(this.entry.name, segmentSet, blocks, fed);
  }

  private async clean(): Promise<void> {
    this.dueAt.cleaning = performance.now() + cleanEveryMs;
    await this.parts.batches.dropUnfinished(this.entry.name);
    await this.parts.housekeeping.removeRetired(this.entry.name);
  }

  private async noteFailure(error: unknown): Promise<void> {
    const { log, housekeeping } = this.parts;
    if (this.failures === 1) {
      log.warn({ err: error, director: this.entry.name }, 'Could not update the search index; will retry.');
    }
    await housekeeping.noteFailure(this.entry.name, publicErrorText(error)).catch(() => undefined);
  }

  private async rest(workedMs: number): Promise<void> {
    this.workedMs += workedMs;
    if (this.hurried === 0 && this.workedMs >= leastWorkMs) {
      const restsFor = this.workedMs;
      this.workedMs = 0;
      await this.sleep(idleMs(restsFor), true);
      await this.yieldToWriters(backoffForWriterMs(restsFor));
    }
    if (this.isStopped) throw new Stopped();
  }

  /** The Director's own work comes first, but not forever. */
  private async yieldToWriters(longestMs: number): Promise<void> {
    const until = performance.now() + longestMs;
    while (!this.isStopped && performance.now() < until) {
      if (!(await this.entry.catalog.files.isBeingWritten(fullScope))) return;
      await this.sleep(writerCheckMs, true);
    }
  }

  /** One thing after the other. */
  private alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.working.then(work);
    this.working = result.catch(() => undefined);
    return result;
  }

  private async sleep(ms: number, isFirm: boolean): Promise<void> {
    if (this.isStopped) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.sleepers.delete(sleeper);
        resolve();
      };
      const timer = setTimeout(wake, ms).unref();
      const sleeper = { isFirm, wake };
      this.sleepers.add(sleeper);
    });
  }
}
