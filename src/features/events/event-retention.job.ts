import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type Settings } from '../../config/settings.js';
import { SETTINGS } from '../../config/settings.module.js';
import { daysBefore, deleteInBatches, RetentionJobs } from '../../platform/retention-jobs.js';
import { EventsRepository } from './events.repository.js';

/** Longer than deliveries of an event can last: an old event may have been recorded only now. */
const deliveryDays = 7;

/** Deletes events after their days. Audit records stay. */
@Injectable()
export class EventRetentionJob implements OnModuleInit {
  constructor(
    private readonly jobs: RetentionJobs,
    private readonly events: EventsRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.jobs.register('events', (now) => {
      const before = daysBefore(now, this.settings.eventRetentionDays);
      const fannedOutBefore = daysBefore(now, deliveryDays);
      return deleteInBatches((limit) => this.events.deleteOlder(before, fannedOutBefore, limit));
    });
  }
}
