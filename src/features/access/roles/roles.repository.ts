import { Injectable } from '@nestjs/common';
import { DataSource, Column, Entity, PrimaryColumn } from 'typeorm';
import { type Transaction } from '../../../database/unit-of-work.js';
import { capabilitiesOfRole, type Capability, isBuiltInRole } from '../../../domain/principal.js';
import { UserEntity } from '../users/user.entity.js';

/** A role that people of this installation made. The built-in roles are code, so that no row can weaken or widen them. */
@Entity()
export class RoleEntity {
  @PrimaryColumn({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  description!: string;

  @Column({ type: 'text', array: true })
  capabilities!: string[];

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}

export const roleConstraint = 'role_pkey';

@Injectable()
export class RolesRepository {
  constructor(private readonly dataSource: DataSource) {}

  find(name: string): Promise<RoleEntity | null> {
    return this.dataSource.getRepository(RoleEntity).findOneBy({ name });
  }

  /** Capabilities of a role as they are now; null: there is no such role. */
  findCapabilities(transaction: Transaction, name: string): Promise<ReadonlySet<Capability> | null> {
    return capabilitiesBy(name, () => transaction.getRepository(RoleEntity).findOneBy({ name }));
  }

  /** Capabilities of a role, which can neither change nor be deleted before the transaction ends; null: there is no such role. */
  lockCapabilities(transaction: Transaction, name: string): Promise<ReadonlySet<Capability> | null> {
    return capabilitiesBy(name, () => this.locked(transaction, name, 'pessimistic_read'));
  }

  /** At most `limit` roles whose names come after `after`, in alphabetical order. */
  list(after: string, limit: number): Promise<RoleEntity[]> {
    return this.dataSource
      .getRepository(RoleEntity)
      .createQueryBuilder('role')
      .where('role.name > :after', { after })
      .orderBy('role.name')
      .limit(limit)
      .getMany();
  }

  count(): Promise<number> {
    return this.dataSource.getRepository(RoleEntity).count();
  }

  /** The row, locked for a change. */
  lock(transaction: Transaction, name: string): Promise<RoleEntity | null> {
    return this.locked(transaction, name, 'pessimistic_write');
  }

  async insert(transaction: Transaction, role: RoleEntity): Promise<void> {
    await transaction.getRepository(RoleEntity).insert(role);
  }

  async update(transaction: Transaction, role: RoleEntity): Promise<void> {
    await transaction.getRepository(RoleEntity).update({ name: role.name }, role);
  }

  async delete(transaction: Transaction, name: string): Promise<void> {
    await transaction.getRepository(RoleEntity).delete({ name });
  }

  /** How many people have the role, disabled ones too. */
  countHolders(transaction: Transaction, name: string): Promise<number> {
    return transaction.getRepository(UserEntity).countBy({ role: name });
  }

  private locked(transaction: Transaction, name: string, mode: 'pessimistic_read' | 'pessimistic_write') {
    return transaction
      .getRepository(RoleEntity)
      .createQueryBuilder('role')
      .setLock(mode)
      .where('role.name = :name', { name })
      .getOne();
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
