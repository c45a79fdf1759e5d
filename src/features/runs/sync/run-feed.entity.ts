import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far the record of runs has followed one Director's catalog. The first columns are the domain's FeedState. */
@Entity()
export class RunFeedEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @Column({ type: 'integer' })
  generation!: number;

  @Column({ type: 'bigint' })
  generationFrom!: string;

  @Column({ type: 'bigint', nullable: true })
  mark!: string | null;

  @Column({ type: 'bigint' })
  filledFrom!: string;

  /** When the catalog was read for the first time: what had ended by then is history, nobody is told of it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  baselineAt!: Date | null;

  /** Where ids started over: what the new id space held and had ended by then is history. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  historyUntil!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  readAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failedAt!: Date | null;

  /** What may be told of the last failure. */
  @Column({ type: 'text', nullable: true })
  failure!: string | null;
}
