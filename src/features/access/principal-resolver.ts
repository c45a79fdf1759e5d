import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { CallerCheck, type RevokedAccess } from '../../domain/revalidation.js';
import { capabilitiesOfRole, firstMissing, isCapability, type Principal, fullScope } from '../../domain/principal.js';
import { Clock } from '../../domain/clock.js';
import { RolesRepository } from './roles/roles.repository.js';
import { advisoryLocks } from '../../database/advisory-locks.js';
import { type Transaction } from '../../database/unit-of-work.js';
import { LOG } from '../../platform/logging/log.js';
import { hashOfSecret, isTokenSecret } from './tokens/token-secret.js';
import { type LiveToken, TokensRepository } from './tokens/tokens.repository.js';
import { type Credential } from './credentials.js';
import { type LiveSession, SessionsRepository } from './sessions/sessions.repository.js';
import { SessionsService } from './sessions/sessions.service.js';

type Origin = Pick<Principal, 'ip' | 'userAgent'>;

const noteUseEveryMs = 60_000;

/**
 * Resolves a credential to its principal. Nothing is cached between requests: what is revoked, expired or disabled is rejected at
 * the next request, on every instance.
 */
@Injectable()
export class PrincipalResolver extends CallerCheck<Transaction> {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly sessionUse: SessionsService,
    private readonly tokens: TokensRepository,
    private readonly roles: RolesRepository,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {
    super();
  }

  /** null: the credential is unknown or no longer valid; callers do not learn which. */
  async find(credential: Credential, origin: Origin, isBackground: boolean): Promise<Principal | null> {
    switch (credential.kind) {
      case 'token':
        return this.findByToken(credential.secret, origin);
      case 'session': {
        const session = await this.sessionUse.use(credential.secret, isBackground);
        return session && principalOfSession(session, origin);
      }
      default:
        return null;
    }
  }

  /** A session whose role was narrowed loses what was opened under the old one; a token's capabilities are its own. */
  override async lossOf(principal: Principal): Promise<RevokedAccess> {
    const now = this.clock.now();
    if (principal.token) return (await this.tokens.isLive(principal.token.id, now)) ? null : 'credential';
    const session = principal.session ? await this.sessions.findLiveById(principal.session.id, now) : null;
    if (!session) return 'credential';
    return firstMissing(principal.capabilities, capabilitiesOfRole(session.role, session.roleCapabilities));
  }

  override async lockedLossOf(transaction: Transaction, principal: Principal): Promise<RevokedAccess> {
    const now = this.clock.now();
    // These transactions lock rows of several people: one at a time, none waits for another in a ring.
    await transaction.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.rights]);
    if (principal.token)
      return (await this.tokens.lockLive(transaction, principal.token.id, now)) ? null : 'credential';
    const role = principal.session ? await this.sessions.lockLive(transaction, principal.session.id, now) : null;
    if (role === null) return 'credential';
    return firstMissing(principal.capabilities, (await this.roles.lockCapabilities(transaction, role)) ?? new Set());
  }

  private async findByToken(secret: string, origin: Origin): Promise<Principal | null> {
    if (!isTokenSecret(secret)) return null;
    const now = this.clock.now();
    const token = await this.tokens.findLive(hashOfSecret(secret), now);
    if (!token) return null;
    this.noteUse(token, origin.ip, now);
    return principalOfToken(token, origin);
  }

  /** Not waited for: when a token was last used is not worth a caller's time. */
  private noteUse(token: LiveToken, ip: string, now: Date): void {
    const notAfter = new Date(now.getTime() - noteUseEveryMs);
    if (token.lastUsedAt && token.lastUsedAt > notAfter) return;
    this.tokens.noteUse(token.id, now, ip, notAfter).catch((error: unknown) => {
      this.log.warn({ err: error, token: token.id }, 'Could not record the last use of a token.');
    });
  }
}

function principalOfSession(session: LiveSession, origin: Origin): Principal {
  return {
    kind: 'session',
    user: { id: session.userId, username: session.username },
    role: session.role,
    capabilities: capabilitiesOfRole(session.role, session.roleCapabilities),
    scope: fullScope,
    session: { id: session.id, expiresAt: session.expiresAt },
    ...origin,
  };
}

/** Role and capabilities are the token's own, frozen at its creation, also where the role is a built-in one. */
function principalOfToken(token: LiveToken, origin: Origin): Principal {
  return {
    kind: 'token',
    user: { id: token.ownerId, username: token.ownerUsername },
    role: token.role,
    capabilities: new Set(token.capabilities.filter(isCapability)),
    scope: fullScope,
    token: { id: token.id, name: token.name, expiresAt: token.expiresAt },
    ...origin,
  };
}
