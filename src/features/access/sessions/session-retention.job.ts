import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../config/settings.module.js';
import { daysBefore, deleteInBatches, RetentionJobs } from '../../../platform/retention-jobs.js';
import { LoginAddresses } from '../known-addresses.repository.js';
import { forgottenAfterMs } from '../login-throttle.rules.js';
import { LoginThrottlesRepository } from '../login-throttle.repository.js';
import { FailedLogins } from '../failed-logins.service.js';
import { OneTimeLinksRepository } from '../one-time-links/one-time-links.repository.js';
import { SessionsRepository } from './sessions.repository.js';

/** Deletes sessions and one-time links that ended long ago, addresses not used for long, and failed logins that no longer count. */
@Injectable()
export class SessionRetentionJob implements OnModuleInit {
  constructor(
    private readonly jobs: RetentionJobs,
    private readonly sessions: SessionsRepository,
    private readonly throttles: LoginThrottlesRepository,
    private readonly links: OneTimeLinksRepository,
    private readonly knownAddresses: LoginAddresses,
    private readonly failedLogins: FailedLogins,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.jobs.register('sessions', (now) => this.deleteOld(now));
  }

  private async deleteOld(now: Date): Promise<void> {
    const before = daysBefore(now, this.settings.sessionRetentionDays);
    await deleteInBatches((limit) => this.sessions.deleteOlder(before, limit));
    await this.links.deleteOlder(before);
    await this.knownAddresses.deleteOld(now);
    await this.throttles.deleteOlder(new Date(now.getTime() - forgottenAfterMs));
    await this.failedLogins.deleteOld(now);
  }
}
