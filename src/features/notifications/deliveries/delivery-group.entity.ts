import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type Severity } from '../../../domain/event.js';

/** The newest message of a group on a channel, which collects what follows until somebody begins to send it. */
@Entity()
export class DeliveryGroupEntity {
  @PrimaryColumn({ type: 'uuid' })
  channelId!: string;

  @PrimaryColumn({ type: 'text' })
  groupKey!: string;

  /** When the message before that one was due. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastAt!: Date | null;

  /** The gravest event of that message. */
  @Column({ type: 'text', default: 'info' })
  lastSeverity!: Severity;

  @Column({ type: 'uuid' })
  deliveryId!: string;

  /** The gravest event of this one. */
  @Column({ type: 'text', default: 'info' })
  severity!: Severity;
}
