import { Injectable } from '@nestjs/common';
import { DataSource, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type Transaction } from '../../../database/unit-of-work.js';
import { type ChannelTarget } from '../../../domain/channel.js';

/** A way to notify people or machines. Its secrets are stored in `sealed` only. */
@Entity()
export class NotificationChannelEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Index({ unique: true })
  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  kind!: ChannelTarget['kind'];

  /** What may be shown of it, as JSON. */
  @Column({ type: 'jsonb' })
  settings!: object;

  /** URL, keys and passwords as JSON, sealed. */
  @Column({ type: 'text' })
  sealed!: string;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  pausedAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  disabledAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failingSince!: Date | null;

  /** Who created it; null: created without an authenticated user. */
  @Column({ type: 'uuid', nullable: true })
  ownerId!: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  /** When a user last changed it; results of deliveries are no change. */
  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;

  /** Grows whenever `settings` or `sealed` change. */
  @Column({ type: 'integer' })
  revision!: number;
}

export const nameConstraint = 'notification_channel_name_idx';

/** What a channel is at: `disabled` hides `paused`, which hides `failing`. */
export const channelStatuses = ['active', 'failing', 'paused', 'disabled'] as const;
export type ChannelStatus = (typeof channelStatuses)[number];

@Injectable()
export class NotificationChannelsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** All of them: a site has a handful. */
  all(): Promise<NotificationChannelEntity[]> {
    return this.dataSource.getRepository(NotificationChannelEntity).find({ order: { name: 'ASC' } });
  }

  find(id: string): Promise<NotificationChannelEntity | null> {
    return this.dataSource.getRepository(NotificationChannelEntity).findOneBy({ id });
  }

  /** The row, locked until the transaction ends. */
  lock(transaction: Transaction, id: string): Promise<NotificationChannelEntity | null> {
    return transaction
      .getRepository(NotificationChannelEntity)
      .createQueryBuilder('channel')
      .setLock('pessimistic_write')
      .where('channel.id = :id', { id })
      .getOne();
  }

  async insert(transaction: Transaction, row: NotificationChannelEntity): Promise<void> {
    await transaction.getRepository(NotificationChannelEntity).insert(row);
  }

  async update(
    transaction: Transaction,
    id: string,
    members: Partial<Omit<NotificationChannelEntity, 'id'>>,
  ): Promise<void> {
    await transaction.getRepository(NotificationChannelEntity).update({ id }, members);
  }

  async delete(transaction: Transaction, id: string): Promise<void> {
    await transaction.getRepository(NotificationChannelEntity).delete({ id });
  }

  /** Notifies every process, including this one, once the transaction is committed. */
  async notify(transaction: Transaction, databaseChannel: string): Promise<void> {
    await transaction.query('SELECT pg_notify($1, $2)', [databaseChannel, '']);
  }
}
