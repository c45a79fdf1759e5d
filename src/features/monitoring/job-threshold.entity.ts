import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an operator set for one job. It stays when the job goes, and applies again when it comes back. */
@Entity()
export class JobThresholdEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  job!: string;

  @Column({ type: 'integer', nullable: true })
  warnSeconds!: number | null;

  @Column({ type: 'integer', nullable: true })
  critSeconds!: number | null;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}
