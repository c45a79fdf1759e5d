import { Injectable } from '@nestjs/common';
import { DataSource, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { type Transaction } from '../../database/unit-of-work.js';
import { addressGroup, unknownAddress } from '../../http/client-address.js';

/** An address from which a person has signed in. */
@Entity()
export class KnownAddressEntity {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('UserEntity')
  userId!: string;

  /** An address of IPv4, or the /64 of IPv6. */
  @PrimaryColumn({ type: 'text' })
  address!: string;

  @Index()
  @Column({ type: 'timestamptz', precision: 3 })
  lastUsedAt!: Date;
}

/** Each person has the ones used last. */
const addressesPerPerson = 20;
const rememberedMs = 90 * 24 * 3600 * 1000;

/**
 * Addresses from which people have signed in: attacks on their accounts from elsewhere do not keep them out there (docs/decisions/0037).
 * Only a right password adds one.
 */
@Injectable()
export class LoginAddresses {
  constructor(private readonly dataSource: DataSource) {}

  /** Whether the account was signed in to from this address. One query of the same kind for a name that does not exist. */
  async isKnown(transaction: Transaction, usernameKey: string, ip: string, now: Date): Promise<boolean> {
    const rows: unknown[] = await transaction.query(
      `SELECT 1 FROM known_address k JOIN console_user u ON u.id = k.user_id
       WHERE u.username_key = $1 AND k.address = $2 AND k.last_used_at > $3`,
      [usernameKey, addressGroup(ip), remembersSince(now)],
    );
    return rows.length > 0;
  }

  /** To be called with the person's row locked. */
  async remember(transaction: Transaction, userId: string, ip: string, now: Date): Promise<void> {
    if (ip === unknownAddress) return;
    await transaction.query(
      `INSERT INTO known_address (user_id, address, last_used_at) VALUES ($1, $2, $3)
       ON CONFLICT (user_id, address) DO UPDATE SET last_used_at = EXCLUDED.last_used_at`,
      [userId, addressGroup(ip), now],
    );
    await transaction.query(
      `DELETE FROM known_address WHERE user_id = $1 AND address IN (
         SELECT address FROM known_address WHERE user_id = $1 ORDER BY last_used_at DESC, address OFFSET $2)`,
      [userId, addressesPerPerson],
    );
  }

  /** For a password that ends: who knew it may have signed in from some of them. */
  async forget(transaction: Transaction, userId: string): Promise<void> {
    await transaction.getRepository(KnownAddressEntity).delete({ userId });
  }

  async deleteOld(now: Date): Promise<void> {
    await this.dataSource
      .createQueryBuilder()
      .delete()
      .from(KnownAddressEntity)
      .where('last_used_at <= :before', { before: remembersSince(now) })
      .execute();
  }
}

function remembersSince(now: Date): Date {
  return new Date(now.getTime() - rememberedMs);
}
