import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A user has seen that this client is silent. */
@Entity()
export class ClientAcknowledgementEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  client!: string;

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

/** A user has seen how this run ended. */
@Entity()
export class RunAcknowledgementEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  uniqueName!: string;

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

  /** From then on it no longer counts; null: it never expires. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  until!: Date | null;
}
