import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

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
