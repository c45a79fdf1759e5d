import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Logger } from 'pino';
import { type Actor } from '../../domain/actor.js';
import { type DirectorPort } from '../../domain/director.port.js';
import { type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { AuditRecorder } from '../audit/audit-recorder.js';
import { advisoryLocks } from '../../database/advisory-locks.js';
import { LockConnection } from '../../database/lock-connection.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { LOG } from '../../platform/logging/log.js';
import { settleWithin } from '../../platform/timing.js';
import { RunsRepository } from '../runs/store/runs.repository.js';
import { type RecordChange, RunChanges } from '../runs/store/run-changes.service.js';
import { NameIndexer } from './name-indexer.js';
import { FeedHousekeeping } from './index-cleanup.repository.js';
import { RetainedRunsRepository } from './retained-runs.repository.js';
import { NameBatches } from './name-batches.repository.js';
import { NameWrites } from './name-writes.repository.js';

/** The feeders' own calls end by themselves a little later. */
const stopLimitMs = 2_000;
/** One that is only being replaced, or not yet loaded, is there again by then. */
const orphansEveryMs = 600_000;

/** Feeds the index of names: one feeder for each Director that is configured. */
@Injectable()
export class NameIndexing implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly feeders = new Map<DirectorPort, { readonly name: string; readonly feeder: NameIndexer }>();
  private missing: ReadonlySet<string> = new Set();
  private stopWatching: () => void = () => undefined;

  constructor(
    private readonly directors: Directors,
    private readonly runs: RunsRepository,
    private readonly changes: RunChanges,
    private readonly kept: RetainedRunsRepository,
    private readonly batches: NameBatches,
    private readonly writes: NameWrites,
    private readonly housekeeping: FeedHousekeeping,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly session: LockConnection,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.follow();
    const timer = setInterval(() => void this.lookForOrphans(), orphansEveryMs).unref();
    const stops = [this.directors.onChange(() => this.follow()), this.changes.onChange((change) => this.hear(change))];
    this.stopWatching = () => {
      clearInterval(timer);
      stops.forEach((stop) => stop());
    };
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopWatching();
    const stops = Promise.all([...this.feeders.values()].map(({ feeder }) => feeder.stop()));
    this.feeders.clear();
    await settleWithin(stops, stopLimitMs);
  }

  /** Reads all that the catalogs keep now into the index, without waiting for a turn and without rests. */
  async catchUp(): Promise<void> {
    await Promise.all([...this.feeders.values()].map(({ feeder }) => feeder.catchUp()));
  }

  /** Throws away what stands in the index of this Director; it is fed anew from the catalog. */
  async rebuild(actor: Actor, director: string): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      await this.housekeeping.rebuild(transaction, director);
      await this.audit.record(transaction, { actor, action: 'search_index.rebuild', target: `director:${director}` });
    });
    for (const { name, feeder } of this.feeders.values()) if (name === director) feeder.wake();
  }

  /** The index of a Director goes that is configured no longer, and was not at the look before. */
  async removeOrphans(): Promise<void> {
    const names = (await this.housekeeping.directors()).filter((name) => !this.isFed(name));
    const gone = names.filter((name) => this.missing.has(name));
    this.missing = new Set(names);
    for (const name of gone) await this.removeOrphan(name);
  }

  private hear({ director, jobId }: RecordChange): void {
    for (const { name, feeder } of this.feeders.values()) {
      if (director === null || director === name) feeder.hint(jobId);
    }
  }

  private follow(): void {
    const entries = this.directors.all();
    for (const [director, { name, feeder }] of this.feeders) {
      if (entries.some((entry) => entry.director === director)) continue;
      this.feeders.delete(director);
      void feeder.stop().then(() => this.release(name));
    }
    for (const entry of entries) {
      if (this.feeders.has(entry.director)) continue;
      this.feeders.set(entry.director, { name: entry.name, feeder: this.feederOf(entry) });
    }
  }

  private feederOf(entry: DirectorEntry): NameIndexer {
    const { name } = entry;
    const { kept, batches, writes, housekeeping, log } = this;
    return new NameIndexer(entry, {
      kept,
      batches,
      writes,
      housekeeping,
      log,
      isMyTurn: () => this.session.tryLock(advisoryLocks.nameIndexing, name),
      generation: () => kept.generationOf(name),
      endedAmong: (jobIds) => this.runs.restorableAmong(name, jobIds),
    });
  }

  /** A Director that was replaced keeps its turn here. */
  private async release(name: string): Promise<void> {
    if (!this.isFed(name)) await this.session.unlock(advisoryLocks.nameIndexing, name);
  }

  private isFed(name: string): boolean {
    return [...this.feeders.values()].some((other) => other.name === name);
  }

  private async lookForOrphans(): Promise<void> {
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
