import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { DeletionClock } from '../../../domain/clock.js';
import { LOG } from '../../../platform/logging/log.js';
import { DownloadsRepository } from './downloads.repository.js';

/** Deletes the records of downloads that have expired. */
@Injectable()
export class DownloadCleaning {
  constructor(
    private readonly downloads: DownloadsRepository,
    private readonly clock: DeletionClock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  @Cron('30 */10 * * * *')
  async onTick(): Promise<void> {
    try {
      await this.clean();
    } catch (error) {
      this.log.warn({ err: error }, 'Could not delete expired downloads; will retry.');
    }
  }

  async clean(): Promise<void> {
    const now = await this.clock.believedNow();
    if (now !== null) await this.downloads.deleteExpired(now);
  }
}
