import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A run whose names are kept in the catalog, as it was seen there last: what is to be in the index, and what already is. */
@Entity()
@Index('name_run_set', ['director', 'client', 'fileset', 'dataTime', 'jobId'])
@Index('name_run_lineage', ['lineageId'], { where: '(lineage_id IS NOT NULL)' })
@Index('name_run_waiting', ['director', 'dataTime', 'jobId'], { where: '(lineage_id IS NULL)' })
export class NameRunEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'integer' })
  jobId!: number;

  @Column({ type: 'text' })
  uniqueName!: string;

  @Column({ type: 'text' })
  client!: string;

  @Column({ type: 'text' })
  fileset!: string;

  @Column({ type: 'boolean' })
  isFull!: boolean;

  /** The data's own time, in seconds. */
  @Column({ type: 'bigint' })
  dataTime!: string;

  /** The lineage that its names stand in; null: it waits. */
  @Column({ type: 'integer', nullable: true })
  lineageId!: number | null;

  /** How often it could not be read. */
  @Column({ type: 'integer', default: 0 })
  failures!: number;

  /** It is not tried before; null: at any time. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  retryAt!: Date | null;

  /** What may be told of why it could not be read. */
  @Column({ type: 'text', nullable: true })
  failure!: string | null;
}
