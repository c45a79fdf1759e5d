import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { SpanColumns } from './span-columns.entity.js';

/**
 * What the ended runs of one client come to over the last 7, 30 and 90 days, as sums of `run_client_day`. Kept by triggers on the
 * record of runs; `run_sum_day` tells which day is the last of them. An index for each order of each span: the first
 * of 10,000 clients over 90 days take 2 ms, and 700 ms where their days are added up.
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
