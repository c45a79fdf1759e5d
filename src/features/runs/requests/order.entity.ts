import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type RestoreFacts } from '../../../domain/restore-facts.js';
import { type UnrecordedOrder } from './pending-audit-action.js';

/** Where a run is to write to, as far as its caller chose it. */
export interface RequestedMedia {
  readonly pool?: string;
  readonly storage?: string;
}

/** What is known of the Director's answer to an order. */
export type OrderState = 'asked' | 'unanswered' | 'answered' | 'refused';

/**
 * A wish to start a run, stored before the Director is asked. Its id stands in the run's Comment, so that the run is found
 * again after a lost answer, and so that it is known who started it.
 */
@Entity()
@Index('run_order_caller_key', ['caller', 'key'], { unique: true, where: 'key IS NOT NULL' })
@Index('run_order_created_at', ['createdAt'])
@Index('run_order_unrecorded_idx', ['createdAt'], { where: 'audit IS NOT NULL' })
export class RunOrderEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** callerKey of the principal: whose keys must not meet those of others. */
  @Column({ type: 'text' })
  caller!: string;

  /** The Idempotency-Key; null where none was given, and again once it has expired or the Director refused. */
  @Column({ type: 'text', nullable: true })
  key!: string | null;

  /** Operation and path, for example `rerunRun /7`. */
  @Column({ type: 'text' })
  route!: string;

  /** SHA-256 of the canonical body, in base64url. */
  @Column({ type: 'text' })
  bodyHash!: string;

  @Column({ type: 'text' })
  director!: string;

  @Column({ type: 'text' })
  actorKind!: 'session' | 'token';

  /** User or token name at that time. */
  @Column({ type: 'text' })
  actorName!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'text' })
  state!: OrderState;

  /** ProcessPresence's id of the process that asked the Director; null for orders from before it was kept. */
  @Column({ type: 'integer', nullable: true })
  placedBy!: number | null;

  @Column({ type: 'integer', nullable: true })
  jobId!: number | null;

  @Column({ type: 'text', nullable: true })
  uniqueName!: string | null;

  /** The body of the first answer. */
  @Column({ type: 'jsonb', nullable: true })
  answer!: object | null;

  /** What a restore was requested to do; null for other runs. */
  @Column({ type: 'jsonb', nullable: true })
  restore!: RestoreFacts | null;

  /** Pool and storage that were chosen; null where none was. A catalog has those of a run only from its start. */
  @Column({ type: 'jsonb', nullable: true })
  media!: RequestedMedia | null;

  /** What the audit record will say once it is known what became of the order; null: it is written. */
  @Column({ type: 'jsonb', nullable: true })
  audit!: UnrecordedOrder | null;
}
