import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { Conditions } from '../../../domain/condition.js';
import { Clock, DeletionClock } from '../../../domain/clock.js';
import { type Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../config/settings.module.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { LOG } from '../../../platform/logging/log.js';
import { ActiveChannels } from '../channels/active-channels.js';
import { ChannelHealth } from './channel-health.repository.js';
import { DeliveriesRepository } from './deliveries.repository.js';

const dayMs = 24 * 3600 * 1000;
const batch = 5_000;

/** Forgets deliveries after their days, and cancels what waits for a channel that was removed. */
@Injectable()
export class DeliveryCleaning implements OnApplicationBootstrap, OnApplicationShutdown {
  private stopWatching: () => void = () => undefined;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly health: ChannelHealth,
    private readonly channels: ActiveChannels,
    private readonly conditions: Conditions<Transaction>,
    private readonly clock: Clock,
    private readonly deletionClock: DeletionClock,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.stopWatching = this.channels.onChange(() => void this.quietly(() => this.cancelRemoved()));
  }

  onApplicationShutdown(): void {
    this.stopWatching();
  }

  @Cron('0 37 * * * *')
  onTick(): Promise<void> {
    return this.quietly(() => this.clean());
  }

  /** Works in small transactions, so that no lock is held for long. */
  async clean(): Promise<void> {
    await this.cancelRemoved();
    const nowMs = (await this.deletionClock.believedNow())?.getTime();
    if (nowMs === undefined) return;
    const before = new Date(nowMs - this.settings.deliveryRetentionDays * dayMs);
    while ((await this.deliveries.deleteOlder(before, batch)) === batch);
    await this.health.forgetGroups(new Date(nowMs - dayMs));
  }

  async cancelRemoved(): Promise<void> {
    const now = this.clock.now();
    await this.health.cancelRemoved(now);
    for (const { key } of await this.conditions.known('channel', null)) {
      if (!(await this.health.isThere(key.slice('channel:'.length)))) await this.conditions.end(key, 'removed', now);
    }
  }

  private async quietly(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.log.warn({ err: error }, 'Could not delete old deliveries; will retry.');
    }
  }
}
