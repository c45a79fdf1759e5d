import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Logger } from 'pino';
import { Directors } from '../../../domain/directors.port.js';
import { advisoryLocks } from '../../../database/advisory-locks.js';
import { LockConnection } from '../../../database/lock-connection.js';
import { LOG } from '../../../platform/logging/log.js';
import { PerDirectorWorkers } from '../../../platform/per-director-workers.js';
import { DirectorSync, UnchangedReadCache } from './director-sync.js';
import { RunsRepository } from '../store/runs.repository.js';
import { RunIngestion } from './run-ingestion.service.js';
import { RunWrites } from './run-writes.repository.js';

/** Syncs the runs of each Director that is configured. */
@Injectable()
export class RunSyncService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly workers: PerDirectorWorkers<DirectorSync>;

  constructor(
    directors: Directors,
    runs: RunsRepository,
    writes: RunWrites,
    intake: RunIngestion,
    session: LockConnection,
    @Inject(LOG) log: Logger,
  ) {
    this.workers = new PerDirectorWorkers(directors, session, advisoryLocks.runSync, (entry, isMyTurn) => {
      return new DirectorSync(entry, { runs, writes, intake, log, settled: new UnchangedReadCache(), isMyTurn });
    });
  }

  onApplicationBootstrap(): void {
    this.workers.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.workers.stop();
  }

  /** Reads the catalogs of all Directors into the record now, without waiting for the next turn. */
  async catchUp(): Promise<void> {
    await Promise.all(this.workers.all().map((worker) => worker.poll()));
  }
}
