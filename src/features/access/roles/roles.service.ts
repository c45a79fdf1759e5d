import { Injectable } from '@nestjs/common';
import { type Actor, UserCredentials } from '../../../domain/actor.js';
import { CallerCheck } from '../../../domain/revalidation.js';
import { type Capability, firstMissing, isBuiltInRole, type Principal } from '../../../domain/principal.js';
import { Clock } from '../../../domain/clock.js';
import { type PageRequest, type Slice, sliceOf } from '../../../domain/pagination.js';
import { AppError } from '../../../domain/error-codes.js';
import { AuditRecorder, type Changes } from '../../audit/audit-recorder.js';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work.js';
import { isUniqueViolation } from '../../../database/database-errors.js';
import { etagOf, namesTag } from '../../../http/conditional.interceptor.js';
import { type RoleEntity, roleConstraint, RolesRepository } from './roles.repository.js';
import { builtInRoleItems, type ChangeRoleBody, type CreateRoleBody, type Role, roleOf } from './roles.dto.js';

const possibleName = /^[a-z][a-z0-9-]{0,62}$/;

@Injectable()
export class RolesService {
  constructor(
    private readonly roles: RolesRepository,
    private readonly callers: CallerCheck<Transaction>,
    private readonly credentials: UserCredentials<Transaction>,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async getRole(name: string): Promise<Role> {
    const builtIn = builtInRoleItems.find((role) => role.name === name);
    if (builtIn) return builtIn;
    const row = possibleName.test(name) ? await this.roles.find(name) : null;
    if (!row) throw noSuchRole();
    return roleOf(row);
  }

  /** Built-in roles come first, then your own by name. */
  async listRoles(name: string | undefined, page: PageRequest): Promise<Slice<Role>> {
    if (name !== undefined) return { items: await this.findAsList(name), next: null };
    const [kind, after] = page.after ?? ['built-in', ''];
    const builtIns = kind === 'built-in' ? builtInRoleItems.filter((role) => role.name > String(after)) : [];
    const own = await this.roles.list(kind === 'own' ? String(after) : '', page.limit + 1);
    const total =
      page.count === true ? { value: builtInRoleItems.length + (await this.roles.count()), exact: true } : undefined;
    const rows = [...builtIns, ...own.map(roleOf)].slice(0, page.limit + 1);
    return sliceOf(rows, page.limit, (role) => [role.builtIn ? 'built-in' : 'own', role.name], total);
  }

  async createRole(caller: Principal, actor: Actor, body: CreateRoleBody): Promise<Role> {
    if (isBuiltInRole(body.name)) throw nameTaken();
    checkGrant(caller, body.capabilities);
    const now = this.clock.now();
    const { name, description, capabilities } = body;
    const row: RoleEntity = { name, description, capabilities, createdAt: now, updatedAt: now };
    await this.unitOfWork.run(async (transaction) => {
      await this.callers.lock(transaction, caller);
      await this.insert(transaction, row);
      const changes = { description: { to: row.description }, capabilities: { to: row.capabilities } };
      await this.audit.record(transaction, { actor, action: 'role.create', target: `role:${row.name}`, changes });
    });
    return roleOf(row);
  }

  /** `ifMatch` is the header of that name; without it concurrent changes are overwritten. */
  changeRole(
    caller: Principal,
    actor: Actor,
    name: string,
    body: ChangeRoleBody,
    ifMatch: string | undefined,
  ): Promise<Role> {
    return this.unitOfWork.run(async (transaction) => {
      await this.callers.lock(transaction, caller);
      const before = await this.lockOwned(transaction, name, ifMatch);
      const after: RoleEntity = {
        name,
        description: body.description ?? before.description,
        capabilities: body.capabilities ?? before.capabilities,
        createdAt: before.createdAt,
        updatedAt: this.clock.now(),
      };
      const added = body.capabilities?.filter((word) => !before.capabilities.includes(word)) ?? [];
      checkGrant(caller, added);
      await this.roles.update(transaction, after);
      // Who made a link for a person of small powers, or gave the password, must not become one of great powers by it.
      if (added.length > 0) {
        await this.credentials.endLinksOfRole(transaction, name);
        await this.credentials.endTemporaryPasswordsOfRole(transaction, name, actor);
      }
      const changes = changesBetween(before, after);
      await this.audit.record(transaction, { actor, action: 'role.update', target: `role:${name}`, changes });
      return roleOf(after);
    });
  }

  async deleteRole(actor: Actor, name: string, ifMatch: string | undefined): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const role = await this.lockOwned(transaction, name, ifMatch);
      const holders = await this.roles.countHolders(transaction, name);
      if (holders > 0) {
        throw new AppError('role_in_use', `${holders} users have this role. Assign them another role first.`, {
          members: { holders },
        });
      }
      await this.roles.delete(transaction, name);
      const changes = { description: { from: role.description }, capabilities: { from: role.capabilities } };
      await this.audit.record(transaction, { actor, action: 'role.delete', target: `role:${name}`, changes });
    });
  }

  private async findAsList(name: string): Promise<Role[]> {
    try {
      return [await this.getRole(name)];
    } catch (error) {
      if (error instanceof AppError) return [];
      throw error;
    }
  }

  private async lockOwned(transaction: Transaction, name: string, ifMatch: string | undefined): Promise<RoleEntity> {
    if (isBuiltInRole(name))
      throw new AppError('conflict', 'A built-in role cannot be changed or deleted.', { reason: 'built_in_role' });
    const row = possibleName.test(name) ? await this.roles.lock(transaction, name) : null;
    if (!row) throw noSuchRole();
    if (ifMatch !== undefined && !namesTag(ifMatch, etagOf(roleOf(row)))) {
      throw new AppError('changed_meanwhile', 'This role has changed since you read it. Read it again.');
    }
    return row;
  }

  private async insert(transaction: Transaction, row: RoleEntity): Promise<void> {
    try {
      await this.roles.insert(transaction, row);
    } catch (error) {
      throw isUniqueViolation(error, roleConstraint) ? nameTaken() : error;
    }
  }
}

function noSuchRole(): AppError {
  return new AppError('not_found', 'No role has this name.', { reason: 'no_role' });
}

function nameTaken(): AppError {
  return new AppError('name_taken', 'A role with this name already exists.');
}

/** A caller cannot add capabilities to a role that they do not have. */
function checkGrant(caller: Principal, added: readonly Capability[]): void {
  const missing = firstMissing(added, caller.capabilities);
  if (missing === null) return;
  throw new AppError('missing_capability', `You cannot grant capabilities that you do not have: ${missing}.`, {
    requiredCapability: missing,
  });
}

function changesBetween(before: RoleEntity, after: RoleEntity): Changes {
  const { description, capabilities } = before;
  return {
    ...(description === after.description ? {} : { description: { from: description, to: after.description } }),
    ...(capabilities.join() === after.capabilities.join()
      ? {}
      : { capabilities: { from: capabilities, to: after.capabilities } }),
  };
}
