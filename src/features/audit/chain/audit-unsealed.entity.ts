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
