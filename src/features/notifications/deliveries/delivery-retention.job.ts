import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { Conditions } from '../../../domain/condition.js';
import { Clock } from '../../../domain/clock.js';
import { type Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../config/settings.module.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { LOG } from '../../../platform/logging/log.js';
import { daysBefore, deleteInBatches, RetentionJobs } from '../../../platform/retention-jobs.js';
import { ActiveChannels } from '../channels/active-channels.js';
import { ChannelHealth } from './channel-health.repository.js';
import { DeliveriesRepository } from './deliveries.repository.js';

/** Deletes expired deliveries, and cancels pending ones of removed channels, regardless of their time. */
@Injectable()
export class DeliveryRetentionJob implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private stopWatching: () => void = () => undefined;

  constructor(
    private readonly jobs: RetentionJobs,
    private readonly deliveries: DeliveriesRepository,
    private readonly health: ChannelHealth,
    private readonly channels: ActiveChannels,
    private readonly conditions: Conditions<Transaction>,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    this.jobs.register('deliveries', (now) => this.deleteOld(now));
  }

  onApplicationBootstrap(): void {
    this.stopWatching = this.channels.onChange(() => void this.cancelRemoved());
  }

  onApplicationShutdown(): void {
    this.stopWatching();
  }

  @Cron('0 37 * * * *')
  async onTick(): Promise<void> {
    await this.cancelRemoved();
  }

  /** Never throws. */
  async cancelRemoved(): Promise<void> {
    try {
      const now = this.clock.now();
      await this.health.cancelRemoved(now);
      for (const { key } of await this.conditions.known('channel', null)) {
        if (!(await this.health.isThere(key.slice('channel:'.length)))) await this.conditions.end(key, 'removed', now);
      }
    } catch (error) {
      this.log.warn({ err: error }, 'Could not cancel the deliveries of removed channels; will retry.');
    }
  }

  private async deleteOld(now: Date): Promise<void> {
    const before = daysBefore(now, this.settings.deliveryRetentionDays);
    await deleteInBatches((limit) => this.deliveries.deleteOlder(before, limit));
    await this.health.forgetGroups(daysBefore(now, 1));
  }
}
