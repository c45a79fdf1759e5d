import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

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
