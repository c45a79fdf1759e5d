import { Injectable } from '@nestjs/common';
import { DataSource, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { queryArrays } from '../../../database/prepared-statement.js';
import { UnitOfWork } from '../../../database/unit-of-work.js';
import { announce } from '../store/run-changes.service.js';

/** A user or token requested the cancellation of this run, and its Director accepted it. */
@Entity()
@Index('run_cancel_request_at', ['at'])
export class RunCancelRequestEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  uniqueName!: string;

  /** Of the first request. */
  @Column({ type: 'timestamptz', precision: 3 })
  at!: Date;
}

/** Longer than any run takes; the runs themselves are kept by the run store. */
const retentionDays = 400;

interface CanceledRun {
  readonly director: string;
  readonly uniqueName: string;
  readonly jobId: number;
}

/** Accepted requests to cancel runs. A Director may take half a minute until the run shows it. */
@Injectable()
export class RunCancelRequests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Keeps the first request for a run, and announces the run as changed to all instances. */
  async keep({ director, uniqueName, jobId }: CanceledRun, at: Date): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      await transaction.query(
        `DELETE FROM run_cancel_request WHERE at < $1::timestamptz - interval '${retentionDays} days'`,
        [at],
      );
      await transaction.query(
        'INSERT INTO run_cancel_request (director, unique_name, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [director, uniqueName, at],
      );
      await announce(transaction, director, [jobId]);
    });
  }

  /** When the end of these runs was requested, by unique name. */
  async of(director: string, names: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    if (names.length === 0) return new Map();
    const text =
      'SELECT unique_name, at FROM run_cancel_request WHERE director = $1 AND unique_name = ANY ($2::text[])';
    const rows = await queryArrays<readonly [string, Date]>(this.dataSource, { name: 'run_cancel_requests', text }, [
      director,
      names,
    ]);
    return new Map(rows);
  }
}
