import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { type Logger } from 'pino';
import { DeletionClock } from '../../../domain/clock.js';
import { type Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../config/settings.module.js';
import { LOG } from '../../../platform/logging/log.js';
import { KnownAddresses } from '../known-addresses.repository.js';
import { forgottenAfterMs } from '../login-throttle.rules.js';
import { LoginThrottlesRepository } from '../login-throttle.repository.js';
import { FailedLogins } from '../failed-logins.service.js';
import { OneTimeLinksRepository } from '../one-time-links/one-time-links.repository.js';
import { SessionsRepository } from './sessions.repository.js';

const dayMs = 24 * 3600 * 1000;
const batch = 5_000;

/** Forgets sessions and one-time links that ended long ago, addresses not used for long, and failed log-ins that no longer count. */
@Injectable()
export class SessionCleaning {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly throttles: LoginThrottlesRepository,
    private readonly links: OneTimeLinksRepository,
    private readonly knownAddresses: KnownAddresses,
    private readonly refused: FailedLogins,
    private readonly clock: DeletionClock,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  @Cron('0 41 * * * *')
  async onTick(): Promise<void> {
    try {
      await this.clean();
    } catch (error) {
      this.log.warn({ err: error }, 'Could not delete old sessions; will retry.');
    }
  }

  /** Works in small transactions, so that no lock is held for long. */
  async clean(): Promise<void> {
    const now = (await this.clock.believedNow())?.getTime();
    if (now === undefined) return;
    const before = new Date(now - this.settings.sessionRetentionDays * dayMs);
    while ((await this.sessions.deleteOlder(before, batch)) === batch);
    await this.links.deleteOlder(before);
    await this.knownAddresses.deleteOld(new Date(now));
    await this.throttles.deleteOlder(new Date(now - forgottenAfterMs));
    await this.refused.deleteOld(new Date(now));
  }
}
