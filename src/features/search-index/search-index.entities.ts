import { Column, Entity, PrimaryColumn, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Folder and raw name of each line of a block; read only for blocks that have a hit. */
@Entity()
export class NameBlockDetailEntity {
  @PrimaryColumn({ type: 'integer' })
  lineageId!: number;

  @PrimaryColumn({ type: 'integer' })
  block!: number;

  @Column({ type: 'bytea' })
  details!: Buffer;
}

/** State of the index of one Director. Every change of the index increments its version in the same transaction. */
@Entity()
export class IndexStateEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  /** The id space of the Director, as counted by the run sync. */
  @Column({ type: 'integer' })
  generation!: number;

  /** Grows with each change. */
  @Column({ type: 'bigint' })
  moment!: string;

  /** When everything there was had been read last; null: never. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  readAt!: Date | null;

  /** Known runs that are not indexed yet. */
  @Column({ type: 'integer' })
  waiting!: number;

  /** The last failure in a form that may be shown; null: the last check succeeded. */
  @Column({ type: 'text', nullable: true })
  failure!: string | null;

  /** Runs whose names are kept in the catalog. */
  @Column({ type: 'integer', default: 0 })
  runs!: number;

  /** When a run came into the index, or none was waiting, last; null: never. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  progressAt!: Date | null;
}

/** A run whose names are in a segment set. */
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

  /** Names that no earlier run of the segment set had. */
  @Column({ type: 'integer' })
  entries!: number;

  @Column({ type: 'integer' })
  firstBlock!: number;

  @Column({ type: 'integer' })
  blocks!: number;
}

/** One client's runs of a fileset from a Full on. Names are only added; changes require a new segment set. */
@Entity()
@Index('name_segment_set_client', ['director', 'client', 'id'])
export class NameSegmentSetEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text' })
  director!: string;

  @Column({ type: 'integer' })
  generation!: number;

  @Column({ type: 'text' })
  client!: string;

  @Column({ type: 'text' })
  fileset!: string;

  /** null: no Full before its runs is known. */
  @Column({ type: 'integer', nullable: true })
  fullJobId!: number | null;

  /** The time of the Full's data. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  fullAt!: Date | null;

  @Column({ type: 'bigint' })
  createdMoment!: string;

  /** From this moment on others are read instead. */
  @Column({ type: 'bigint', nullable: true })
  retiredMoment!: string | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  retiredAt!: Date | null;

  @Column({ type: 'bigint' })
  entries!: string;

  @Column({ type: 'integer' })
  blocks!: number;

  /** Who adds to it at present: blocks of anybody else are not taken. */
  @Column({ type: 'uuid', nullable: true })
  writer!: string | null;
}

/** A run whose names are retained in the catalog, as last seen there: indexed, or pending. */
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

  /** The segment set of its names; null: pending. */
  @Column({ type: 'integer', nullable: true })
  lineageId!: number | null;

  /** How often it could not be read. */
  @Column({ type: 'integer', default: 0 })
  failures!: number;

  /** It is not tried before; null: at any time. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  retryAt!: Date | null;

  /** Why it could not be read, in a form that may be shown. */
  @Column({ type: 'text', nullable: true })
  failure!: string | null;
}

/** Which blocks of a full segment may match; see name-block.ts. The last blocks of a segment set have none until their segment is full. */
@Entity()
export class NameSignatureEntity {
  @PrimaryColumn({ type: 'integer' })
  lineageId!: number;

  @PrimaryColumn({ type: 'integer' })
  segment!: number;

  @Column({ type: 'bytea' })
  bits!: Buffer;
}

/** The folded names of a block; see name-block.ts. */
@Entity()
export class NameBlockEntity {
  @PrimaryColumn({ type: 'integer' })
  lineageId!: number;

  @PrimaryColumn({ type: 'integer' })
  block!: number;

  @Column({ type: 'text' })
  folded!: string;
}
