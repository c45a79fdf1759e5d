import { Entity, Index, PrimaryColumn } from 'typeorm';

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
