import { Entity, PrimaryColumn, Index, Column } from 'typeorm';

/** A combination of values that runs have or had. Runs of one series are adjacent in an index. A missing value is an empty text. */
@Entity()
@Index('run_series_client', ['director', 'client'])
export class RunSeriesEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  job!: string;

  @PrimaryColumn({ type: 'text' })
  client!: string;

  @PrimaryColumn({ type: 'text' })
  status!: string;

  @PrimaryColumn({ type: 'text' })
  type!: string;

  @PrimaryColumn({ type: 'text' })
  level!: string;

  @PrimaryColumn({ type: 'text' })
  pool!: string;
}

/** The range of job ids of the runs queued in an hour, or a day, of UTC; it may contain other runs too. */
@Entity()
export class RunSpanEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  /** 1 or 24. */
  @PrimaryColumn({ type: 'smallint' })
  hours!: number;

  @PrimaryColumn({ type: 'timestamptz', precision: 3 })
  startsAt!: Date;

  @PrimaryColumn({ type: 'integer' })
  generation!: number;

  @Column({ type: 'integer' })
  low!: number;

  @Column({ type: 'integer' })
  high!: number;
}

/** A combination of values, without job and client, that runs have or had. A missing pool is an empty text. */
@Entity()
export class RunKindEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  status!: string;

  @PrimaryColumn({ type: 'text' })
  type!: string;

  @PrimaryColumn({ type: 'text' })
  level!: string;

  @PrimaryColumn({ type: 'text' })
  pool!: string;
}
