import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Logger } from 'pino';
import { type DirectorPort } from '../../../domain/director.port.js';
import { type DirectorEntry, Directors } from '../../../domain/directors.port.js';
import { advisoryLocks } from '../../../database/advisory-locks.js';
import { LockConnection } from '../../../database/lock-connection.js';
import { LOG } from '../../../platform/logging/log.js';
import { settleWithin } from '../../../platform/timing.js';
import { DirectorSync, UnchangedReadCache } from './director-sync.js';
import { RunsRepository } from '../store/runs.repository.js';
import { RunIngestion } from './run-ingestion.service.js';
import { RunWrites } from './run-writes.repository.js';

/** The feeders' own calls end by themselves a little later. */
const stopLimitMs = 2_000;

/** One feeder for each Director that is configured. */
@Injectable()
export class RunSyncService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly feeders = new Map<DirectorPort, { readonly name: string; readonly feeder: DirectorSync }>();
  private stopWatching: () => void = () => undefined;

  constructor(
    private readonly directors: Directors,
    private readonly runs: RunsRepository,
    private readonly writes: RunWrites,
    private readonly intake: RunIngestion,
    private readonly session: LockConnection,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.follow();
    this.stopWatching = this.directors.onChange(() => this.follow());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopWatching();
    const stops = Promise.all([...this.feeders.values()].map(({ feeder }) => feeder.stop()));
    this.feeders.clear();
    await settleWithin(stops, stopLimitMs);
  }

  /** Reads the catalogs of all Directors into the record now, without waiting for the next turn. */
  async catchUp(): Promise<void> {
    await Promise.all([...this.feeders.values()].map(({ feeder }) => feeder.look()));
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

  private feederOf(entry: DirectorEntry): DirectorSync {
    const isMyTurn = (): Promise<boolean> => this.session.tryLock(advisoryLocks.runSync, entry.name);
    const { runs, writes, intake, log } = this;
    return new DirectorSync(entry, { runs, writes, intake, log, settled: new UnchangedReadCache(), isMyTurn });
  }

  /** A Director that was replaced keeps its turn here. */
  private async release(name: string): Promise<void> {
    const isInUse = [...this.feeders.values()].some((other) => other.name === name);
    if (!isInUse) await this.session.unlock(advisoryLocks.runSync, name);
  }
}
