import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type EventEnvelope } from '../../domain/event.js';
import { type Transaction } from '../../database/unit-of-work.js';
import { EventEntity } from './event.entity.js';

@Injectable()
export class EventsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** false: an event of this key is recorded already. */
  async insertOnce(
    transaction: Transaction,
    onceKey: string,
    event: EventEnvelope,
    recordedAt: Date,
  ): Promise<boolean> {
    const rows: unknown[] = await transaction.query(
      `INSERT INTO event (id, once_key, type, "timestamp", severity, source, subject, dedup_key, summary, data, links, recorded_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       ON CONFLICT (once_key) DO NOTHING
       RETURNING id`,
      [
        event.id,
        onceKey,
        event.type,
        event.timestamp,
        event.severity,
        event.source,
        event.subject,
        event.dedupKey,
        event.summary,
        JSON.stringify(event.data),
        JSON.stringify(event.links),
        recordedAt,
      ],
    );
    return rows.length > 0;
  }

  /**
   * Deletes at most `limit` events that were put on record before `before`, but for those that still wait for their channels or
   * were given to them after `fannedOutBefore`; answers how many. What happened long ago may be new.
   */
  async deleteOlder(before: Date, fannedOutBefore: Date, limit: number): Promise<number> {
    const result = await this.dataSource
      .createQueryBuilder()
      .delete()
      .from(EventEntity)
      .where(
        `id IN (SELECT id FROM event WHERE recorded_at < :before AND fanned_out_at < :fannedOutBefore
           ORDER BY recorded_at, id LIMIT :limit)`,
      )
      .setParameters({ before, fannedOutBefore, limit })
      .execute();
    return result.affected ?? 0;
  }
}
