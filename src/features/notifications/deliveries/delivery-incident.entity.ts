import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A channel was told, or is about to be, that this trouble began, and not yet that it ended. */
@Entity()
export class DeliveryIncidentEntity {
  @PrimaryColumn({ type: 'uuid' })
  channelId!: string;

  @PrimaryColumn({ type: 'text' })
  dedupKey!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  openedAt!: Date;
}
