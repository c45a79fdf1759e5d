import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type EventType, type Severity } from '../../domain/event.js';

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

  /** When the console put it on record: later than it happened where the console or the Director was away. */
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
