import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { Clock } from '../../../domain/clock.js';
import { Directors } from '../../../domain/directors.port.js';
import { type Outlier, outliersOf, slowOutlier, baselineSeconds } from './outliers.js';
import { advisoryLocks } from '../../../database/advisory-locks.js';
import { LockConnection } from '../../../database/lock-connection.js';
import { UnitOfWork, type Transaction } from '../../../database/unit-of-work.js';
import { LOG } from '../../../platform/logging/log.js';
import { settleWithin, sleep } from '../../../platform/timing.js';
import { type RunPosition } from '../store/keyset-range.js';
import { RunChanges } from '../store/run-changes.service.js';
import { type OutlierCandidate, RunOutliers } from './outliers.repository.js';

/**
 * Keeps how long what the newest of these runs of each job was compared with usually took, unless a newer one of the job was
 * compared before.
 */
async function keepUsualDurations(
  transaction: Transaction,
  director: string,
  compared: readonly OutlierCandidate[],
): Promise<void> {
  const rows = newestOfJobs(compared).map(({ job, place: position, earlier }) => {
    const seconds = baselineSeconds(earlier);
    return { job, generation: position.generation, job_id: position.jobId, seconds };
  });
  if (rows.length === 0) return;
  await transaction.query(
    `INSERT INTO duration_baseline AS known (director, job, generation, job_id, seconds)
     SELECT $1, u.job, u.generation, u.job_id, u.seconds
     FROM json_to_recordset($2::json) AS u(job text, generation integer, job_id integer, seconds float8)
     ON CONFLICT (director, job) DO UPDATE
       SET generation = excluded.generation, job_id = excluded.job_id, seconds = excluded.seconds
       WHERE (known.generation, known.job_id) <= (excluded.generation, excluded.job_id)`,
    [director, JSON.stringify(rows)],
  );
}

function newestOfJobs(runs: readonly OutlierCandidate[]): OutlierCandidate[] {
  const newest = new Map<string, OutlierCandidate>();
  for (const run of runs) {
    const known = newest.get(run.job);
    if (!known || isBefore(known.place, run.place)) newest.set(run.job, run);
  }
  return [...newest.values()];
}

function isBefore(one: RunPosition, other: RunPosition): boolean {
  return one.generation === other.generation ? one.jobId < other.jobId : one.generation < other.generation;
}

/** Runs compared in one transaction: what bounds its time, also after a history of a million runs came in. */
const runsPerBatch = 200;
/** The pause between two batches, as a multiple of the duration of the last one: the database has other work. */
const restShare = 2;
const leastRestMs = 10;
/** Runs that end together are compared together. */
const gatherMs = 500;
const stopLimitMs = 2_000;

/** Compares each backup with those before it: soon after it ended, and once a minute while it runs. */
@Injectable()
export class OutlierDetection implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private gathering: NodeJS.Timeout | null = null;
  private working: Promise<void> = Promise.resolve();
  private isStopped = false;
  /** A run changed since the newest runs were last compared. */
  private hasNews = false;
  private stopHearing: () => void = () => undefined;

  constructor(
    private readonly directors: Directors,
    private readonly outliers: RunOutliers,
    private readonly unitOfWork: UnitOfWork,
    private readonly session: LockConnection,
    private readonly changes: RunChanges,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.stopHearing = this.changes.onChange(() => {
      this.hasNews = true;
      if (!this.isStopped) this.gathering ??= setTimeout(() => void this.compare(), gatherMs).unref();
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    this.stopHearing();
    if (this.gathering) clearTimeout(this.gathering);
    await settleWithin(this.working, stopLimitMs);
  }

  @Cron('20 * * * * *')
  async onTick(): Promise<void> {
    await this.compare(true);
  }

  /** Compares the queued runs. Never throws. */
  compare(alsoRunning = false): Promise<void> {
    this.gathering = null;
    this.working = this.working.then(() => this.compareAll(alsoRunning));
    return this.working;
  }

  private async compareAll(alsoRunning: boolean): Promise<void> {
    for (const { name } of this.directors.all()) {
      try {
        if (this.isStopped || !(await this.session.tryLock(advisoryLocks.outlierDetection, name))) continue;
        await this.compareEnded(name);
        if (alsoRunning) await this.compareRunning(name);
      } catch (error) {
        this.log.warn({ err: error, director: name }, 'Could not compare runs with earlier ones; will retry.');
      }
    }
  }

  async compareEnded(director: string): Promise<void> {
    const isMore = async (): Promise<boolean> => (await this.compareBatch(director)) === runsPerBatch;
    if (!(await isMore())) return;
    await this.compareNewestFirst(director);
    while (!this.isStopped && (await withRest(isMore)));
  }

  /** The queue is long after a history was read: the newest runs come first, and runs that end meanwhile do not wait. */
  private async compareNewestFirst(director: string): Promise<void> {
    let position: RunPosition | null = null;
    const next = async (): Promise<boolean> => {
      if (this.hasNews) {
        this.hasNews = false;
        await this.compareBelow(director, null);
      }
      position = await this.compareBelow(director, position);
      return position !== null;
    };
    while (!this.isStopped && (await withRest(next)));
  }

  /** Answers where it has come to; null at the end. */
  private async compareBelow(director: string, position: RunPosition | null): Promise<RunPosition | null> {
    const { names, goOn } = await this.outliers.newestUnweighed(director, position, runsPerBatch);
    if (names.length > 0) await this.compareBatch(director, names);
    return goOn;
  }

  async compareRunning(director: string): Promise<void> {
    const slow = new Map<string, Outlier>();
    for (const { uniqueName, seconds, earlier } of await this.outliers.running(director)) {
      const [outlier] = slowOutlier(seconds, earlier);
      if (outlier) slow.set(uniqueName, outlier);
    }
    if (slow.size === 0) return;
    await this.unitOfWork.run(async (transaction) => {
      await this.outliers.lockRecord(transaction, director);
      await this.outliers.keepRunning(transaction, director, slow, this.clock.now());
    });
  }

  /** Answers how many there were. */
  private compareBatch(director: string, among: readonly string[] | null = null): Promise<number> {
    return this.unitOfWork.run(async (transaction) => {
      await this.outliers.lockRecord(transaction, director);
      const due = await this.outliers.takeUnweighed(transaction, director, runsPerBatch, among);
      await this.outliers.replace(transaction, director, new Map(due.map((run) => [run.uniqueName, findingOf(run)])));
      await keepUsualDurations(transaction, director, due);
      return due.length;
    });
  }
}

async function withRest(work: () => Promise<boolean>): Promise<boolean> {
  const startedMs = performance.now();
  const isMore = await work();
  const idleMs = Math.max(leastRestMs, restShare * (performance.now() - startedMs));
  if (isMore) await sleep(idleMs);
  return isMore;
}

/** A run that did not end well is reported as such; that it was also short or small adds nothing. */
function findingOf(run: OutlierCandidate): { readonly at: Date; readonly outliers: readonly Outlier[] } {
  return { at: run.at, outliers: run.isGood ? outliersOf(run, run.earlier) : [] };
}
