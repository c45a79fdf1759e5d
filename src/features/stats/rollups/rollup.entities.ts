import { Column, Entity, PrimaryColumn } from 'typeorm';

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
