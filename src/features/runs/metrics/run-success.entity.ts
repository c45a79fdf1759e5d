import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last good backup of a client by a job at a level, ever; a trigger keeps it. */
@Entity()
export class RunSuccessEntity {
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
