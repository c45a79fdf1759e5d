import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A user or token asked for the end of this run, and its Director took the request. */
@Entity()
@Index('run_cancel_request_at', ['at'])
export class RunCancelRequestEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  uniqueName!: string;

  /** Of the first request. */
  @Column({ type: 'timestamptz', precision: 3 })
  at!: Date;
}
