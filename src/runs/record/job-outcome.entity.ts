import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When the newest good backup and the newest failed run of a job with its client and fileset ended; a trigger on `run` keeps it. */
@Entity()
export class JobOutcomeEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  job!: string;

  @PrimaryColumn({ type: 'text' })
  client!: string;

  /** Empty where the catalog does not say. */
  @PrimaryColumn({ type: 'text' })
  fileset!: string;

  /** Never goes back, also when the run is pruned. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  goodAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failedAt!: Date | null;
}
