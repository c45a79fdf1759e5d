import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last good backup of a client by a job at a level, ever; a trigger keeps it. */
@Entity()
export class LastSuccessEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  client!: string;

  @PrimaryColumn({ type: 'text' })
  job!: string;

  @PrimaryColumn({ type: 'text' })
  level!: string;

  /** Never goes back, also when the run is pruned. */
  @Column({ type: 'timestamptz', precision: 3 })
  endedAt!: Date;
}

/**
 * How many runs ended so, and in what time, since the console knows their Director. A trigger counts them as they are put on
 * record; nothing is ever taken off.
 */
@Entity()
export class RunCounterEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  type!: string;

  @PrimaryColumn({ type: 'text' })
  level!: string;

  /** RunStatus. */
  @PrimaryColumn({ type: 'text' })
  status!: string;

  /** Upper bound of the bucket: one of durationBounds, or its substitute for "more". */
  @PrimaryColumn({ type: 'integer' })
  upTo!: number;

  @Column({ type: 'bigint' })
  runs!: string;

  /** The sum of their durations. */
  @Column({ type: 'bigint' })
  seconds!: string;
}
