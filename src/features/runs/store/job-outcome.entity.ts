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

  /** Empty if the catalog has none. */
  @PrimaryColumn({ type: 'text' })
  fileset!: string;

  /** Never goes back, also when the run is pruned. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  goodAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failedAt!: Date | null;

  /** `goodAt` of a backup that its catalog can no longer restore as a whole. A newer one is not concerned. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lostGoodAt!: Date | null;

  /** When the newest good backup ended that can still be restored, where `goodAt` is lost; null: none can. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  keptGoodAt!: Date | null;
}
