import { Injectable } from '@nestjs/common';
import { capabilitiesOfRole, type Capability, isBuiltInRole } from '../../../domain/capabilities.js';
import { RoleLookup } from '../../../domain/role-lookup.port.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { type RoleEntity } from './role.entity.js';
import { RolesRepository } from './roles.repository.js';

@Injectable()
export class StoredRoleLookup extends RoleLookup<Transaction> {
  constructor(private readonly roles: RolesRepository) {
    super();
  }

  override find(transaction: Transaction, name: string): Promise<ReadonlySet<Capability> | null> {
    return capabilitiesBy(name, () => this.roles.findIn(transaction, name));
  }

  override hold(transaction: Transaction, name: string): Promise<ReadonlySet<Capability> | null> {
    return capabilitiesBy(name, () => this.roles.holdUnchanged(transaction, name));
  }
}

async function capabilitiesBy(
  name: string,
  read: () => Promise<RoleEntity | null>,
): Promise<ReadonlySet<Capability> | null> {
  if (isBuiltInRole(name)) return capabilitiesOfRole(name, null);
  // A NUL character is no text to PostgreSQL.
  const role = name.includes('\0') ? null : await read();
  return role && capabilitiesOfRole(name, role.capabilities);
}
