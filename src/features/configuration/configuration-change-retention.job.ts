import { Injectable, type OnModuleInit } from '@nestjs/common';
import { daysBefore, deleteInBatches, RetentionJobs } from '../../platform/retention-jobs.js';
import { ConfigurationChangesRepository } from './configuration-changes.repository.js';

const unappliedDays = 30;

/** Deletes changes of configurations that never came into force after 30 days. The history stays. */
@Injectable()
export class ConfigurationChangeRetentionJob implements OnModuleInit {
  constructor(
    private readonly jobs: RetentionJobs,
    private readonly changes: ConfigurationChangesRepository,
  ) {}

  onModuleInit(): void {
    this.jobs.register('drafts of configurations', (now) =>
      deleteInBatches((limit) => this.changes.deleteUnapplied(daysBefore(now, unappliedDays), limit)),
    );
  }
}
