import { randomUUID, createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Actor } from '../../../domain/actor.js';
import { CallerCheck } from '../../../domain/revalidation.js';
import { Clock } from '../../../domain/clock.js';
import { type Principal } from '../../../domain/principal.js';
import { AppError } from '../../../domain/error-codes.js';
import { AuditRecorder } from '../../audit/audit-recorder.js';
import { type Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../config/settings.module.js';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work.js';
import { type UserEntity } from '../users/user.entity.js';
import { UsersRepository } from '../users/users.repository.js';
import { checkGrant, UsersService } from '../users/users.service.js';
import { type LinkPurpose, type OneTimeLink } from './one-time-links.dto.js';
import { OneTimeLinksRepository } from './one-time-links.repository.js';

const shape = /^[A-Za-z0-9_-]{43}$/;

/** 32 random bytes. */
function newLinkSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256: the only trace of the secret that is stored. A text that cannot be a secret of ours costs the same. */
export function hashOfLink(secret: string): Buffer {
  return createHash('sha256').update(`one-time-link:${secret}`).digest();
}

/** Whether a text can be one of our secrets at all. */
export function isLinkSecret(text: string): boolean {
  return shape.test(text);
}

const hourMs = 3_600_000;
const lifetimeMs: Readonly<Record<LinkPurpose, number>> = { invite: 72 * hourMs, reset: 2 * hourMs };

/** Creates links with which users set their password themselves, so that no administrator knows it. */
@Injectable()
export class OneTimeLinks {
  constructor(
    private readonly links: OneTimeLinksRepository,
    private readonly users: UsersRepository,
    private readonly service: UsersService,
    private readonly callers: CallerCheck<Transaction>,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** A new link ends the older ones of the person. The secret is in this answer and nowhere else. */
  async createLink(caller: Principal, actor: Actor, userId: string, purpose: LinkPurpose): Promise<OneTimeLink> {
    const secret = newLinkSecret();
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + lifetimeMs[purpose]);
    await this.unitOfWork.run(async (transaction) => {
      await this.callers.lock(transaction, caller);
      const { username } = await this.lockLinkable(transaction, caller, userId, purpose);
      await this.links.endAll(transaction, userId, now);
      await this.links.insert(transaction, {
        id: randomUUID(),
        secretHash: hashOfLink(secret),
        userId,
        purpose,
        createdAt: now,
        expiresAt,
        endedAt: null,
      });
      const changes = { purpose: { to: purpose }, expiresAt: { to: expiresAt } };
      const target = { target: `user:${userId}`, targetName: username };
      await this.audit.record(transaction, { actor, action: 'user.link.create', ...target, changes });
    });
    return { url: `${this.settings.baseUrl}/#/welcome/${secret}`, purpose, expiresAt };
  }

  /** The row, locked; rejected if the caller may not give others access to this account. */
  private async lockLinkable(
    transaction: Transaction,
    caller: Principal,
    id: string,
    purpose: LinkPurpose,
  ): Promise<UserEntity> {
    const user = await this.users.lockById(transaction, id);
    if (!user) throw new AppError('not_found', 'No user has this id.', { reason: 'no_user' });
    if (caller.user.id === id) {
      // Otherwise a browser left open would be enough to take the account over.
      throw new AppError(
        'conflict',
        'Change your own password with PUT /api/v1/auth/password, which requires the current one.',
        {
          reason: 'own_password',
        },
      );
    }
    // The holder of the link can act as the user.
    checkGrant(caller, await this.service.powersOf(transaction, user.role));
    if (user.disabledAt !== null) {
      throw new AppError('conflict', 'This user is disabled. Enable the user first, then create the link.', {
        reason: 'user_disabled',
      });
    }
    if (purpose === 'invite' && user.passwordHash !== null) {
      throw new AppError('conflict', 'This user already has a password. Create a link with purpose reset.', {
        reason: 'has_password',
      });
    }
    return user;
  }
}
