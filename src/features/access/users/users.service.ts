import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Actor } from '../../../domain/actor.js';
import { CallerCheck } from '../../../domain/revalidation.js';
import { type Capability, firstMissing, type Principal } from '../../../domain/principal.js';
import { Clock } from '../../../domain/clock.js';
import { AppError } from '../../../domain/error-codes.js';
import { RolesRepository } from '../roles/roles.repository.js';
import { AuditRecorder, type Changes } from '../../audit/audit-recorder.js';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work.js';
import { isUniqueViolation } from '../../../database/database-errors.js';
import { NewPasswords } from './new-password.js';
import { type UserEntity } from './user.entity.js';
import { type CreateUserBody } from './users.dto.js';
import { usernameConstraint, usernameKeyOf, UsersRepository } from './users.repository.js';

/** Rejects changes that grant, or affect, more capabilities than the caller has. */
export function checkGrant(caller: Principal, capabilities: Iterable<Capability>): void {
  const missing = firstMissing(capabilities, caller.capabilities);
  if (missing === null) return;
  throw new AppError(
    'missing_capability',
    `You cannot grant or change capabilities that you do not have: ${missing}.`,
    {
      requiredCapability: missing,
      reason: 'cannot_grant',
      params: { capabilities: missing },
    },
  );
}

@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly roles: RolesRepository,
    private readonly passwords: NewPasswords,
    private readonly callers: CallerCheck<Transaction>,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async getUser(id: string): Promise<UserEntity> {
    const user = await this.users.findById(id);
    if (!user) throw new AppError('not_found', 'No user has this id.', { reason: 'no_user' });
    return user;
  }

  async createUser(caller: Principal, actor: Actor, body: CreateUserBody): Promise<UserEntity> {
    const { username } = body;
    const passwordHash = body.password === undefined ? null : await this.passwords.hash(body.password, username);
    const now = this.clock.now();
    const user: UserEntity = {
      id: randomUUID(),
      username,
      usernameKey: usernameKeyOf(username),
      passwordHash,
      passwordGivenBy: passwordHash === null ? null : caller.user.id,
      role: body.role,
      disabledAt: null,
      createdAt: now,
      updatedAt: now,
      lastLoginAt: null,
    };
    await this.unitOfWork.run(async (transaction) => {
      await this.callers.lock(transaction, caller);
      checkGrant(caller, await this.capabilitiesOf(transaction, body.role));
      await this.insert(transaction, user);
      const password: Changes = passwordHash === null ? {} : { password: { to: true } };
      const changes: Changes = { username: { to: user.username }, role: { to: user.role }, ...password };
      const target = { target: `user:${user.id}`, targetName: user.username };
      await this.audit.record(transaction, { actor, action: 'user.create', ...target, changes });
    });
    return user;
  }

  /** What a person of this role may do now. */
  async powersOf(transaction: Transaction, role: string): Promise<ReadonlySet<Capability>> {
    return (await this.roles.findCapabilities(transaction, role)) ?? new Set();
  }

  /** Capabilities of a role that is about to be given; it stays as it is until the transaction ends. */
  async capabilitiesOf(transaction: Transaction, role: string): Promise<ReadonlySet<Capability>> {
    const locked = await this.roles.lockCapabilities(transaction, role);
    if (locked === null) throw new AppError('unknown_role', 'No role has this name.');
    return locked;
  }

  private async insert(transaction: Transaction, user: UserEntity): Promise<void> {
    try {
      await this.users.insert(transaction, user);
    } catch (error) {
      if (!isUniqueViolation(error, usernameConstraint)) throw error;
      throw new AppError('name_taken', 'A user with this name already exists.', { cause: error });
    }
  }
}
