import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Transaction } from '../../../database/unit-of-work.js';
import { NotificationChannelEntity } from '../channels/channels.repository.js';
import { DeliveryIncidentEntity, DeliveryStreakEntity } from './delivery.entities.js';

/** A row of failures of one channel. */
export interface Streak {
  readonly failures: number;
  readonly since: Date;
}

const failingAfterMs = 15 * 60_000;
/** Five tries at one moment are one failure: a receiver that restarts. */
const failingAtLeastMs = 60_000;
const failingAfterTries = 5;

/** Whether to report that a channel fails. */
export function isFailing({ failures, since }: Streak, now: Date): boolean {
  const lastsMs = now.getTime() - since.getTime();
  return (failures >= failingAfterTries && lastsMs >= failingAtLeastMs) || (failures >= 2 && lastsMs >= failingAfterMs);
}

export interface FailureStreak extends Streak {
  readonly channelId: string;
  /** Whether the channel was marked for this streak. */
  readonly reported: boolean;
}

const columns = 'channel_id AS "channelId", failures, since, reported';

/** How tries to reach each channel went since the last that arrived, and what follows for all of its deliveries. */
@Injectable()
export class ChannelHealth {
  constructor(private readonly dataSource: DataSource) {}

  /** Locks the streak until the transaction ends: results of one channel are recorded one after the other from here on. */
  async noteFailure(transaction: Transaction, channelId: string, now: Date): Promise<FailureStreak> {
    const rows = await transaction.query<FailureStreak[]>(
      `INSERT INTO delivery_streak (channel_id, failures, since, reported) VALUES ($1, 1, $2, false)
       ON CONFLICT (channel_id) DO UPDATE SET failures = delivery_streak.failures + 1 RETURNING ${columns}`,
      [channelId, now],
    );
    const [streak] = rows;
    if (!streak) throw new Error('An upsert returned no row.');
    return streak;
  }

  /** Whether there was a streak. */
  async endStreak(transaction: Transaction, channelId: string): Promise<boolean> {
    const { affected } = await transaction.getRepository(DeliveryStreakEntity).delete({ channelId });
    return affected === 1;
  }

  async markReported(transaction: Transaction, channelId: string): Promise<void> {
    await transaction.getRepository(DeliveryStreakEntity).update({ channelId }, { reported: true });
  }

  /** Streaks of at least two failures that were not reported. */
  untold(): Promise<FailureStreak[]> {
    return this.dataSource.query(`SELECT ${columns} FROM delivery_streak WHERE NOT reported AND failures >= 2`);
  }

  /** The channel delivers again: deliveries that wait for their next try, with at most this many tries, need not wait longer. */
  async hasten(transaction: Transaction, channelId: string, now: Date, mostAttempts: number): Promise<void> {
    await transaction.query(
      `UPDATE delivery SET due_at = $2 WHERE id IN (SELECT id FROM delivery WHERE channel_id = $1 AND status = 'waiting'
         AND due_at > $2 AND attempts BETWEEN 1 AND $3 FOR UPDATE SKIP LOCKED)`,
      [channelId, now, mostAttempts],
    );
  }

  /** Pending deliveries are not sent, and no reported condition has to be resolved. */
  async cancel(transaction: Transaction, channelId: string, now: Date, detail: string): Promise<void> {
    await transaction.query(
      `UPDATE delivery SET status = 'canceled', ended_at = $2, last_detail = COALESCE(last_detail, $3),
         last_code = CASE WHEN last_detail IS NULL THEN 'channel_off' ELSE last_code END
       WHERE channel_id = $1 AND status = 'waiting'`,
      [channelId, now, detail],
    );
    await transaction.getRepository(DeliveryIncidentEntity).delete({ channelId });
    await transaction.getRepository(DeliveryStreakEntity).delete({ channelId });
  }

  /** The same for channels that were removed. Those that only cannot be opened now are still there. */
  async cancelRemoved(now: Date): Promise<void> {
    await this.dataSource.query(
      `UPDATE delivery SET status = 'canceled', ended_at = $1, last_detail = COALESCE(last_detail, 'The channel was removed.'),
         last_code = CASE WHEN last_detail IS NULL THEN 'channel_removed' ELSE last_code END
       WHERE status = 'waiting' AND NOT EXISTS (SELECT 1 FROM notification_channel c WHERE c.id = delivery.channel_id)`,
      [now],
    );
    for (const table of ['delivery_incident', 'delivery_streak', 'delivery_group']) {
      await this.dataSource.query(
        `DELETE FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM notification_channel c WHERE c.id = channel_id)`,
      );
    }
  }

  /** Also where its secrets cannot be opened now. */
  isThere(channelId: string): Promise<boolean> {
    return this.dataSource.getRepository(NotificationChannelEntity).existsBy({ id: channelId });
  }

  /** Groups whose last message is so old that it delays nothing. */
  async forgetGroups(before: Date): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM delivery_group g WHERE NOT EXISTS (SELECT 1 FROM delivery d WHERE d.id = g.delivery_id
         AND (d.status IN ('waiting', 'sending') OR d.due_at >= $1))`,
      [before],
    );
  }
}
