import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A record that waits for its seal. The database adds the row with the record, the sealer takes it away with the seal. */
@Entity()
@Index(['markedAt', 'recordId'])
export class AuditUnsealedEntity {
  @PrimaryColumn({ type: 'uuid' })
  recordId!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  markedAt!: Date;
}

/** The seal of one audit record: a link of the chain. Rows are only ever added. */
@Entity()
export class AuditSealEntity {
  /** From 1, without gaps. */
  @PrimaryColumn({ type: 'bigint' })
  seq!: string;

  @Index({ unique: true })
  @Column({ type: 'uuid' })
  recordId!: string;

  /** SHA-256 of the record. */
  @Column({ type: 'bytea' })
  recordHash!: Buffer;

  /** SHA-256 of the hash before and this link. */
  @Column({ type: 'bytea' })
  hash!: Buffer;

  @Column({ type: 'timestamptz', precision: 3 })
  sealedAt!: Date;

  /** The key of the signature; null but in the last seal of each turn. */
  @Column({ type: 'text', nullable: true })
  keyId!: string | null;

  @Column({ type: 'bytea', nullable: true })
  signature!: Buffer | null;
}
