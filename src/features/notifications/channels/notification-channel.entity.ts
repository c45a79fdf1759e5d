import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type ChannelTarget } from '../../../domain/channel.js';

/** A way to tell people or machines. What is secret of it stands in `sealed` and nowhere else. */
@Entity()
export class NotificationChannelEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Index({ unique: true })
  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  kind!: ChannelTarget['kind'];

  /** What may be shown of it, as JSON. */
  @Column({ type: 'jsonb' })
  settings!: object;

  /** URL, keys and passwords as JSON, sealed. */
  @Column({ type: 'text' })
  sealed!: string;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  pausedAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  disabledAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failingSince!: Date | null;

  /** Whoever made it; null: nobody who could be told apart. */
  @Column({ type: 'uuid', nullable: true })
  ownerId!: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  /** When somebody last changed it; what deliveries find out of it is no change. */
  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;

  /** Grows whenever `settings` or `sealed` change. */
  @Column({ type: 'integer' })
  revision!: number;
}
