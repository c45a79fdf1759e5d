import { Column, Entity, PrimaryColumn } from 'typeorm';

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
