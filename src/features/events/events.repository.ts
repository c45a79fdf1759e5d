import { Injectable } from '@nestjs/common';
import { DataSource, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type EventEnvelope, type EventType, type Severity } from '../../domain/event.js';
import { type Transaction } from '../../database/unit-of-work.js';

/** An event as subscribers get it, and the key that keeps it from being recorded twice. */
@Entity()
@Index(['timestamp', 'id'])
@Index(['recordedAt', 'id'])
@Index(['dedupKey', 'recordedAt', 'id'])
@Index(['type', 'recordedAt', 'id'])
@Index(['severity', 'recordedAt', 'id'])
@Index(['subject', 'recordedAt', 'id'])
@Index('event_waiting_idx', ['recordedAt', 'id'], { where: 'fanned_out_at IS NULL' })
export class EventEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** Names the one occurrence: an event of the same key is the same event. */
  @Index({ unique: true })
  @Column({ type: 'text' })
  onceKey!: string;

  @Column({ type: 'text' })
  type!: EventType;

  /** When it happened. */
  @Column({ type: 'timestamptz', precision: 3 })
  timestamp!: Date;

  /** When the console recorded it: later than it happened if the console or the Director was away. */
  @Column({ type: 'timestamptz', precision: 3 })
  recordedAt!: Date;

  /** When every channel that wants it was given its delivery; null: still to be done. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  fannedOutAt!: Date | null;

  @Column({ type: 'text' })
  severity!: Severity;

  @Column({ type: 'text' })
  source!: string;

  @Column({ type: 'text' })
  subject!: string;

  /** Names the trouble that the event is about, which other events share. */
  @Column({ type: 'text' })
  dedupKey!: string;

  @Column({ type: 'text' })
  summary!: string;

  @Column({ type: 'jsonb' })
  data!: Record<string, unknown>;

  @Column({ type: 'jsonb' })
  links!: Record<string, string>;
}

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
   * Deletes at most `limit` events recorded before `before`, except those not yet fanned out or fanned out after
   * `fannedOutBefore`; returns how many. An event that happened long ago may have been recorded just now.
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
