import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type Logger } from 'pino';
import { Clock } from '../../../domain/clock.js';
import { type DirectorConfiguration, type FinishedRename } from '../../../domain/configuration.port.js';
import { Directors } from '../../../domain/directors.port.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { LOG } from '../../../platform/logging/log.js';
import { settleWithin } from '../../../platform/timing.js';
import { firstListId, RenamedNames } from './renamed-names.repository.js';

const retryMs = 5_000;
const stopLimitMs = 2_000;

/**
 * Brings what the console stores of a resource along when it is renamed: history, thresholds, acknowledgements, protection. A Director
 * has a catalog of its own, so that this cannot be one transaction: the Director keeps a list of its renames, and each is followed
 * once, also if the console was stopped in between.
 */
@Injectable()
export class RenameFollower implements OnModuleInit, OnApplicationShutdown {
  private readonly stops: (() => void)[] = [];
  private readonly working = new Map<string, Promise<void>>();
  private readonly retries = new Set<NodeJS.Timeout>();
  private isStopped = false;

  constructor(
    private readonly directors: Directors,
    private readonly names: RenamedNames,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Before the monitors begin: under a new name they would find a resource without settings and history. */
  async onModuleInit(): Promise<void> {
    for (const { name, director } of this.directors.all()) {
      const { configuration } = director;
      if (configuration === null) continue;
      const follow = (): Promise<void> => this.follow(name, configuration);
      this.stops.push(
        configuration.onRenames(follow),
        director.onConfigurationChange(() => void follow()),
      );
      await follow();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    for (const stop of this.stops) stop();
    for (const timer of this.retries) clearTimeout(timer);
    await settleWithin(Promise.all(this.working.values()), stopLimitMs);
  }

  /** One after the other. Never throws. */
  follow(director: string, configuration: DirectorConfiguration): Promise<void> {
    const before = this.working.get(director) ?? Promise.resolve();
    const work = before.then(() => this.tryFollow(director, configuration));
    this.working.set(director, work);
    return work;
  }

  private async tryFollow(director: string, configuration: DirectorConfiguration): Promise<void> {
    if (this.isStopped) return;
    try {
      await this.followAll(director, configuration);
    } catch (error) {
      this.log.warn({ err: error, director }, 'Could not rename what the console stores of a resource; will retry.');
      const timer = setTimeout(() => {
        this.retries.delete(timer);
        void this.follow(director, configuration);
      }, retryMs).unref();
      this.retries.add(timer);
    }
  }

  private async followAll(director: string, configuration: DirectorConfiguration): Promise<void> {
    const renames = await configuration.listRenames();
    if (await this.isFirstList(director, renames)) return;
    for (const rename of await this.names.pending(director, renames)) {
      await this.unitOfWork.run(async (transaction) => {
        if (!(await this.names.claim(transaction, director, rename.id, this.clock.now()))) return;
        await this.names.rename(transaction, director, rename);
      });
    }
  }

  /**
   * What was renamed before this database knew the Director has no old name in it. Decided once, also by an empty list: settings can be
   * older than the first run. All or none: the rest would rename what has an old name today.
   */
  private isFirstList(director: string, renames: readonly FinishedRename[]): Promise<boolean> {
    return this.unitOfWork.run(async (transaction) => {
      const now = this.clock.now();
      if (!(await this.names.claim(transaction, director, firstListId, now))) return false;
      for (const { id } of renames) await this.names.claim(transaction, director, id, now);
      return true;
    });
  }
}
