import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { Clock } from '../../../domain/clock.js';
import { type DirectorEntry, Directors } from '../../../domain/directors.port.js';
import { fullScope } from '../../../domain/principal.js';
import { type PlannedRun } from '../../../domain/job.js';
import { advisoryLocks } from '../../../database/advisory-locks.js';
import { LockConnection } from '../../../database/lock-connection.js';
import { LOG } from '../../../platform/logging/log.js';
import { settleWithin } from '../../../platform/timing.js';
import { ExpectedStarts } from './expected-starts.repository.js';

/** So far ahead the plan is read: a console that is away for less than that misses nothing of it. */
const aheadMs = 26 * 3_600_000;
const mostStarts = 50_000;
const answerLimitMs = 30_000;
/** A Director that was just added, and a console that just began, are not left unwatched until the next round. */
const firstCheckMs = 3_000;
const stopLimitMs = 2_000;

/** Records the planned starts of schedules, because no Director reports afterwards what it should have started. */
@Injectable()
export class ScheduleMonitor implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private working: Promise<void> = Promise.resolve();
  private first: NodeJS.Timeout | null = null;
  private isChecking = false;
  private isStopped = false;

  constructor(
    private readonly directors: Directors,
    private readonly plans: ExpectedStarts,
    private readonly session: LockConnection,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.first = setTimeout(() => void this.onTick(), firstCheckMs).unref();
    // A start that is no longer planned must not count as missed, and a new one must not go unwatched until the next round.
    for (const entry of this.directors.all()) entry.director.onConfigurationChange(() => this.onChange(entry));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    if (this.first) clearTimeout(this.first);
    await settleWithin(this.working, stopLimitMs);
  }

  @Cron('40 */5 * * * *')
  async onTick(): Promise<void> {
    if (this.isChecking || this.isStopped) return;
    this.isChecking = true;
    this.working = this.working.then(() => this.checkAll()).finally(() => (this.isChecking = false));
    await this.working;
  }

  private onChange(entry: DirectorEntry): void {
    if (this.isStopped) return;
    // In turn: an earlier round must not store the plan of before afterwards.
    this.working = this.working.then(() => this.check(entry));
  }

  /** Reads the schedule of each Director that is assigned to this process. Never throws. */
  async checkAll(): Promise<void> {
    await Promise.all(this.directors.all().map((entry) => this.check(entry)));
  }

  private async check(entry: DirectorEntry): Promise<void> {
    try {
      if (this.isStopped || !(await this.session.tryLock(advisoryLocks.scheduleMonitor, entry.name))) return;
      const from = this.clock.now();
      const read = await this.read(entry, from);
      if (read !== null) await this.plans.keep({ director: entry.name, from, ...read });
      await this.plans.settle(entry.name, from);
    } catch (error) {
      this.log.warn({ err: error, director: entry.name }, 'Could not record scheduled starts; will retry.');
    }
  }

  /** null: the Director does not provide it. */
  private async read(
    { name, director }: DirectorEntry,
    from: Date,
  ): Promise<{ readonly until: Date; readonly starts: readonly PlannedRun[] } | null> {
    const until = new Date(from.getTime() + aheadMs);
    const answer = director.schedulePreview(fullScope, from, until, mostStarts).catch((error: unknown) => {
      this.log.debug({ err: error, director: name }, 'A Director does not provide its schedule.');
      return null;
    });
    const starts = await settleWithin(answer, answerLimitMs);
    if (starts === null) return null;
    const backups = starts.filter(({ type }) => type === 'Backup');
    // A plan that was cut off is known up to the last of its starts only.
    const last = starts.length < mostStarts ? undefined : starts.at(-1);
    return { until: last?.at ?? until, starts: backups };
  }
}
