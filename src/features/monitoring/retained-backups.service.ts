import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { type RunName } from '../../domain/restore-reader.port.js';
import { Directors } from '../../domain/directors.port.js';
import { jobBackups } from './retained-backups.js';
import { fullScope } from '../../domain/principal.js';
import { advisoryLocks } from '../../database/advisory-locks.js';
import { LockConnection } from '../../database/lock-connection.js';
import { LOG } from '../../platform/logging/log.js';
import { type FoundOutcome, type GroupBackups, RetainedBackupsRepository } from './retained-backups.repository.js';

const checkEveryMs = 600_000;

/**
 * Checks whether catalogs still have the backups that protect jobs: their records, and their volumes with their chains. While a
 * catalog is away, the recorded state stays.
 */
@Injectable()
export class RetainedBackups {
  private isChecking = false;

  constructor(
    private readonly repository: RetainedBackupsRepository,
    private readonly directors: Directors,
    private readonly session: LockConnection,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  @Interval(checkEveryMs)
  async onTick(): Promise<void> {
    if (this.isChecking) return;
    this.isChecking = true;
    try {
      for (const { name } of this.directors.all()) {
        if (await this.session.tryLock(advisoryLocks.retainedBackups, name)) await this.check(name);
      }
    } finally {
      this.isChecking = false;
    }
  }

  /** The backups of these clients, or all. Never throws. */
  async check(director: string, clients?: readonly string[]): Promise<void> {
    try {
      await this.read(director, clients);
    } catch (error) {
      this.log.debug({ err: error, director }, 'Could not check whether backups are still restorable; will retry.');
    }
  }

  private async read(director: string, clients: readonly string[] | undefined): Promise<void> {
    const chains = await this.repository.chains(director, clients);
    const lost = await this.lostAmong(director, chains);
    const concerned = chains.filter(({ backups }) => backups.some(({ uniqueName }) => lost.has(uniqueName)));
    const histories = concerned.length === 0 ? [] : await this.repository.histories(director, concerned);
    const lostBefore = await this.lostAmong(director, histories);
    const others = chains.filter((chain) => !concerned.includes(chain));
    const found = [...outcomesOf(others, lost), ...outcomesOf(histories, lostBefore)];
    await this.repository.note(director, found);
  }

  /** Their unique names. */
  private async lostAmong(director: string, groups: readonly GroupBackups[]): Promise<ReadonlySet<string>> {
    const runs = groups.flatMap(({ backups }): readonly RunName[] => backups);
    if (runs.length === 0) return new Set();
    const lost = new Set(await this.directors.get(director).catalog.restore.lostRuns(fullScope, runs));
    return new Set(runs.filter(({ jobId }) => lost.has(jobId)).map(({ uniqueName }) => uniqueName));
  }
}

function outcomesOf(groups: readonly GroupBackups[], lost: ReadonlySet<string>): FoundOutcome[] {
  return groups.flatMap(({ client, fileset, backups }) => {
    const byJob = jobBackups(backups, ({ uniqueName }) => lost.has(uniqueName));
    return [...byJob].map(([job, { newest, whole }]) => {
      return { client, fileset, job, newest, isLost: whole?.getTime() !== newest.getTime(), kept: whole };
    });
  });
}
