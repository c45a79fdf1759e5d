import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { Clock } from '../../../domain/clock.js';
import { isDayAfter, towardsDay } from '../day-range.js';
import { LOG } from '../../../platform/logging/log.module.js';
import { KeptSums, type KeptSumsDay } from './kept-sums.repository.js';

/** Days that sums move on in one transaction: the ends of runs wait for it, up to three seconds a day at ten thousand clients. */
const mostDays = 2;

/** Moves the sums of clients on to the day that began: what entered and what left since then is added and taken away. */
@Injectable()
export class KeptSumsKeeper implements OnApplicationBootstrap {
  private working: Promise<void> = Promise.resolve();

  constructor(
    private readonly sums: KeptSums,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    void this.onTick();
  }

  @Cron('2 * * * * *')
  onTick(): Promise<void> {
    this.working = this.working.then(() => this.move());
    return this.working;
  }

  /** Never throws. */
  private async move(): Promise<void> {
    try {
      for (const standing of await this.sums.days()) await this.moveOne(standing);
    } catch (error) {
      this.log.warn({ err: error }, 'Could not update the totals of clients for the current day; will retry.');
    }
  }

  private async moveOne({ director, day: from }: KeptSumsDay): Promise<void> {
    // The clock of a process beside this one may be ahead of it.
    if (isDayAfter(from, this.clock.now())) return;
    for (let day = from; ;) {
      const next = towardsDay(day, this.clock.now(), mostDays);
      if (next === day) return;
      await this.sums.move({ director, day: next });
      day = next;
    }
  }
}
