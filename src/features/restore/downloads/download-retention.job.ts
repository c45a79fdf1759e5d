import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RetentionJobs } from '../../../platform/retention-jobs.js';
import { DownloadsRepository } from './downloads.repository.js';

/** Deletes the records of downloads that have expired. */
@Injectable()
export class DownloadRetentionJob implements OnModuleInit {
  constructor(
    private readonly jobs: RetentionJobs,
    private readonly downloads: DownloadsRepository,
  ) {}

  onModuleInit(): void {
    this.jobs.register('downloads', (now) => this.downloads.deleteExpired(now));
  }
}
