import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The buckets of `run_duration_day` of a day in one row, the first at the first place. Kept by triggers of that table. */
@Entity('run_day_durations')
export class RunDayDurationsEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  director!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  type!: string;

  @PrimaryColumn({ type: 'date' })
  day!: string;

  @Column({ type: 'integer', array: true })
  runs!: number[];

  /** The JSON of `runs`. A trigger makes it. */
  @Column({ type: 'text', nullable: true })
  point!: string | null;
}
