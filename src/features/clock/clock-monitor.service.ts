import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { DeletionClock } from '../../domain/clock.js';
import { LOG } from '../../platform/logging/log.js';
import { FutureDates } from './future-dates.repository.js';

/** Checks the time each minute, so that the stored time is never older than the last minute in which the console ran. */
@Injectable()
export class ClockMonitor implements OnApplicationBootstrap {
  private isInDoubt = false;

  constructor(
    private readonly trust: DeletionClock,
    private readonly dates: FutureDates,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    void this.onTick();
  }

  @Cron('5 * * * * *')
  async onTick(): Promise<void> {
    try {
      await this.check();
    } catch (error) {
      this.log.warn({ err: error }, 'Could not check the clock; will retry.');
    }
  }

  async check(): Promise<void> {
    const now = await this.trust.believedNow();
    if (now === null && !this.isInDoubt) {
      this.log.warn(
        'The clock jumped by more than two days and no other clock confirms it. Age-based deletion is paused.',
      );
    }
    this.isInDoubt = now === null;
    if (now !== null && (await this.dates.bringBack(now))) {
      this.log.warn('The clock was ahead and has been corrected. Stored dates in the future now count as the present.');
    }
  }
}
