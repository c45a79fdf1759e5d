import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type PageRequest, type Slice, sliceOf, type Total } from '../../domain/page.js';
import { type Transaction } from '../../platform/database/unit-of-work.js';
import { NotificationChannelEntity } from './notification-channel.entity.js';

export const nameConstraint = 'notification_channel_name_idx';

/** What a channel is at: `disabled` hides `paused`, which hides `failing`. */
export const channelStatuses = ['active', 'failing', 'paused', 'disabled'] as const;
export type ChannelStatus = (typeof channelStatuses)[number];

export interface ChannelFilter {
  readonly name?: string;
  readonly kind?: string;
  readonly status?: ChannelStatus;
}

const atStatus: Readonly<Record<ChannelStatus, string>> = {
  disabled: 'channel.disabled_at IS NOT NULL',
  paused: 'channel.disabled_at IS NULL AND channel.paused_at IS NOT NULL',
  failing: 'channel.disabled_at IS NULL AND channel.paused_at IS NULL AND channel.failing_since IS NOT NULL',
  active: 'channel.disabled_at IS NULL AND channel.paused_at IS NULL AND channel.failing_since IS NULL',
};

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

  /** By name in alphabetical order. */
  async list(filter: ChannelFilter, page: PageRequest): Promise<Slice<NotificationChannelEntity>> {
    const query = this.dataSource.getRepository(NotificationChannelEntity).createQueryBuilder('channel');
    if (filter.name !== undefined) query.andWhere('channel.name = :name', { name: filter.name });
    if (filter.kind !== undefined) query.andWhere('channel.kind = :kind', { kind: filter.kind });
    if (filter.status !== undefined) query.andWhere(atStatus[filter.status]);
    const total: Total | undefined = page.count === true ? { value: await query.getCount(), exact: true } : undefined;
    if (page.after) query.andWhere('channel.name > :after', { after: page.after[0] });
    query.orderBy('channel.name').limit(page.limit + 1);
    return sliceOf(await query.getMany(), page.limit, (row) => [row.name], total);
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
