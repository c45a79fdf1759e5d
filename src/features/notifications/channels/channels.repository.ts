import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Transaction } from '../../../database/unit-of-work.js';
import { NotificationChannelEntity } from './notification-channel.entity.js';

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
  hold(transaction: Transaction, id: string): Promise<NotificationChannelEntity | null> {
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

  /** Tells every process, this one included, once the transaction is committed. */
  async notify(transaction: Transaction, databaseChannel: string): Promise<void> {
    await transaction.query('SELECT pg_notify($1, $2)', [databaseChannel, '']);
  }
}
