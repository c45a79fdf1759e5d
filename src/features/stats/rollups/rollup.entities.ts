import { Column, Entity, PrimaryColumn, Index } from 'typeorm';

/** Ended runs of one job on one client by the day on which they were queued, in UTC; `client` is empty where a run has none. */
@Entity()
@Index('run_client_day_by_client', { synchronize: false })
@Index('run_client_day_by_job', { synchronize: false })
export class RunClientDayEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  director!: string;

  @PrimaryColumn({ type: 'date' })
  day!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  client!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  job!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  type!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  level!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  status!: string;

  @Column({ type: 'integer' })
  runs!: number;

  @Column({ type: 'bigint' })
  files!: string;

  @Column({ type: 'bigint' })
  bytes!: string;

  @Column({ type: 'bigint' })
  seconds!: string;
}

/** Some days' ended runs, and those of as many days before. */
class SpanColumns {
  @Column({ type: 'integer' })
  completed!: number;

  @Column({ type: 'integer' })
  warning!: number;

  @Column({ type: 'integer' })
  error!: number;

  @Column({ type: 'integer' })
  canceled!: number;

  @Column({ type: 'bigint' })
  files!: string;

  @Column({ type: 'bigint' })
  bytes!: string;

  @Column({ type: 'integer' })
  runsBefore!: number;

  @Column({ type: 'bigint' })
  bytesBefore!: string;
}

/**
 * The totals of one client's ended runs over the last 7, 30 and 90 days, as sums of `run_client_day`. Written by triggers of the
 * run store; `run_sum_day` has the last day. An index for each sort of each range: the first of 10,000 clients over 90 days take 2
 * ms, and 700 ms if their days are added up.
 */
@Entity()
@Index('run_client_by_week_bytes', { synchronize: false })
@Index('run_client_by_week_files', { synchronize: false })
@Index('run_client_by_week_failures', { synchronize: false })
@Index('run_client_by_week_growth', { synchronize: false })
@Index('run_client_by_month_bytes', { synchronize: false })
@Index('run_client_by_month_files', { synchronize: false })
@Index('run_client_by_month_failures', { synchronize: false })
@Index('run_client_by_month_growth', { synchronize: false })
@Index('run_client_by_quarter_bytes', { synchronize: false })
@Index('run_client_by_quarter_files', { synchronize: false })
@Index('run_client_by_quarter_failures', { synchronize: false })
@Index('run_client_by_quarter_growth', { synchronize: false })
export class RunClientSumEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  director!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  client!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  type!: string;

  @Column(() => SpanColumns)
  week!: SpanColumns;

  @Column(() => SpanColumns)
  month!: SpanColumns;

  @Column(() => SpanColumns)
  quarter!: SpanColumns;
}

/** How long the good runs of a day took, in buckets that domain/durations.ts reads. */
@Entity()
export class RunDurationDayEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  director!: string;

  @PrimaryColumn({ type: 'date' })
  day!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  type!: string;

  @PrimaryColumn({ type: 'integer' })
  bucket!: number;

  @Column({ type: 'integer' })
  runs!: number;
}

/** Ended runs that wrote to one pool, by the day on which they were queued, in UTC. */
@Entity()
@Index('run_pool_day_by_pool', ['director', 'pool', 'day', 'type'])
export class RunPoolDayEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  director!: string;

  @PrimaryColumn({ type: 'date' })
  day!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  pool!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  type!: string;

  @Column({ type: 'integer' })
  runs!: number;

  @Column({ type: 'bigint' })
  files!: string;

  @Column({ type: 'bigint' })
  bytes!: string;
}

/** The day, in UTC, of a Director's client rollups. Runs of later days are not yet included. */
@Entity()
export class RunSumDayEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  director!: string;

  @Column({ type: 'date' })
  day!: string;
}

/** Ended runs of one Director by the day on which they were queued, in UTC. Kept by triggers on the record of runs. */
@Entity()
export class RunDayEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  director!: string;

  @PrimaryColumn({ type: 'date' })
  day!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  type!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  level!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  status!: string;

  @Column({ type: 'integer' })
  runs!: number;

  @Column({ type: 'bigint' })
  files!: string;

  @Column({ type: 'bigint' })
  bytes!: string;

  @Column({ type: 'bigint' })
  seconds!: string;
}
