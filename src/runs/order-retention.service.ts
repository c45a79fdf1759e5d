import { Inject, Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { Clock } from '../domain/clock.js';
import { type Settings } from '../platform/config/settings.js';
import { SETTINGS } from '../platform/config/settings.module.js';
import { OrdersRepository } from './orders.repository.js';

/** Frees idempotency keys after their time, and forgets orders as old as events, which are all that tells who started a run. */
@Injectable()
export class OrderRetention {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Cron(CronExpression.EVERY_HOUR)
  async clean(): Promise<void> {
    const { idempotencyRetentionHours, eventRetentionDays } = this.settings;
    await this.orders.releaseKeys(this.hoursAgo(idempotencyRetentionHours));
    await this.orders.deleteBefore(this.hoursAgo(eventRetentionDays * 24));
  }

  private hoursAgo(hours: number): Date {
    return new Date(this.clock.now().getTime() - hours * 3_600_000);
  }
}
