import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SpanColumns } from './span-columns.entity.js';

export class JobSpanColumns extends SpanColumns {
  @Column({ type: 'bigint' })
  seconds!: string;
}

/** What the ended runs of one job come to over the last 7, 30 and 90 days, kept as those of clients are. */
@Entity()
export class RunJobSumEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  director!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  job!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  type!: string;

  @Column(() => JobSpanColumns)
  week!: JobSpanColumns;

  @Column(() => JobSpanColumns)
  month!: JobSpanColumns;

  @Column(() => JobSpanColumns)
  quarter!: JobSpanColumns;
}
