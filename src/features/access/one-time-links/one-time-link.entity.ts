import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A link with which a person sets a password, once. What the link holds is kept as its SHA-256 only. */
@Entity()
export class OneTimeLinkEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Index({ unique: true })
  @Column({ type: 'bytea' })
  secretHash!: Buffer;

  @Index()
  @ForeignKey('UserEntity')
  @Column({ type: 'uuid' })
  userId!: string;

  /** `invite` or `reset`. */
  @Column({ type: 'text' })
  purpose!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Index()
  @Column({ type: 'timestamptz', precision: 3 })
  expiresAt!: Date;

  /** When it was used, or ended by something else than its time. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  endedAt!: Date | null;
}
