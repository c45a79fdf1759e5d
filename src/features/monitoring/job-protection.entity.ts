import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A backup job with its client and fileset, as its Director last listed it, and what subscribers were notified of for it. */
@Entity()
@Index('job_protection_client', ['director', 'client'])
export class JobProtectionEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  job!: string;

  @PrimaryColumn({ type: 'text' })
  client!: string;

  @PrimaryColumn({ type: 'text' })
  fileset!: string;

  /** It has a schedule and is not taken out of it. */
  @Column({ type: 'boolean' })
  inSchedule!: boolean;

  @Column({ type: 'timestamptz', precision: 3 })
  firstSeenAt!: Date;

  /** The first planned start after it was first seen; moves only while it is ahead. null: not known. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  firstStartAt!: Date | null;

  /** Longest time between two of its planned starts; null: not known. */
  @Column({ type: 'integer', nullable: true })
  intervalSeconds!: number | null;

  /** SilenceStatus of the last event; `ok` where there was none. */
  @Column({ type: 'text' })
  toldStatus!: string;

  /** The last good backup when that was decided. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  toldGoodAt!: Date | null;

  @Column({ type: 'integer' })
  toldWarnSeconds!: number;

  @Column({ type: 'integer' })
  toldCritSeconds!: number;

  /** From one sequence for all rows: no two states ever have the same. */
  @Column({ type: 'bigint' })
  revision!: string;
}
