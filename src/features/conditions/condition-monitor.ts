import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { Clock } from '../../domain/clock.js';
import { type DirectorEntry, Directors } from '../../domain/directors.port.js';
import { advisoryLocks } from '../../database/advisory-locks.js';
import { LockConnection } from '../../database/lock-connection.js';
import { type Transaction } from '../../database/unit-of-work.js';
import { LOG } from '../../platform/logging/log.js';
import { settleWithin } from '../../platform/timing.js';
import { Conditions, conditionKinds } from '../../domain/condition.js';
import { DirectorChecks } from './director-checks.service.js';

const stopLimitMs = 2_000;
/** Another instance may have a Director that this one lacks: only what no instance has checked for so long is removed. */
const removedAfterMs = 600_000;
const logInsOverMs = 3_600_000;

/** Checks every Director of which it is this process's turn, again and again. */
@Injectable()
export class ConditionMonitor implements BeforeApplicationShutdown {
  /** By Director: one that hangs delays only its own next check. */
  private readonly working = new Map<string, Promise<void>>();
  private isStopped = false;

  constructor(
    private readonly directors: Directors,
    private readonly checks: DirectorChecks,
    private readonly conditions: Conditions<Transaction>,
    private readonly session: LockConnection,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    await settleWithin(Promise.all(this.working.values()), stopLimitMs);
  }

  /** Three failed checks are at least 60 s apart so. */
  @Cron('5,25,45 * * * * *')
  async onDirectorTick(): Promise<void> {
    await this.checkDirectors();
  }

  @Cron('50 * * * * *')
  async onStorageTick(): Promise<void> {
    await this.checkStorages();
    await this.endRemoved();
  }

  @Cron('55 */5 * * * *')
  async onPoolTick(): Promise<void> {
    await this.checkPools();
  }

  /** Never throws, as the next two. */
  async checkDirectors(): Promise<void> {
    await this.each('director', (entry) => this.checks.checkDirector(entry));
    await this.each('runs', (entry) => this.checks.checkRuns(entry));
  }

  async checkStorages(): Promise<void> {
    await this.each('storages', (entry) => this.checks.checkStorages(entry));
  }

  async checkPools(): Promise<void> {
    await this.each('pools', (entry) => this.checks.checkPools(entry));
  }

  /** Ends conditions of removed Directors, and of logins without a failure for an hour. Never throws. */
  async endRemoved(): Promise<void> {
    await this.attempt('forgotten', async () => {
      const at = this.clock.now();
      const names = new Set(this.directors.all().map(({ name }) => name));
      for (const director of await this.conditions.directors()) {
        if (!names.has(director)) await this.endOf(director, at);
      }
      for (const { key, checkedAt } of await this.conditions.known('log_ins', null)) {
        if (isOlder(checkedAt, at, logInsOverMs)) await this.conditions.end(key, 'time', at);
      }
    });
  }

  private async endOf(director: string, at: Date): Promise<void> {
    for (const kind of conditionKinds) {
      for (const { key, checkedAt } of await this.conditions.known(kind, director)) {
        if (isOlder(checkedAt, at, removedAfterMs)) await this.conditions.end(key, 'removed', at);
      }
    }
  }

  private async each(what: string, check: (entry: DirectorEntry) => Promise<void>): Promise<void> {
    const entries = this.directors.all();
    await Promise.all(
      entries.map((entry) =>
        this.attempt(`${what} ${entry.name}`, async () => {
          if (await this.session.tryLock(advisoryLocks.conditionMonitor, entry.name)) await check(entry);
        }),
      ),
    );
  }

  private async attempt(what: string, work: () => Promise<void>): Promise<void> {
    if (this.isStopped || this.working.has(what)) return;
    const turn = work().catch((error: unknown) => {
      this.log.warn({ err: error, check: what }, 'Could not check for conditions; will retry.');
    });
    this.working.set(what, turn);
    await turn;
    this.working.delete(what);
  }
}

function isOlder(checkedAt: Date | null, at: Date, ms: number): boolean {
  return checkedAt === null || at.getTime() - checkedAt.getTime() > ms;
}
