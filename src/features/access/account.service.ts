import { Injectable } from '@nestjs/common';
import { type Actor } from '../../domain/actor.js';
import { Clock } from '../../domain/clock.js';
import { type Principal } from '../../domain/principal.js';
import { AppError } from '../../domain/error-codes.js';
import { AuditRecorder } from '../audit/audit-recorder.js';
import { UnitOfWork } from '../../database/unit-of-work.js';
import { FirstPasswordFile } from './users/first-admin.js';
import { NewPasswords } from './users/new-password.js';
import { type PasswordError, weakPassword } from './users/password-strength.js';
import { UsersRepository, usernameKeyOf } from './users/users.repository.js';
import { DenialLog } from './access-denials/denial-log.js';
import { LoginAddresses } from './known-addresses.repository.js';
import { OneTimeLinksRepository } from './one-time-links/one-time-links.repository.js';
import { endsOfSessions, type SessionEnd } from './sessions/sessions.service.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { PasswordHasher } from './users/password-hasher.js';
import { type UserEntity } from './users/user.entity.js';
import { LoginThrottleService } from './login-throttle.service.js';

export interface PasswordCheck {
  /** The person of the name, if there is one. */
  readonly user: UserEntity | null;
  /** Whether the person is there, not disabled, and the password theirs. */
  readonly isRight: boolean;
}

/** Checks passwords so that guessing is slow and reveals nothing. */
@Injectable()
export class Passwords {
  constructor(
    private readonly users: UsersRepository,
    private readonly hasher: PasswordHasher,
    private readonly gate: LoginThrottleService,
  ) {}

  /** Takes the same work for a name that does not exist. AppError too_many_requests during a pause. */
  async check(username: string, password: string, ip: string): Promise<PasswordCheck> {
    const letIn = await this.gate.enter(usernameKeyOf(username), ip);
    try {
      const user = await this.users.findByUsername(username);
      const isSame = await this.hasher.verify(user?.passwordHash ?? null, password, letIn.isKnownAddress);
      const isRight = isSame && user?.disabledAt === null;
      if (isRight) await this.gate.succeeded(letIn);
      return { user, isRight };
    } catch (error) {
      await this.gate.withdraw(letIn);
      throw error;
    }
  }
}

const oldPassword: PasswordError = {
  reason: 'is_old_password',
  detail: 'The new password is the same as the current one.',
};

/** What people do with their own account: end sessions, change the password. */
@Injectable()
export class AccountService {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: SessionsRepository,
    private readonly links: OneTimeLinksRepository,
    private readonly knownAddresses: LoginAddresses,
    private readonly passwords: Passwords,
    private readonly newPasswords: NewPasswords,
    private readonly audit: AuditRecorder,
    private readonly denials: DenialLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly firstPassword: FirstPasswordFile,
    private readonly clock: Clock,
  ) {}

  async endSession(caller: Principal, actor: Actor, id: string, cause: SessionEnd): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      if (!(await this.sessions.end(transaction, id, caller.user.id, this.clock.now()))) {
        throw new AppError('not_found', 'No session has this id.', { reason: 'no_session' });
      }
      await this.audit.recordAll(transaction, endsOfSessions(actor, caller.user, [id], cause));
    });
  }

  /** Ends all other sessions of the user. Requires the current password, whose guessing is slowed as at login. */
  async changePassword(caller: Principal, actor: Actor, current: string, next: string): Promise<void> {
    const { id, username } = caller.user;
    const { user: before, isRight } = await this.passwords.check(username, current, caller.ip);
    if (!before || !isRight) {
      this.noteWrong(actor, caller.user);
      throw wrongPassword();
    }
    if (current.normalize('NFKC') === next.normalize('NFKC')) {
      throw weakPassword('newPassword', oldPassword);
    }
    const passwordHash = await this.newPasswords.hash(next, username, 'newPassword');
    await this.unitOfWork.run(async (transaction) => {
      if (!(await this.users.lockForLogin(transaction, before))) throw wrongPassword();
      const now = this.clock.now();
      await this.users.update(transaction, id, { passwordHash, passwordGivenBy: null, updatedAt: now });
      this.firstPassword.passwordChanged(transaction, username);
      const ended = await this.sessions.endAll(transaction, id, now, caller.session?.id);
      await this.links.endAll(transaction, id, now);
      await this.knownAddresses.forget(transaction, id);
      await this.knownAddresses.remember(transaction, id, caller.ip, now);
      const changes = { password: { to: true }, endedSessions: { to: ended.length } };
      const target = { target: `user:${id}`, targetName: username };
      await this.audit.record(transaction, { actor, action: 'user.password', ...target, changes });
      await this.audit.recordAll(transaction, endsOfSessions(actor, caller.user, ended, 'password_changed'));
    });
  }

  private noteWrong(actor: Actor, { id, username }: Principal['user']): void {
    this.denials.add({
      actor,
      action: 'user.password',
      outcome: 'failure',
      code: 'wrong_password',
      target: `user:${id}`,
      targetName: username,
      requiredCapability: null,
      presented: null,
    });
  }
}

function wrongPassword(): AppError {
  return new AppError('wrong_password', 'The current password is wrong.');
}
