import { Injectable } from '@nestjs/common';
import { type Actor, type NamedUser, UserCredentials } from '../../domain/actor.js';
import { Clock } from '../../domain/clock.js';
import { AuditRecorder } from '../audit/audit-recorder.js';
import { type Transaction } from '../../database/unit-of-work.js';
import { TokensService } from './tokens/tokens.service.js';
import { FirstPasswordFile } from './users/first-admin.js';
import { UsersRepository } from './users/users.repository.js';
import { LoginAddresses } from './known-addresses.repository.js';
import { OneTimeLinksRepository } from './one-time-links/one-time-links.repository.js';
import { endsOfSessions } from './sessions/sessions.service.js';
import { SessionsRepository } from './sessions/sessions.repository.js';

@Injectable()
export class UserCredentialsService extends UserCredentials<Transaction> {
  constructor(
    private readonly tokens: TokensService,
    private readonly users: UsersRepository,
    private readonly firstPassword: FirstPasswordFile,
    private readonly sessions: SessionsRepository,
    private readonly links: OneTimeLinksRepository,
    private readonly knownAddresses: LoginAddresses,
    private readonly audit: AuditRecorder,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async countTokensOfOtherRoles(transaction: Transaction, userId: string, role: string): Promise<number> {
    return (await this.tokens.listOfOtherRoles(transaction, userId, role)).length;
  }

  override async revokeTokensOfOtherRoles(
    transaction: Transaction,
    userId: string,
    role: string,
    actor: Actor,
  ): Promise<number> {
    const tokens = await this.tokens.listOfOtherRoles(transaction, userId, role);
    for (const token of tokens) await this.tokens.revoke(transaction, token, actor);
    return tokens.length;
  }

  override async endSessions(transaction: Transaction, user: NamedUser, actor: Actor): Promise<void> {
    const ended = await this.sessions.endAll(transaction, user.id, this.clock.now());
    await this.knownAddresses.forget(transaction, user.id);
    await this.audit.recordAll(transaction, endsOfSessions(actor, user, ended, 'user_changed'));
  }

  override endLinks(transaction: Transaction, userId: string): Promise<void> {
    return this.links.endAll(transaction, userId, this.clock.now());
  }

  override endLinksOfRole(transaction: Transaction, role: string): Promise<void> {
    return this.links.endAllOfRole(transaction, role, this.clock.now());
  }

  override async endTemporaryPasswordsOfRole(transaction: Transaction, role: string, actor: Actor): Promise<void> {
    const changes = { password: { from: true, to: null } };
    for (const user of await this.users.endTemporaryPasswords(transaction, role, actor.id, this.clock.now())) {
      this.firstPassword.passwordChanged(transaction, user.username);
      await this.endSessions(transaction, user, actor);
      const target = { target: `user:${user.id}`, targetName: user.username };
      await this.audit.record(transaction, { actor, action: 'user.update', ...target, changes });
    }
  }
}
