import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { type ActorRecord } from '../../audit/audit-record.dto.js';

/** A personal API token. Its row outlives its revocation as an audit trail. */
@Entity('api_token')
@Index(['ownerId', 'createdAt', 'id'])
@Index(['createdAt', 'id'])
export class TokenEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  name!: string;

  /** SHA-256 of the whole plaintext; nothing else of the secret is kept. */
  @Index({ unique: true })
  @Column({ type: 'bytea' })
  secretHash!: Buffer;

  @ForeignKey('UserEntity')
  @Column({ type: 'uuid' })
  ownerId!: string;

  /** The owner's role at creation; later changes of the owner or the role leave it as it is. */
  @Column({ type: 'text' })
  role!: string;

  /** What that role allowed at creation. */
  @Column({ type: 'text', array: true })
  capabilities!: string[];

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  expiresAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastUsedAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  lastUsedIp!: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  revokedAt!: Date | null;

  /** Who revoked it, and with which session or token. */
  @Column({ type: 'jsonb', nullable: true })
  revokedBy!: ActorRecord | null;
}
