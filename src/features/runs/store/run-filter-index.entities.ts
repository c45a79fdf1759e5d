import { Entity, PrimaryColumn, Index, Column } from 'typeorm';

/** That there is, or was, a run like this: runs of one series lie together in an index. What a run lacks is an empty text. */
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

/** Between which job ids lie the runs that were queued in an hour, or a day, of UTC; others may lie there too. */
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

/** That there is, or was, a run of this kind, whatever its job and client. A run without a pool has an empty text. */
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
