import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An ended backup that was not yet compared with those before it. Written by a trigger on the record of runs. */
@Entity()
export class OutlierQueueEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  uniqueName!: string;
}

/**
 * How long the good runs usually took that the newest compared backup of a job was compared with. Without it, the statistics of 400 jobs
 * read up to a hundred runs of each: 0.6 s instead of 0.4, and 80 ms instead of 50 for 50 jobs, at a million runs on a busy machine.
 */
@Entity()
export class DurationBaselineEntity {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  director!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  job!: string;

  /** With `jobId`: the run that was compared. */
  @Column({ type: 'integer' })
  generation!: number;

  @Column({ type: 'integer' })
  jobId!: number;

  /** null: too few runs to compute one. */
  @Column({ type: 'integer', nullable: true })
  seconds!: number | null;
}

/** How a run differs from the baseline of its job, client and level. */
@Entity()
@Index('run_outlier_newest', ['director', 'at', 'uniqueName', 'kind'])
export class RunOutlierEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text', collation: 'C' })
  uniqueName!: string;

  /** OutlierKind. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  kind!: string;

  /** Seconds or bytes, depending on the kind. */
  @Column({ type: 'bigint' })
  usual!: string;

  @Column({ type: 'bigint' })
  value!: string;

  /** When the run ended; for an active run, when the outlier was found. */
  @Column({ type: 'timestamptz', precision: 3 })
  at!: Date;
}
