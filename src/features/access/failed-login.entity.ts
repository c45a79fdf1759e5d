import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The last log-ins of an account or from an address that were refused. */
@Entity()
export class FailedLoginEntity {
  /** dedupKey of the event that too many of them give. */
  @PrimaryColumn({ type: 'text' })
  key!: string;

  /** Newest first, as many as make an event. */
  @Column({ type: 'timestamptz', array: true })
  times!: Date[];

  @Index()
  @Column({ type: 'timestamptz', precision: 3 })
  lastAt!: Date;
}
