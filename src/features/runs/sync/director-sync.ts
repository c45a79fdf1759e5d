import { type Logger } from 'pino';
import { createHash } from 'node:crypto';
import { type DirectorEntry } from '../../../domain/directors.port.js';
import { AppError } from '../../../domain/error-codes.js';
import { hasEnded, type Run, runStatuses } from '../../../domain/run.js';
import { type RunSyncState, lostOf, pauseMs, readAfter } from '../../../domain/run-sync.js';
import { type PageKey, type PageRequest, type Slice } from '../../../domain/pagination.js';
import { fullScope } from '../../../domain/principal.js';
import { type RunsRepository } from '../store/runs.repository.js';
import { type RunIngestion } from './run-ingestion.service.js';
import { type RunsRead, type RunWrites } from './run-writes.repository.js';

/** After this time everything is compared with the run store again, for example because a backup of the database was restored. */
const trustedMs = 30_000;

/**
 * Digests, by query, of the catalog rows that the last polls found stored or stored themselves. An idle catalog returns the same
 * rows again; comparing a hundred runs with the store every second was most of the load of an idle console.
 */
export class UnchangedReadCache {
  private readonly digests = new Map<string, string>();
  private trustedUntil = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Does the work unless it was done for this very answer. Where it fails, the answer is not kept. */
  async unlessSettled(query: string, answer: unknown, work: () => Promise<void>): Promise<void> {
    const digest = createHash('sha256').update(JSON.stringify(answer)).digest('base64');
    if (this.now() >= this.trustedUntil) {
      this.digests.clear();
      this.trustedUntil = this.now() + trustedMs;
    }
    if (this.digests.get(query) === digest) return;
    this.digests.delete(query);
    await work();
    this.digests.set(query, digest);
  }
}

/** Rows read and written at a time. Bounds the memory for a history of any length. */
const runsPerBatch = 500;
/** After a long absence listeners read everything again instead of getting each run. */
const announcedBatches = 4;
/** More runs than any Director has active at the same time. */
const mostUnfinished = 20_000;
const unfinishedStatuses = runStatuses.filter((status) => !hasEnded(status));
/** Pause between two batches of older history, so that neither database is busy with it. */
const fillPauseMs = 50;
/** Another process has the turn: how soon to see whether it still lives. */
const idleMs = 2_000;

export interface IndexerDeps {
  readonly runs: RunsRepository;
  readonly writes: RunWrites;
  readonly intake: RunIngestion;
  readonly log: Logger;
  /** Of this sync only. */
  readonly settled: UnchangedReadCache;
  /** Whether this process syncs the runs of this Director. */
  readonly isMyTurn: () => Promise<boolean>;
}

/** Copies one Director's catalog into the run store. Failures never stop it. */
export class DirectorSync {
  private isStopped = false;
  private failures = 0;
  private wake: () => void = () => undefined;
  private readonly hints = new Set<number>();
  private hinted: Promise<void> | null = null;
  private running: Promise<unknown> = Promise.resolve();
  private readonly stopHints: () => void;
  private readonly loop: Promise<void>;

  constructor(
    private readonly entry: DirectorEntry,
    private readonly parts: IndexerDeps,
  ) {
    this.stopHints = entry.director.onRunChange(({ jobId }) => this.hint(jobId));
    this.loop = this.run();
  }

  /** Returns when nothing of it is at work any more. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.stopHints();
    this.wake();
    await Promise.all([this.loop, this.hinted]);
  }

  /** Polls the catalog now: new runs, and changes of unfinished ones. Returns how many are unfinished. */
  poll(): Promise<number> {
    const poll = this.running.then(() => this.pollOnce());
    this.running = poll.catch(() => undefined);
    return poll;
  }

  /** The Director reported this run: it is read here immediately, because the Director may report it to no other instance. */
  private hint(jobId: number): void {
    this.hints.add(jobId);
    this.hinted ??= this.takeHints().finally(() => (this.hinted = null));
  }

  private async takeHints(): Promise<void> {
    const { name, catalog } = this.entry;
    while (this.hints.size > 0 && !this.isStopped) {
      const ids = [...this.hints];
      this.hints.clear();
      try {
        const runs = await catalog.runs.readRuns(fullScope, { ids });
        await this.parts.intake.take(this.entry, { runs, newest: null, reported: runs.map(({ jobId }) => jobId) });
      } catch (error) {
        this.parts.log.debug({ err: error, director: name }, 'Could not read changed runs; will retry.');
      }
    }
  }

  private async run(): Promise<void> {
    while (!this.isStopped) await this.sleep(await this.turn());
  }

  /** Answers after how long the next turn is due, in milliseconds. */
  private async turn(): Promise<number> {
    try {
      if (!(await this.parts.isMyTurn())) return idleMs;
      const unfinished = await this.poll();
      this.failures = 0;
      const isFilling = await this.fillBatch();
      return isFilling ? fillPauseMs : pauseMs({ failures: 0, unfinished });
    } catch (error) {
      this.failures += 1;
      await this.noteFailure(error);
      return pauseMs({ failures: this.failures, unfinished: 0 });
    }
  }

  private async pollOnce(): Promise<number> {
    await this.takeNew();
    const unfinished = await this.takeUnfinished();
    await this.parts.writes.noteRead(this.entry.name);
    return unfinished;
  }

  private async takeNew(): Promise<void> {
    const { name, catalog } = this.entry;
    const { writes } = this.parts;
    const before = await writes.stateOf(name);
    const unfinished = before.mark === null ? await this.unfinishedNow() : [];
    const newest = await catalog.runs.newestJobId(fullScope);
    let after = readAfter(before, newest);
    for (let batch = 1; !this.isStopped; batch += 1) {
      const read = await catalog.runs.readRuns(fullScope, { after, limit: runsPerBatch });
      const isMuch = batch > announcedBatches;
      const runs = before.mark === null && batch === 1 ? firstIngested(read, unfinished, newest) : read;
      const { generation, mark } = before;
      await this.take(`new ${batch}`, [generation, mark], { runs, newest, isSilent: isMuch });
      const last = read.at(-1);
      if (last && read.length === runsPerBatch) {
        after = last.jobId;
        continue;
      }
      if (isMuch) await writes.notifyAllChanged(name);
      return;
    }
  }

  /** Active runs of a catalog that was never read: stored immediately, so that their end is reported as one. */
  private async unfinishedNow(): Promise<readonly Run[]> {
    const { name, catalog } = this.entry;
    const found: Run[] = [];
    try {
      for (let after: PageKey | null = []; after !== null && found.length < mostUnfinished;) {
        const page: PageRequest = { limit: runsPerBatch, ...(after.length > 0 ? { after } : {}) };
        const { items, next }: Slice<Run> = await catalog.runs.listRuns(
          fullScope,
          { statuses: unfinishedStatuses },
          page,
        );
        found.push(...items);
        after = next;
      }
    } catch (error) {
      // A history too long to be searched through must not keep the record from beginning.
      if (!(error instanceof AppError && error.code === 'director_too_slow')) throw error;
      this.parts.log.warn({ err: error, director: name }, 'Initial sync: could not list all unfinished runs.');
    }
    return found;
  }

  /** Returns how many there were. */
  private async takeUnfinished(): Promise<number> {
    const { name, catalog } = this.entry;
    const { writes, runs } = this.parts;
    const unfinished = await runs.unfinished(name, mostUnfinished);
    for (let from = 0; from < unfinished.length; from += runsPerBatch) {
      const batch = unfinished.slice(from, from + runsPerBatch);
      const found = await catalog.runs.readRuns(fullScope, { ids: batch.map(({ jobId }) => jobId) });
      await this.take(`unfinished ${from}`, [], { runs: found, newest: null });
      await writes.markLost(name, lostOf(batch, found));
    }
    return unfinished.length;
  }

  /** `decisive`: the other inputs that decide the status of the runs. */
  private take(query: string, decisive: readonly unknown[], read: Omit<RunsRead, 'director'>): Promise<void> {
    const answer = [decisive, read.newest, read.runs];
    const { settled, intake } = this.parts;
    return settled.unlessSettled(query, answer, () => intake.take(this.entry, read));
  }

  /** The next older batch of the history; false if all of it is stored. */
  private async fillBatch(): Promise<boolean> {
    const { name, catalog } = this.entry;
    const state: RunSyncState = await this.parts.writes.stateOf(name);
    if (state.mark === null || state.filledFrom === 0) return false;
    const page = { limit: runsPerBatch, after: [state.filledFrom] };
    const { items, next } = await catalog.runs.listRuns(fullScope, {}, page);
    await this.parts.intake.fill(this.entry, items, state, next === null ? 0 : lowestOf(items));
    return next !== null;
  }

  private async noteFailure(error: unknown): Promise<void> {
    const { log, writes } = this.parts;
    if (this.isStopped) return;
    const detail = error instanceof AppError ? error.detail : "See the console's log.";
    if (this.failures === 1) {
      log.warn({ err: error, director: this.entry.name }, 'Could not sync the run history; will retry.');
    }
    await writes.noteFailure(this.entry.name, detail).catch(() => undefined);
  }

  private async sleep(ms: number): Promise<void> {
    if (this.isStopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/**
 * The runs that the first poll stores. A run that was seen active is stored as active, and one that started and ended meanwhile is
 * left to the next poll: both ended after the first poll.
 */
function firstIngested(read: readonly Run[], unfinished: readonly Run[], newest: number): Run[] {
  return [...read.filter(({ jobId, status }) => jobId <= newest || !hasEnded(status)), ...unfinished];
}

function lowestOf(runs: readonly Run[]): number {
  return runs.reduce((lowest, { jobId }) => Math.min(lowest, jobId), 2 ** 31);
}
