import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A run whose names stand in a lineage. */
@Entity()
@Index('name_job_job_id', ['jobId'])
export class NameJobEntity {
  @PrimaryColumn({ type: 'integer' })
  lineageId!: number;

  @PrimaryColumn({ type: 'integer' })
  jobId!: number;

  @Column({ type: 'text' })
  uniqueName!: string;

  @Column({ type: 'bigint' })
  fedMoment!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  fedAt!: Date;

  /** Names that no earlier run of the lineage had. */
  @Column({ type: 'integer' })
  entries!: number;

  @Column({ type: 'integer' })
  firstBlock!: number;

  @Column({ type: 'integer' })
  blocks!: number;
}
