import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { type Transaction } from '../../../database/unit-of-work.js';
import { type LinkPurpose } from './one-time-links.dto.js';

/** A link with which a user sets a password, once. Only the SHA-256 of its secret is stored. */
@Entity()
export class OneTimeLinkEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Index({ unique: true })
  @Column({ type: 'bytea' })
  secretHash!: Buffer;

  @Index()
  @ForeignKey('UserEntity')
  @Column({ type: 'uuid' })
  userId!: string;

  /** `invite` or `reset`. */
  @Column({ type: 'text' })
  purpose!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Index()
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt!: Date;

  /** When it was used, or ended by something else than its time. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  endedAt!: Date | null;
}

/** What a redemption needs to know of a link and its person. */
export interface OpenLink {
  readonly id: string;
  readonly purpose: LinkPurpose;
  readonly expiresAt: Date;
  readonly userId: string;
  readonly username: string;
}

@Injectable()
export class OneTimeLinksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The link of this hash while it may be used; null for an unknown, used, ended or expired one and for a disabled person. */
  async findOpen(secretHash: Buffer, now: Date): Promise<OpenLink | null> {
    const rows: OpenLink[] = await this.dataSource.query(
      `SELECT l.id, l.purpose, l.expires_at AS "expiresAt", u.id AS "userId", u.username FROM one_time_link l JOIN console_user u ON u.id = l.user_id
       WHERE l.secret_hash = $1 AND l.ended_at IS NULL AND l.expires_at > $2 AND u.disabled_at IS NULL`,
      [secretHash, now],
    );
    return rows[0] ?? null;
  }

  async insert(transaction: Transaction, link: OneTimeLinkEntity): Promise<void> {
    await transaction.getRepository(OneTimeLinkEntity).insert(link);
  }

  /** Ends one link that may still be used; false where another was quicker, or its time has run out. */
  async spend(transaction: Transaction, id: string, now: Date): Promise<boolean> {
    const result = await transaction
      .createQueryBuilder()
      .update(OneTimeLinkEntity)
      .set({ endedAt: now })
      .where('id = :id AND ended_at IS NULL AND expires_at > :now', { id, now })
      .execute();
    return result.affected === 1;
  }

  async endAll(transaction: Transaction, userId: string, now: Date): Promise<void> {
    await transaction.getRepository(OneTimeLinkEntity).update({ userId, endedAt: IsNull() }, { endedAt: now });
  }

  async endAllOfRole(transaction: Transaction, role: string, now: Date): Promise<void> {
    await transaction.query(
      `UPDATE one_time_link SET ended_at = $2
       WHERE ended_at IS NULL AND user_id IN (SELECT id FROM console_user WHERE role = $1)`,
      [role, now],
    );
  }

  /** Forgets links whose time ended before. */
  async deleteOlder(before: Date): Promise<void> {
    await this.dataSource
      .createQueryBuilder()
      .delete()
      .from(OneTimeLinkEntity)
      .where('expires_at < :before', { before })
      .execute();
  }
}
