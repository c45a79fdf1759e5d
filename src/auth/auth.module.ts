import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CallerCheck } from '../domain/caller-check.js';
import { UserCredentials } from '../domain/user-credentials.port.js';
import { ClientAddresses } from '../platform/http/client-address.js';
import { DenialNotes } from '../platform/http/denial-notes.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccessGuard } from './access.guard.js';
import { AuthController } from './auth.controller.js';
import { AuthenticationMiddleware } from './authentication.middleware.js';
import { Callers } from './callers.js';
import { DeadCredentials } from './denials/dead-credentials.js';
import { DenialLog } from './denials/denial-log.js';
import { RequestDenials } from './denials/request-denials.js';
import { KnownAddresses } from './known-addresses.repository.js';
import { LogIn } from './log-in.service.js';
import { LoginGate } from './login-gate.js';
import { LoginThrottlesRepository } from './login-throttles.repository.js';
import { LinkRedemptionController } from './one-time-links/link-redemption.controller.js';
import { LinkRedemption } from './one-time-links/link-redemption.service.js';
import { OneTimeLinksModule } from './one-time-links/one-time-links.module.js';
import { OwnAccount } from './own-account.service.js';
import { Passwords } from './passwords.js';
import { FailedLoginsRepository } from './failed-logins.repository.js';
import { FailedLogins } from './failed-logins.service.js';
import { RequestLimits } from './request-limits.js';
import { SavedFiltersController } from './saved-filters/saved-filters.controller.js';
import { SavedFiltersRepository } from './saved-filters/saved-filters.repository.js';
import { SavedFilters } from './saved-filters/saved-filters.service.js';
import { SessionCleaning } from './session-cleaning.js';
import { SessionCookie } from './session-cookie.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';
import { StoredUserCredentials } from './stored-user-credentials.js';

/** Who is calling and what they may. Global for the sake of its ports: streams ask CallerCheck, users UserCredentials. */
@Global()
@Module({
  imports: [TokensModule, UsersModule, OneTimeLinksModule],
  controllers: [AuthController, SessionsController, LinkRedemptionController, SavedFiltersController],
  providers: [
    SessionsRepository,
    SessionsService,
    SessionCookie,
    SessionCleaning,
    LoginThrottlesRepository,
    KnownAddresses,
    LoginGate,
    Passwords,
    FailedLoginsRepository,
    FailedLogins,
    LogIn,
    OwnAccount,
    LinkRedemption,
    SavedFiltersRepository,
    SavedFilters,
    DeadCredentials,
    DenialLog,
    ClientAddresses,
    RequestLimits,
    Callers,
    AuthenticationMiddleware,
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: DenialNotes, useClass: RequestDenials },
    { provide: CallerCheck, useExisting: Callers },
    { provide: UserCredentials, useClass: StoredUserCredentials },
  ],
  exports: [AuthenticationMiddleware, CallerCheck, UserCredentials, DenialNotes],
})
export class AuthModule {}
