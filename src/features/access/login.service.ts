import { Injectable } from '@nestjs/common';
import { type Actor, anonymousActor } from '../../domain/actor.js';
import { type Capability } from '../../domain/principal.js';
import { AppError } from '../../domain/error-codes.js';
import { RolesRepository } from './roles/roles.repository.js';
import { AuditRecorder } from '../audit/audit-recorder.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { type UserEntity } from './users/user.entity.js';
import { UsersRepository } from './users/users.repository.js';
import { DenialLog } from './access-denials/denial-log.js';
import { LoginAddresses } from './known-addresses.repository.js';
import { type PasswordCheck, Passwords } from './account.service.js';
import { FailedLogins } from './failed-logins.service.js';
import { endsOfSessions, type RequestSource, SessionsService } from './sessions/sessions.service.js';
import { type SessionEntity } from './sessions/session.entity.js';

export interface OpenedSession {
  readonly user: UserEntity;
  readonly capabilities: ReadonlySet<Capability>;
  readonly session: SessionEntity;
  readonly secret: string;
}

@Injectable()
export class LoginService {
  constructor(
    private readonly passwords: Passwords,
    private readonly users: UsersRepository,
    private readonly roles: RolesRepository,
    private readonly sessions: SessionsService,
    private readonly knownAddresses: LoginAddresses,
    private readonly audit: AuditRecorder,
    private readonly denials: DenialLog,
    private readonly failedLogins: FailedLogins,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Opens a session. An unknown name and a wrong password answer the same after the same work. `previousSecret` is the
   * session cookie that came along, if any: its session ends.
   */
  async logIn(
    username: string,
    password: string,
    source: RequestSource,
    previousSecret: string | null,
  ): Promise<OpenedSession> {
    const { user, isRight } = await this.checked(username, password, source.ip);
    const opened = user && isRight ? await this.open(user, source, previousSecret) : null;
    if (opened) return opened;
    this.failedLogins.add(username, source.ip);
    this.noteFailure(user, source);
    throw new AppError('invalid_credentials', 'Wrong username or password.');
  }

  private async checked(username: string, password: string, ip: string): Promise<PasswordCheck> {
    try {
      return await this.passwords.check(username, password, ip);
    } catch (error) {
      // Rejected without a password check during a pause; continued guessing still counts for the alert.
      if (error instanceof AppError && error.code === 'too_many_requests') this.failedLogins.add(username, ip);
      throw error;
    }
  }

  /** null: the person was disabled, or the password changed, while it was checked. */
  private open(user: UserEntity, source: RequestSource, previousSecret: string | null): Promise<OpenedSession | null> {
    return this.unitOfWork.run(async (transaction) => {
      if (!(await this.users.lockForLogin(transaction, user))) return null;
      const previous = await this.sessions.endBySecret(transaction, previousSecret);
      const { session, secret } = await this.sessions.open(transaction, user.id, source);
      await this.users.update(transaction, user.id, { lastLoginAt: session.createdAt });
      await this.knownAddresses.remember(transaction, user.id, source.ip, session.createdAt);
      const actor = actorOfUser(user, source, 'session');
      if (previous !== null)
        await this.audit.recordAll(transaction, endsOfSessions(actor, user, [previous], 'new_login'));
      const target = { target: `session:${session.id}`, targetName: user.username };
      await this.audit.record(transaction, { actor, action: 'session.create', ...target });
      const capabilities = (await this.roles.findCapabilities(transaction, user.role)) ?? new Set();
      return { user, capabilities, session, secret };
    });
  }

  /** A name that exists or not is written down after the same answer. One that does not is left out: people type passwords there. */
  private noteFailure(user: UserEntity | null, source: RequestSource): void {
    this.denials.add({
      action: 'session.create',
      outcome: 'failure',
      code: 'invalid_credentials',
      ...(user ? { target: `user:${user.id}`, targetName: user.username } : { target: 'user:unknown' }),
      actor: user ? actorOfUser(user, source, 'anonymous') : anonymousActor(source),
      requiredCapability: null,
      presented: null,
    });
  }
}

function actorOfUser(user: UserEntity, source: RequestSource, kind: 'session' | 'anonymous'): Actor {
  return { kind, id: user.id, name: user.username, role: user.role, tokenId: null, sessionId: null, ...source };
}
