import { Inject, Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { DeletionClock } from '../../../domain/clock.js';
import { type Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../config/settings.module.js';
import { RunRequestsRepository } from './run-requests.repository.js';

/** Frees idempotency keys after their time, and forgets orders as old as events, which are all that tells who started a run. */
@Injectable()
export class RunRequestRetentionJob {
  constructor(
    private readonly orders: RunRequestsRepository,
    private readonly clock: DeletionClock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Cron(CronExpression.EVERY_HOUR)
  async clean(): Promise<void> {
    const { idempotencyRetentionHours, eventRetentionDays } = this.settings;
    const now = await this.clock.believedNow();
    if (now === null) return;
    const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);
    await this.orders.releaseKeys(hoursAgo(idempotencyRetentionHours));
    await this.orders.deleteBefore(hoursAgo(eventRetentionDays * 24));
  }
}
