import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CallerCheck } from '../../domain/revalidation.js';
import { UserCredentials } from '../../domain/actor.js';
import { ClientAddresses } from '../../http/client-address.js';
import { DenialNotes } from '../../http/access-denial.port.js';
import { TokensModule } from './tokens/tokens.module.js';
import { UsersModule } from './users/users.module.js';
import { RoleGuard } from './role.guard.js';
import { AuthController } from './auth.controller.js';
import { AuthenticationGuard } from './authentication.guard.js';
import { PrincipalResolver } from './principal-resolver.js';
import { RevokedCredentials } from './access-denials/revoked-credentials.js';
import { DenialLog } from './access-denials/denial-log.js';
import { AccessDenialRecorder } from './access-denials/access-denial-recorder.js';
import { LoginAddresses } from './known-addresses.repository.js';
import { LoginService } from './login.service.js';
import { LoginThrottleService } from './login-throttle.service.js';
import { LoginThrottlesRepository } from './login-throttle.repository.js';
import { LinkRedemptionController } from './one-time-links/link-redemption.controller.js';
import { LinkRedemption } from './one-time-links/link-redemption.service.js';
import { OneTimeLinksModule } from './one-time-links/one-time-links.module.js';
import { AccountService, Passwords } from './account.service.js';
import { FailedLoginsRepository } from './failed-logins.repository.js';
import { FailedLogins } from './failed-logins.service.js';
import { RateLimits } from './rate-limits.js';
import { SavedFiltersController } from '../saved-filters/saved-filters.controller.js';
import { SavedFiltersRepository } from '../saved-filters/saved-filters.repository.js';
import { SavedFilters } from '../saved-filters/saved-filters.service.js';
import { SessionRetentionJob } from './sessions/session-retention.job.js';
import { SessionCookie } from './sessions/session-cookie.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { SessionsService } from './sessions/sessions.service.js';
import { UserCredentialsService } from './user-credentials.js';

/** Authentication and authorization. Global because of its ports: streams use CallerCheck, users UserCredentials. */
@Global()
@Module({
  imports: [TokensModule, UsersModule, OneTimeLinksModule],
  controllers: [AuthController, SessionsController, LinkRedemptionController, SavedFiltersController],
  providers: [
    SessionsRepository,
    SessionsService,
    SessionCookie,
    SessionRetentionJob,
    LoginThrottlesRepository,
    LoginAddresses,
    LoginThrottleService,
    Passwords,
    FailedLoginsRepository,
    FailedLogins,
    LoginService,
    AccountService,
    LinkRedemption,
    SavedFiltersRepository,
    SavedFilters,
    RevokedCredentials,
    DenialLog,
    ClientAddresses,
    RateLimits,
    PrincipalResolver,
    AuthenticationGuard,
    // Guards run in this order.
    { provide: APP_GUARD, useExisting: AuthenticationGuard },
    { provide: APP_GUARD, useClass: RoleGuard },
    { provide: DenialNotes, useClass: AccessDenialRecorder },
    { provide: CallerCheck, useExisting: PrincipalResolver },
    { provide: UserCredentials, useClass: UserCredentialsService },
  ],
  exports: [AuthenticationGuard, CallerCheck, UserCredentials, DenialNotes],
})
export class AuthModule {}
