import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../config/settings.module.js';
import { daysBefore, RetentionJobs } from '../../../platform/retention-jobs.js';
import { RunRequestsRepository } from './run-requests.repository.js';

/**
 * Frees expired idempotency keys, and deletes requests that are as old as the retained events. Until then only they record who
 * started a run.
 */
@Injectable()
export class RunRequestRetentionJob implements OnModuleInit {
  constructor(
    private readonly jobs: RetentionJobs,
    private readonly requests: RunRequestsRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.jobs.register('run requests', (now) => this.deleteOld(now));
  }

  private async deleteOld(now: Date): Promise<void> {
    const { idempotencyRetentionHours, eventRetentionDays } = this.settings;
    await this.requests.releaseKeys(daysBefore(now, idempotencyRetentionHours / 24));
    await this.requests.deleteBefore(daysBefore(now, eventRetentionDays));
  }
}
