import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A browser session. The id is public; only the SHA-256 of the cookie's secret is stored. */
@Entity()
@Index(['userId', 'createdAt', 'id'])
export class SessionEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Index({ unique: true })
  @Column({ type: 'bytea' })
  tokenHash!: Buffer;

  @ForeignKey('UserEntity')
  @Column({ type: 'uuid' })
  userId!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  lastSeenAt!: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  idleExpiresAt!: Date;

  /** The end that no use of the session moves. */
  @Index()
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  endedAt!: Date | null;

  @Column({ type: 'text' })
  ip!: string;

  @Column({ type: 'text' })
  userAgent!: string;
}
