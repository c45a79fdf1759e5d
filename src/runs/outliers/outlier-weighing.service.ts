import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { Clock } from '../../domain/clock.js';
import { Directors } from '../../domain/directors.port.js';
import { type Outlier, outliersOf, slowOutlier } from '../../domain/outliers.js';
import { DatabaseSession } from '../../platform/database/database-session.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { LOG } from '../../platform/logging/log.module.js';
import { RunChanges } from '../record/run-changes.service.js';
import { type Comparable, RunOutliers } from './run-outliers.repository.js';

/** First key of the locks by which one process of all compares the runs of a Director. They only save work. */
const weighingLocks = 7_301_141;
/** Runs compared in one transaction: what bounds its time, also after a history of a million runs came in. */
const portionRuns = 200;
/** Between two portions of a long list, so that the database is not kept busy by it. */
const pauseMs = 50;
/** Runs that end together are compared together. */
const gatherMs = 500;
const stopLimitMs = 2_000;

/** Compares each backup with those before it: soon after it ended, and once a minute while it runs. */
@Injectable()
export class OutlierWeighing implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private gathering: NodeJS.Timeout | null = null;
  private working: Promise<void> = Promise.resolve();
  private isStopped = false;
  private stopHearing: () => void = () => undefined;

  constructor(
    private readonly directors: Directors,
    private readonly outliers: RunOutliers,
    private readonly unitOfWork: UnitOfWork,
    private readonly session: DatabaseSession,
    private readonly changes: RunChanges,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.stopHearing = this.changes.onChange(() => {
      if (!this.isStopped) this.gathering ??= setTimeout(() => void this.look(), gatherMs).unref();
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    this.stopHearing();
    if (this.gathering) clearTimeout(this.gathering);
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise((resolve) => (timer = setTimeout(resolve, stopLimitMs)));
    await Promise.race([this.working, limit]);
    clearTimeout(timer);
  }

  @Cron('20 * * * * *')
  async onTick(): Promise<void> {
    await this.look(true);
  }

  /** Compares what is still to be compared. Never throws. */
  look(alsoRunning = false): Promise<void> {
    this.gathering = null;
    this.working = this.working.then(() => this.lookAtAll(alsoRunning));
    return this.working;
  }

  private async lookAtAll(alsoRunning: boolean): Promise<void> {
    for (const { name } of this.directors.all()) {
      try {
        if (this.isStopped || !(await this.session.tryLock(weighingLocks, name))) continue;
        await this.weighEnded(name);
        if (alsoRunning) await this.weighRunning(name);
      } catch (error) {
        this.log.warn(
          { err: error, director: name },
          'Runs could not be compared with earlier ones; it is tried again.',
        );
      }
    }
  }

  async weighEnded(director: string): Promise<void> {
    while (!this.isStopped && (await this.weighPortion(director)) === portionRuns) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  async weighRunning(director: string): Promise<void> {
    const slow = new Map<string, Outlier>();
    for (const { uniqueName, seconds, earlier } of await this.outliers.running(director)) {
      const [outlier] = slowOutlier(seconds, earlier);
      if (outlier) slow.set(uniqueName, outlier);
    }
    if (slow.size > 0) await this.outliers.keepRunning(director, slow, this.clock.now());
  }

  /** Answers how many there were. */
  private weighPortion(director: string): Promise<number> {
    return this.unitOfWork.run(async (transaction) => {
      const due = await this.outliers.takeUnweighed(transaction, director, portionRuns);
      await this.outliers.replace(transaction, director, new Map(due.map((run) => [run.uniqueName, findingOf(run)])));
      return due.length;
    });
  }
}

/** A run that did not end well is told of as such: that it was short or small as well is no news. */
function findingOf(run: Comparable): { readonly at: Date; readonly outliers: readonly Outlier[] } {
  return { at: run.at, outliers: run.isGood ? outliersOf(run, run.earlier) : [] };
}
