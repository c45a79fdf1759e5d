import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { DeletionClock } from '../../domain/clock.js';
import { type Settings } from '../../config/settings.js';
import { SETTINGS } from '../../config/settings.module.js';
import { LOG } from '../../platform/logging/log.js';
import { EventsRepository } from './events.repository.js';

const dayMs = 24 * 3600 * 1000;
const batch = 5_000;
/** Longer than what was planned of an event may be tried: an old event may have come on record only now. */
const deliveryDays = 7;

/** Forgets events after their days. Audit records stay. */
@Injectable()
export class EventCleaning {
  constructor(
    private readonly events: EventsRepository,
    private readonly clock: DeletionClock,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  @Cron('0 23 * * * *')
  async onTick(): Promise<void> {
    try {
      await this.clean();
    } catch (error) {
      this.log.warn({ err: error }, 'Could not delete old events; will retry.');
    }
  }

  /** Works in small transactions, so that no lock is held for long. */
  async clean(): Promise<void> {
    const now = await this.clock.believedNow();
    if (now === null) return;
    const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs);
    const before = daysAgo(this.settings.eventRetentionDays);
    while ((await this.events.deleteOlder(before, daysAgo(deliveryDays), batch)) === batch);
  }
}
