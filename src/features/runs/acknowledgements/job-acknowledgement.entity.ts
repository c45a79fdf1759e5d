import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Acknowledgement of an overdue job. */
@Entity()
export class JobAcknowledgementEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  job!: string;

  @Column({ type: 'text' })
  note!: string;

  @Column({ type: 'text' })
  byKind!: string;

  /** Of the user or token; null where the actor has none. */
  @Column({ type: 'text', nullable: true })
  byId!: string | null;

  @Column({ type: 'text' })
  byName!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  at!: Date;

  /** From then on it no longer counts; null: no time is set. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  until!: Date | null;
}
