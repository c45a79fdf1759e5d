import { Injectable } from '@nestjs/common';
import { type Actor, anonymousActor, UserCredentials } from '../../../domain/actor.js';
import { Clock } from '../../../domain/clock.js';
import { AppError } from '../../../domain/error-codes.js';
import { AuditRecorder } from '../../audit/audit-recorder.js';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work.js';
import { FirstPasswordFile } from '../users/first-admin.js';
import { NewPasswords } from '../users/new-password.js';
import { type UserEntity } from '../users/user.entity.js';
import { UsersRepository } from '../users/users.repository.js';
import { DenialLog } from '../access-denials/denial-log.js';
import { LoginAddresses } from '../known-addresses.repository.js';
import { RateLimits } from '../rate-limits.js';
import { type RequestSource } from '../sessions/sessions.service.js';
import { hashOfLink, isLinkSecret } from './one-time-links.service.js';
import { OneTimeLinksRepository, type OpenLink } from './one-time-links.repository.js';

/** Sets the password of the user of a link, once. */
@Injectable()
export class LinkRedemption {
  constructor(
    private readonly links: OneTimeLinksRepository,
    private readonly users: UsersRepository,
    private readonly passwords: NewPasswords,
    private readonly credentials: UserCredentials<Transaction>,
    private readonly knownAddresses: LoginAddresses,
    private readonly limits: RateLimits,
    private readonly denials: DenialLog,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly firstPassword: FirstPasswordFile,
    private readonly clock: Clock,
  ) {}

  /** The user of the link; changes nothing. Error and rate limit are those of a redemption. */
  async check(secret: string, source: RequestSource): Promise<OpenLink> {
    const link = isLinkSecret(secret) ? await this.links.findOpen(hashOfLink(secret), this.clock.now()) : null;
    if (!link) throw await this.rejection(source);
    return link;
  }

  /**
   * Ends all sessions of the user; tokens stay. The same error for an unknown, used, replaced or expired link and for a disabled
   * user. A rejected password leaves the link usable.
   */
  async redeem(secret: string, password: string, source: RequestSource): Promise<void> {
    const link = await this.check(secret, source);
    const passwordHash = await this.passwords.hash(password, link.username);
    const isDone = await this.unitOfWork.run((transaction) => this.spend(transaction, link, passwordHash, source));
    if (!isDone) throw await this.rejection(source);
  }

  private async spend(
    transaction: Transaction,
    link: OpenLink,
    passwordHash: string,
    source: RequestSource,
  ): Promise<boolean> {
    // The person before the link, as everything else locks them.
    const user = await this.users.lockById(transaction, link.userId);
    const now = this.clock.now();
    if (!user || user.disabledAt !== null || !(await this.links.spend(transaction, link.id, now))) return false;
    const actor = actorOfLink(user, source);
    await this.users.update(transaction, user.id, { passwordHash, passwordGivenBy: null, updatedAt: now });
    this.firstPassword.passwordChanged(transaction, user.username);
    await this.credentials.endSessions(transaction, user, actor);
    // So that the link lets a person in from a new address while the account is under attack.
    await this.knownAddresses.remember(transaction, user.id, source.ip, now);
    const changes = { purpose: { to: link.purpose }, password: { to: true } };
    const target = { target: `user:${user.id}`, targetName: user.username };
    await this.audit.record(transaction, { actor, action: 'user.link.redeem', ...target, changes });
    return true;
  }

  private async rejection(source: RequestSource): Promise<AppError> {
    this.denials.add({
      action: 'user.link.redeem',
      outcome: 'failure',
      code: 'link_not_usable',
      target: 'user:unknown',
      actor: anonymousActor(source),
      requiredCapability: null,
      presented: null,
    });
    await this.limits.countRejectedLink(source.ip);
    return new AppError(
      'link_not_usable',
      'This link is invalid, used, replaced by a newer one, or expired. Ask an administrator for a new one.',
    );
  }
}

/** The holder of the link acts as the user, without a login. */
function actorOfLink(user: UserEntity, source: RequestSource): Actor {
  const { id, username: name, role } = user;
  return { kind: 'anonymous', id, name, role, tokenId: null, sessionId: null, ...source };
}
