import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type PageRequest, type Slice, sliceOf, type Total } from '../../../domain/pagination.js';
import { advisoryLocks } from '../../../database/advisory-locks.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { UserEntity } from './user.entity.js';

export interface UserFilter {
  readonly username?: string;
  /** Part of the username, ignoring case. */
  readonly q?: string;
  readonly role?: string;
  readonly disabled?: boolean;
}

/** The constraint that keeps usernames apart. */
export const usernameConstraint = 'console_user_username_key_idx';

/** Two names that differ by letter case alone are one name. */
export function usernameKeyOf(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}

@Injectable()
export class UsersRepository {
  constructor(private readonly dataSource: DataSource) {}

  findById(id: string): Promise<UserEntity | null> {
    return this.dataSource.getRepository(UserEntity).findOneBy({ id });
  }

  findByUsername(username: string): Promise<UserEntity | null> {
    return this.dataSource.getRepository(UserEntity).findOneBy({ usernameKey: usernameKeyOf(username) });
  }

  /** By username in alphabetical order. */
  async list(filter: UserFilter, page: PageRequest): Promise<Slice<UserEntity>> {
    const query = this.dataSource.getRepository(UserEntity).createQueryBuilder('person');
    if (filter.username !== undefined) {
      query.andWhere('person.username_key = :key', { key: usernameKeyOf(filter.username) });
    }
    if (filter.q !== undefined) {
      query.andWhere('strpos(person.username_key, :part) > 0', { part: usernameKeyOf(filter.q) });
    }
    if (filter.role !== undefined) query.andWhere('person.role = :role', { role: filter.role });
    if (filter.disabled !== undefined) query.andWhere(`person.disabled_at IS ${filter.disabled ? 'NOT NULL' : 'NULL'}`);
    const total: Total | undefined = page.count === true ? { value: await query.getCount(), exact: true } : undefined;
    if (page.after) query.andWhere('person.username_key > :after', { after: page.after[0] });
    query.orderBy('person.username_key').limit(page.limit + 1);
    return sliceOf(await query.getMany(), page.limit, (row) => [row.usernameKey], total);
  }

  async insert(transaction: Transaction, user: UserEntity): Promise<void> {
    await transaction.getRepository(UserEntity).insert(user);
  }

  /** The row, locked until the transaction ends. */
  lockById(transaction: Transaction, id: string): Promise<UserEntity | null> {
    return transaction
      .getRepository(UserEntity)
      .createQueryBuilder('person')
      .setLock('pessimistic_write')
      .where('person.id = :id', { id })
      .getOne();
  }

  /**
   * Whether the person may still sign in with the password that was just checked. The row is locked, so that a session
   * made in the same transaction cannot outlive a change of the password or the disabling of the person.
   */
  async lockForLogin(transaction: Transaction, user: UserEntity): Promise<boolean> {
    const rows: unknown[] = await transaction.query(
      'SELECT 1 FROM console_user WHERE id = $1 AND password_hash = $2 AND disabled_at IS NULL FOR UPDATE',
      [user.id, user.passwordHash],
    );
    return rows.length > 0;
  }

  /**
   * Ids of the admins who can sign in, all locked in one order: of two transactions that each take one admin away the
   * second waits, and then sees what the first has left.
   */
  async lockEnabledAdmins(transaction: Transaction): Promise<string[]> {
    const rows: { id: string }[] = await transaction.query(
      "SELECT id FROM console_user WHERE role = 'admin' AND disabled_at IS NULL AND password_hash IS NOT NULL ORDER BY id FOR UPDATE",
    );
    return rows.map((row) => row.id);
  }

  hasAdmin(transaction: Transaction): Promise<boolean> {
    return transaction.getRepository(UserEntity).existsBy({ role: 'admin' });
  }

  /** Keeps other processes from creating a first admin until the transaction ends. */
  async lockFirstAdmin(transaction: Transaction): Promise<void> {
    await transaction.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.firstAdmin]);
  }

  /**
   * Ends the temporary passwords of users of this role that others than `exceptGiver` set; returns these users. Changes of several
   * users run one at a time (`CallerCheck.lock`).
   */
  async endTemporaryPasswords(
    transaction: Transaction,
    role: string,
    exceptGiver: string | null,
    now: Date,
  ): Promise<{ id: string; username: string }[]> {
    const [rows] = await transaction.query<[{ id: string; username: string }[], number]>(
      `UPDATE console_user SET password_hash = NULL, password_given_by = NULL, updated_at = $3
       WHERE role = $1 AND password_hash IS NOT NULL AND password_given_by IS DISTINCT FROM $2::uuid
         AND password_given_by IS NOT NULL RETURNING id, username`,
      [role, exceptGiver, now],
    );
    return rows;
  }

  async update(transaction: Transaction, id: string, members: Partial<Omit<UserEntity, 'id'>>): Promise<void> {
    await transaction.getRepository(UserEntity).update({ id }, members);
  }
}
