import { Injectable } from '@nestjs/common';
import { DataSource, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type ConfiguredJob } from '../../domain/job.js';
import { type OverdueState } from '../../domain/overdue.js';
import { queryArrays } from '../../database/prepared-statement.js';
import { type Transaction } from '../../database/unit-of-work.js';
import { type MonitoredJobState, knownJobOf, type KnownJobRow, selectJobs } from './monitored-job-state.js';

/** A backup job with its client and fileset, as its Director last listed it, and what subscribers were notified of for it. */
@Entity()
@Index('job_protection_client', ['director', 'client'])
export class JobProtectionEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  job!: string;

  @PrimaryColumn({ type: 'text' })
  client!: string;

  @PrimaryColumn({ type: 'text' })
  fileset!: string;

  /** It has a schedule and is not taken out of it. */
  @Column({ type: 'boolean' })
  inSchedule!: boolean;

  @Column({ type: 'timestamptz', precision: 3 })
  firstSeenAt!: Date;

  /** The first planned start after it was first seen; moves only while it is ahead. null: not known. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  firstStartAt!: Date | null;

  /** Longest time between two of its planned starts; null: not known. */
  @Column({ type: 'integer', nullable: true })
  intervalSeconds!: number | null;

  /** SilenceStatus of the last event; `ok` where there was none. */
  @Column({ type: 'text' })
  toldStatus!: string;

  /** The last good backup when that was decided. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  toldGoodAt!: Date | null;

  @Column({ type: 'integer' })
  toldWarnSeconds!: number;

  @Column({ type: 'integer' })
  toldCritSeconds!: number;

  /** From one sequence for all rows: no two states ever have the same. */
  @Column({ type: 'bigint' })
  revision!: string;
}

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

/** A state that replaces the one of this revision. */
export interface NextOverdueState {
  readonly known: MonitoredJobState;
  readonly state: OverdueState;
}

/** The backup jobs of Directors and their settings. A state is replaced only if the one it was decided from is still stored. */
@Injectable()
export class JobProtectionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** All of these Directors, by client and name. */
  async known(directors: readonly string[]): Promise<MonitoredJobState[]> {
    const text = `${selectJobs} WHERE p.director = ANY ($1::text[]) ORDER BY p.client COLLATE "C", p.job COLLATE "C"`;
    return (await queryArrays<KnownJobRow>(this.dataSource, { text }, [directors])).map(knownJobOf);
  }

  async ofClients(director: string, clients: readonly string[]): Promise<MonitoredJobState[]> {
    const text = `${selectJobs} WHERE p.director = $1 AND p.client = ANY ($2::text[])`;
    return (await queryArrays<KnownJobRow>(this.dataSource, { text }, [director, clients])).map(knownJobOf);
  }

  async named(director: string, jobs: readonly string[]): Promise<MonitoredJobState[]> {
    const text = `${selectJobs} WHERE p.director = $1 AND p.job = ANY ($2::text[])`;
    return (await queryArrays<KnownJobRow>(this.dataSource, { text }, [director, jobs])).map(knownJobOf);
  }

  async hasAny(director: string): Promise<boolean> {
    const text = 'SELECT 1 FROM job_protection WHERE director = $1 LIMIT 1';
    return (await this.dataSource.query<unknown[]>(text, [director])).length > 0;
  }

  /** Stores new backup jobs, and changes of the others. Concurrent writers agree: each writes the listed state. */
  async observation(director: string, jobs: readonly ConfiguredJob[], now: Date): Promise<void> {
    if (jobs.length === 0) return;
    const rows = jobs.map((job) => ({
      job: job.name,
      client: job.client,
      fileset: job.fileset,
      in_schedule: isInSchedule(job),
      first_start_at: job.nextRunAt,
    }));
    await this.dataSource.query(
      `INSERT INTO job_protection AS p (director, job, client, fileset, in_schedule, first_seen_at, first_start_at,
         told_status, told_warn_seconds, told_crit_seconds, revision)
       SELECT $1, r.job, r.client, r.fileset, r.in_schedule, $3, r.first_start_at, 'ok', g.warn_seconds, g.crit_seconds,
         nextval('job_protection_revision')
       FROM json_to_recordset($2::json) AS r(job text, client text, fileset text, in_schedule boolean,
         first_start_at timestamptz), global_threshold g
       ORDER BY r.job
       ON CONFLICT (director, job, client, fileset) DO UPDATE SET in_schedule = excluded.in_schedule,
         first_start_at = CASE WHEN p.first_start_at <= $3 THEN p.first_start_at ELSE excluded.first_start_at END`,
      [director, JSON.stringify(rows), now],
    );
  }

  /** Returns the new revision of each job whose state was replaced, by `keyOf`. */
  async replace(
    transaction: Transaction,
    director: string,
    states: readonly NextOverdueState[],
  ): Promise<Map<string, number>> {
    const rows = states.map(({ known: { job, client, fileset, revision }, state }) => ({
      job,
      client,
      fileset,
      revision,
      status: state.status,
      good_at: state.lastGoodAt,
      warn_seconds: state.warnSeconds,
      crit_seconds: state.critSeconds,
    }));
    const [replaced]: [{ job: string; client: string; fileset: string; revision: string }[], number] =
      await transaction.query(
        `UPDATE job_protection p SET told_status = r.status, told_good_at = r.good_at, told_warn_seconds = r.warn_seconds,
           told_crit_seconds = r.crit_seconds, revision = nextval('job_protection_revision')
         FROM json_to_recordset($2::json) AS r(job text, client text, fileset text, revision bigint, status text,
           good_at timestamptz, warn_seconds integer, crit_seconds integer)
         WHERE p.director = $1 AND p.job = r.job AND p.client = r.client AND p.fileset = r.fileset AND p.revision = r.revision
         RETURNING p.job, p.client, p.fileset, p.revision`,
        [director, JSON.stringify(rows)],
      );
    return new Map(replaced.map((row) => [keyOf(row), Number(row.revision)]));
  }

  /** false: another process was faster. */
  async forget(transaction: Transaction, known: MonitoredJobState): Promise<boolean> {
    const { director, job, client, fileset, revision } = known;
    const [, count]: [unknown[], number] = await transaction.query(
      'DELETE FROM job_protection WHERE director = $1 AND job = $2 AND client = $3 AND fileset = $4 AND revision = $5',
      [director, job, client, fileset, revision],
    );
    return count > 0;
  }

  /** Longest time between planned starts in seconds, by job. A job that left its schedule keeps the last value. */
  async keepIntervals(director: string, intervals: ReadonlyMap<string, number>): Promise<void> {
    const rows = [...intervals].map(([job, seconds]) => ({ job, seconds }));
    await this.dataSource.query(
      `UPDATE job_protection p SET interval_seconds = x.seconds
       FROM (SELECT DISTINCT q.job, r.seconds FROM job_protection q
         LEFT JOIN json_to_recordset($2::json) AS r(job text, seconds integer) USING (job)
         WHERE q.director = $1) x
       WHERE p.director = $1 AND p.job = x.job AND p.in_schedule AND p.interval_seconds IS DISTINCT FROM x.seconds`,
      [director, JSON.stringify(rows)],
    );
  }

  /** The settings of one job, locked for a change; null: none. Two first writers run one after the other. */
  async lockThresholds(transaction: Transaction, director: string, job: string): Promise<JobThresholdEntity | null> {
    const text = 'SELECT 1 FROM job_protection WHERE director = $1 AND job = $2 ORDER BY client, fileset FOR UPDATE';
    await transaction.query(text, [director, job]);
    return transaction.getRepository(JobThresholdEntity).findOneBy({ director, job });
  }

  async saveThresholds(transaction: Transaction, row: JobThresholdEntity): Promise<void> {
    await transaction.getRepository(JobThresholdEntity).save(row);
  }
}

export function isInSchedule({ schedule, enabled }: ConfiguredJob): boolean {
  return schedule !== null && enabled;
}

/** Identifies a job with its client and fileset within its Director. */
export function keyOf({
  job,
  client,
  fileset,
}: {
  readonly job: string;
  readonly client: string;
  readonly fileset: string;
}): string {
  return JSON.stringify([job, client, fileset]);
}
