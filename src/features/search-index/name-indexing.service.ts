import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Logger } from 'pino';
import { type Actor } from '../../domain/actor.js';
import { Directors } from '../../domain/directors.port.js';
import { AuditRecorder } from '../audit/audit-recorder.js';
import { advisoryLocks } from '../../database/advisory-locks.js';
import { LockConnection } from '../../database/lock-connection.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { LOG } from '../../platform/logging/log.js';
import { PerDirectorWorkers } from '../../platform/per-director-workers.js';
import { RunsRepository } from '../runs/store/runs.repository.js';
import { type RecordChange, RunChanges } from '../runs/store/run-changes.service.js';
import { NameIndexer } from './name-indexer.js';
import { IndexCleanup } from './index-cleanup.repository.js';
import { RetainedRunsRepository } from './retained-runs.repository.js';
import { NameBatches } from './name-batches.repository.js';
import { NameWrites } from './name-writes.repository.js';

/** One that is only being replaced, or not yet loaded, is there again by then. */
const orphansEveryMs = 600_000;

/** Indexes the file names of each Director that is configured. */
@Injectable()
export class NameIndexing implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly workers: PerDirectorWorkers<NameIndexer>;
  private missing: ReadonlySet<string> = new Set();
  private stopWatching: () => void = () => undefined;

  constructor(
    directors: Directors,
    runs: RunsRepository,
    private readonly changes: RunChanges,
    retainedRuns: RetainedRunsRepository,
    batches: NameBatches,
    writes: NameWrites,
    private readonly housekeeping: IndexCleanup,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly session: LockConnection,
    @Inject(LOG) private readonly log: Logger,
  ) {
    this.workers = new PerDirectorWorkers(directors, session, advisoryLocks.nameIndexing, (entry, isMyTurn) => {
      const { name } = entry;
      return new NameIndexer(entry, {
        retainedRuns,
        batches,
        writes,
        housekeeping,
        log,
        isMyTurn,
        generation: () => retainedRuns.generationOf(name),
        endedAmong: (jobIds) => runs.restorableAmong(name, jobIds),
      });
    });
  }

  onApplicationBootstrap(): void {
    this.workers.start();
    const timer = setInterval(() => void this.findOrphans(), orphansEveryMs).unref();
    const stopHearing = this.changes.onChange((change) => this.onRunChange(change));
    this.stopWatching = () => {
      clearInterval(timer);
      stopHearing();
    };
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopWatching();
    await this.workers.stop();
  }

  /** Reads all that the catalogs keep now into the index, without waiting for a turn and without rests. */
  async catchUp(): Promise<void> {
    await Promise.all(this.workers.all().map((worker) => worker.catchUp()));
  }

  /** Discards the index of this Director; it is built again from the catalog. */
  async rebuild(actor: Actor, director: string): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      await this.housekeeping.rebuild(transaction, director);
      await this.audit.record(transaction, { actor, action: 'search_index.rebuild', target: `director:${director}` });
    });
    for (const worker of this.workers.of(director)) worker.wake();
  }

  /** Deletes the index of a Director that is no longer configured, now and at the check before. */
  async removeOrphans(): Promise<void> {
    const names = (await this.housekeeping.directors()).filter((name) => this.workers.of(name).length === 0);
    const gone = names.filter((name) => this.missing.has(name));
    this.missing = new Set(names);
    for (const name of gone) await this.removeOrphan(name);
  }

  private onRunChange({ director, jobId }: RecordChange): void {
    const workers = director === null ? this.workers.all() : this.workers.of(director);
    for (const worker of workers) worker.hint(jobId);
  }

  private async findOrphans(): Promise<void> {
    try {
      await this.removeOrphans();
    } catch (error) {
      this.log.warn({ err: error }, 'Could not remove the index of a removed Director; will retry.');
    }
  }

  /** Another process may still have the Director; then it has the turn as well. */
  private async removeOrphan(name: string): Promise<void> {
    if (!(await this.session.tryLock(advisoryLocks.nameIndexing, name))) return;
    await this.housekeeping.removeDirector(name);
    await this.session.unlock(advisoryLocks.nameIndexing, name);
  }
}
