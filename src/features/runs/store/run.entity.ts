import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type RestoreFacts } from '../../../domain/restore-facts.js';

/**
 * The console's copy of one run of the Director's catalog. It stays when the run is pruned there, and is available while the
 * catalog is away.
 */
@Entity()
@Index('run_newest', ['director', 'generation', 'jobId'])
@Index('run_job_id', ['director', 'jobId'])
@Index('run_by_job', ['director', 'job', 'generation', 'jobId'])
@Index('run_by_client', ['director', 'client', 'generation', 'jobId'])
@Index('run_by_kind', { synchronize: false })
@Index('run_by_series', { synchronize: false })
@Index('run_by_trigger_kind', { synchronize: false })
@Index('run_by_trigger_id', { synchronize: false })
@Index('run_by_trigger_name', { synchronize: false })
@Index('run_by_time', ['director', 'queuedAt', 'generation', 'jobId'])
@Index('run_deferred', ['director', 'scheduledAt', 'generation', 'jobId'], { where: 'scheduled_at > queued_at' })
@Index('run_small', { synchronize: false })
@Index('run_unfinished', ['director', 'jobId'], { where: 'NOT ended' })
@Index('run_order_id', ['orderId'], { where: 'order_id IS NOT NULL' })
@Index('run_lost', ['director', 'lostAt'], { where: 'lost_at IS NOT NULL' })
@Index('run_read_client', ['director', 'client', 'endedAt'], {
  where: 'reads_client AND is_good_backup(status_code, files, errors) AND ended_at IS NOT NULL',
})
@Index('run_dated_ahead', ['director', 'futureEndAt'], { where: 'future_end_at IS NOT NULL' })
@Index('run_ended_badly', ['director', 'endedAt'], { where: "status IN ('error', 'warning')" })
export class RunEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  uniqueName!: string;

  /** The Director's id space in which the run was first seen. */
  @Column({ type: 'integer' })
  generation!: number;

  @Column({ type: 'integer' })
  jobId!: number;

  @Column({ type: 'text' })
  job!: string;

  @Column({ type: 'text' })
  type!: string;

  @Column({ type: 'text' })
  level!: string;

  @Column({ type: 'text', nullable: true })
  client!: string | null;

  @Column({ type: 'text', nullable: true })
  fileset!: string | null;

  @Column({ type: 'text', nullable: true })
  pool!: string | null;

  @Column({ type: 'text', nullable: true })
  storage!: string | null;

  /** RunStatus; `error` for a lost run, regardless of its status letter. */
  @Column({ type: 'text' })
  status!: string;

  @Column({ type: 'text' })
  statusCode!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  queuedAt!: Date;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  scheduledAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  startedAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  endedAt!: Date | null;

  /** The end that its Director gave, where that lay in the future when it was first seen; `endedAt` is the time of that moment. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  futureEndAt!: Date | null;

  @Column({ type: 'bigint' })
  files!: string;

  @Column({ type: 'bigint' })
  bytes!: string;

  @Column({ type: 'bigint' })
  errors!: string;

  @Column({ type: 'text' })
  comment!: string;

  /** The run request whose tag is in the comment. */
  @Column({ type: 'uuid', nullable: true })
  orderId!: string | null;

  /** Who or what started it, kept after its request is deleted; null: unknown. */
  @Column({ type: 'text', nullable: true })
  triggerKind!: string | null;

  /** Of the user or token. */
  @Column({ type: 'text', nullable: true })
  triggerId!: string | null;

  @Column({ type: 'text', nullable: true })
  triggerName!: string | null;

  /** Nothing more is expected of it: it ended, or was lost. */
  @Column({ type: 'boolean' })
  ended!: boolean;

  /** When the run was found missing in the catalog before its end was stored. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lostAt!: Date | null;

  /** A backup that read its client, however it ended. */
  @Column({ type: 'boolean' })
  readsClient!: boolean;

  /** Its rows of `run_outlier`, as arrays of kind, usual and value; null: none. Written by triggers of that table. */
  @Column({ type: 'jsonb', nullable: true })
  outliers!: readonly (readonly [kind: string, usual: number, value: number])[] | null;

  /** Of a restore that ended: what it was requested to do, and what its Director reported. */
  @Column({ type: 'jsonb', nullable: true })
  restore!: RestoreFacts | null;

  @Column({ type: 'timestamptz', precision: 3 })
  firstSeenAt!: Date;

  /** Grows with each change of any row. */
  @Column({ type: 'bigint' })
  changed!: string;
}
