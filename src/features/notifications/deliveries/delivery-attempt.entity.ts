import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type RecipientOutcome, type SendCode } from '../../../domain/notification.js';
import { type AttemptVerdict } from './delivery.js';

/** One try to send, as its sender saw it. */
@Entity()
@Index(['deliveryId', 'at'])
export class DeliveryAttemptEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'uuid' })
  deliveryId!: string;

  /** When it began. */
  @Column({ type: 'timestamptz', precision: 3 })
  at!: Date;

  @Column({ type: 'integer' })
  durationMs!: number;

  @Column({ type: 'integer', nullable: true })
  statusCode!: number | null;

  @Column({ type: 'text' })
  verdict!: AttemptVerdict;

  /** null: before there were such words, or where `detail` alone tells it. */
  @Column({ type: 'text', nullable: true })
  code!: SendCode | null;

  @Column({ type: 'text' })
  detail!: string;

  @Column({ type: 'text', nullable: true })
  excerpt!: string | null;

  /** Of a mail: what the server answered for each recipient of this try. null where it did not. */
  @Column({ type: 'jsonb', nullable: true })
  recipients!: readonly RecipientOutcome[] | null;

  /** null: it was the last. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  nextTryAt!: Date | null;
}
