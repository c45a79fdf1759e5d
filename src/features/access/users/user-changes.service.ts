import { Injectable } from '@nestjs/common';
import { type Actor, UserCredentials } from '../../../domain/actor.js';
import { CallerCheck } from '../../../domain/revalidation.js';
import { Clock } from '../../../domain/clock.js';
import { firstMissing, type Principal } from '../../../domain/principal.js';
import { AppError } from '../../../domain/error-codes.js';
import { AuditRecorder, type Changes } from '../../audit/audit-recorder.js';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work.js';
import { FirstPasswordFile } from './first-admin.js';
import { NewPasswords } from './new-password.js';
import { UserEntity } from './user.entity.js';
import { type ChangedUser, type ChangeUserBody, userOf } from './users.dto.js';
import { UsersRepository } from './users.repository.js';
import { checkGrant, UsersService } from './users.service.js';

/** Changes people: role, password, whether they may sign in. All of a change is one transaction. */
@Injectable()
export class UserChanges {
  constructor(
    private readonly users: UsersRepository,
    private readonly service: UsersService,
    private readonly passwords: NewPasswords,
    private readonly credentials: UserCredentials<Transaction>,
    private readonly callers: CallerCheck<Transaction>,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly firstPassword: FirstPasswordFile,
    private readonly clock: Clock,
  ) {}

  async changeUser(caller: Principal, actor: Actor, id: string, body: ChangeUserBody): Promise<ChangedUser> {
    checkOrigin(caller, id, body);
    const { username } = await this.service.getUser(id);
    const passwordHash = body.password === undefined ? null : await this.passwords.hash(body.password, username);
    return this.unitOfWork.run(async (transaction) => {
      await this.callers.lock(transaction, caller);
      const { user: before, isWidened } = await this.lockChangeable(transaction, caller, id, body);
      // The administrator who set the password still knows it, and must not gain more capabilities when others extend the role.
      const passwordEnded = isWidened && passwordHash === null && isGivenByOther(before, caller);
      const after = this.applied(before, body);
      if (passwordHash !== null) Object.assign(after, { passwordHash, passwordGivenBy: caller.user.id });
      if (passwordEnded) Object.assign(after, { passwordHash: null, passwordGivenBy: null });
      await this.users.update(transaction, id, after);
      const isOtherPassword = after.passwordHash !== before.passwordHash;
      if (isOtherPassword) this.firstPassword.passwordChanged(transaction, username);
      const isShutOut = isOtherPassword || after.disabledAt !== null;
      if (isShutOut) await this.credentials.endSessions(transaction, after, actor);
      // Who made a link for a person of small powers must not become one of great powers by it.
      if (isShutOut || before.role !== after.role) await this.credentials.endLinks(transaction, id);
      await this.recordChanges(transaction, actor, before, after);
      return Object.assign(userOf(after), { passwordEnded }, await this.tokensAfter(transaction, actor, after, body));
    });
  }

  /**
   * The row, locked, and whether the change extends its role; rejected if the caller may not change the user, or if it is the last
   * admin and would cease to be one.
   */
  private async lockChangeable(
    transaction: Transaction,
    caller: Principal,
    id: string,
    body: ChangeUserBody,
  ): Promise<{ user: UserEntity; isWidened: boolean }> {
    // The admins before the row: all changes lock in this order, so that no two wait for each other.
    const wanted = body.role === undefined ? null : await this.service.capabilitiesOf(transaction, body.role);
    const admins = await this.users.lockEnabledAdmins(transaction);
    const user = await this.users.lockById(transaction, id);
    if (!user) throw new AppError('not_found', 'No user has this id.', { reason: 'no_user' });
    // Who could change a more powerful person could become that person.
    const powers = await this.service.powersOf(transaction, user.role);
    checkGrant(caller, powers);
    if (wanted) checkGrant(caller, wanted);
    const ceasesToBeAdmin = (body.role !== undefined && body.role !== 'admin') || body.disabled === true;
    if (ceasesToBeAdmin && admins.length === 1 && admins[0] === id) {
      throw new AppError(
        'last_admin',
        'This is the last administrator who can sign in. Make another user an administrator first.',
      );
    }
    return { user, isWidened: wanted !== null && firstMissing(wanted, powers) !== null };
  }

  private applied(before: UserEntity, body: ChangeUserBody): UserEntity {
    const now = this.clock.now();
    const disabledAt =
      body.disabled === undefined ? before.disabledAt : body.disabled ? (before.disabledAt ?? now) : null;
    return Object.assign(new UserEntity(), before, {
      role: body.role ?? before.role,
      disabledAt,
      updatedAt: now,
    });
  }

  private async tokensAfter(transaction: Transaction, actor: Actor, user: UserEntity, body: ChangeUserBody) {
    const { id, role } = user;
    const tokensRevoked =
      body.revokeTokens === true ? await this.credentials.revokeTokensOfOtherRoles(transaction, id, role, actor) : 0;
    return {
      tokensWithOtherRole: await this.credentials.countTokensOfOtherRoles(transaction, id, role),
      tokensRevoked,
    };
  }

  private async recordChanges(
    transaction: Transaction,
    actor: Actor,
    before: UserEntity,
    after: UserEntity,
  ): Promise<void> {
    const changes: Changes = {
      ...(before.role === after.role ? {} : { role: { from: before.role, to: after.role } }),
      ...((before.disabledAt === null) === (after.disabledAt === null)
        ? {}
        : { disabled: { from: before.disabledAt !== null, to: after.disabledAt !== null } }),
      ...(before.passwordHash === after.passwordHash
        ? {}
        : { password: after.passwordHash === null ? { from: true, to: null } : { to: true } }),
    };
    if (Object.keys(changes).length === 0) return;
    const target = { target: `user:${after.id}`, targetName: after.username };
    await this.audit.record(transaction, { actor, action: 'user.update', ...target, changes });
  }
}

function isGivenByOther({ passwordHash, passwordGivenBy }: UserEntity, caller: Principal): boolean {
  return passwordHash !== null && passwordGivenBy !== null && passwordGivenBy !== caller.user.id;
}

function checkOrigin(caller: Principal, id: string, body: ChangeUserBody): void {
  if (caller.kind === 'token' && (body.role !== undefined || body.password !== undefined)) {
    throw new AppError('session_required', 'Roles and passwords can be changed only in a browser session.');
  }
  if (body.password !== undefined && caller.user.id === id) {
    // Otherwise a browser left open would be enough to take the account over.
    throw new AppError(
      'conflict',
      'Change your own password with PUT /api/v1/auth/password, which requires the current one.',
      {
        reason: 'own_password',
      },
    );
  }
}
