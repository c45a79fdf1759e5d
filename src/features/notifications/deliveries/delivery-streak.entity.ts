import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Tries to reach a channel that failed since the last one that arrived. */
@Entity()
export class DeliveryStreakEntity {
  @PrimaryColumn({ type: 'uuid' })
  channelId!: string;

  @Column({ type: 'integer' })
  failures!: number;

  @Column({ type: 'timestamptz', precision: 3 })
  since!: Date;

  /** Whether the channel was marked for this streak. */
  @Column({ type: 'boolean' })
  told!: boolean;
}
