import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type RunCounts } from '../../../domain/catalog.port.js';
import { type Total } from '../../../domain/pagination.js';
import { wholeLevels } from '../outliers/outliers.js';
import { type RecordStanding } from '../../../domain/run-sync-health.js';
import { type Run, type RunFilter, type RunStatus } from '../../../domain/run.js';
import { arraysOf } from '../../../database/prepared-statement.js';
import { isGoodRead } from './good-backup.sql.js';
import { type RecordedRow, type RecordedRun, recordedRunOf, selectRecorded } from './run-mapper.js';
import { type RecordQuestion } from './run-list.sql.js';
import { RunLists } from './run-lists.repository.js';

export type RecordCounts = Omit<RunCounts, 'volumesInError'>;

export type UnfinishedRun = Pick<Run, 'jobId' | 'uniqueName' | 'status' | 'statusCode'>;

const newestFirst = 'ORDER BY generation DESC, job_id DESC';

/** Reads of the record of runs. */
@Injectable()
export class RecordedRuns {
  private readonly lists: RunLists;

  constructor(private readonly dataSource: DataSource) {
    this.lists = new RunLists(dataSource);
  }

  /** Those of the ids by which backups that ended well are known, as the catalog lists those whose files it has. */
  async restorableAmong(director: string, jobIds: readonly number[]): Promise<number[]> {
    const rows = await this.dataSource.query<{ job_id: number }[]>(
      `SELECT DISTINCT job_id FROM run WHERE director = $1 AND job_id = ANY ($2::integer[]) AND ended
         AND type = 'Backup' AND status_code IN ('T', 'W')`,
      [director, jobIds],
    );
    return rows.map((row) => row.job_id);
  }

  /** In the order asked for, by place. */
  list(question: RecordQuestion): Promise<RecordedRun[]> {
    return this.lists.list(question);
  }

  /** Counts no further than to a limit. */
  count(director: string, filter: RunFilter): Promise<Total> {
    return this.lists.count(director, filter);
  }

  /** Of the newest id space that has this id. */
  async find(director: string, jobId: number): Promise<RecordedRun | null> {
    const text = `${selectRecorded} WHERE director = $1 AND job_id = $2 ORDER BY generation DESC LIMIT 1`;
    const [row] = await arraysOf<RecordedRow>(this.dataSource, { name: 'recorded_run', text }, [director, jobId]);
    return row ? recordedRunOf(row) : null;
  }

  async findByOrder(director: string, orderId: string): Promise<RecordedRun | null> {
    const text = `${selectRecorded} WHERE order_id = $1 AND director = $2 ${newestFirst} LIMIT 1`;
    const [row] = await arraysOf<RecordedRow>(this.dataSource, { text }, [orderId, director]);
    return row ? recordedRunOf(row) : null;
  }

  /** The newest run of each of the jobs that has one on record. */
  async lastRuns(director: string, jobs: readonly string[]): Promise<ReadonlyMap<string, RecordedRun>> {
    const text = `SELECT last.* FROM unnest($2::text[]) AS wanted(job)
      CROSS JOIN LATERAL (${selectRecorded} WHERE director = $1 AND run.job = wanted.job ${newestFirst} LIMIT 1) last`;
    const rows = await arraysOf<RecordedRow>(this.dataSource, { text }, [director, jobs]);
    return new Map(rows.map(recordedRunOf).map((run) => [run.job, run]));
  }

  /** Ascending by id; the unfinished are few, but whoever breaks off every run may have many. */
  async unfinished(director: string, limit: number): Promise<UnfinishedRun[]> {
    const text =
      'SELECT job_id, unique_name, status, status_code FROM run WHERE director = $1 AND NOT ended ORDER BY job_id LIMIT $2';
    const prepared = { name: 'unfinished_runs', text };
    const rows = await arraysOf<[number, string, RunStatus, string]>(this.dataSource, prepared, [director, limit]);
    return rows.map(([jobId, uniqueName, status, statusCode]) => ({ jobId, uniqueName, status, statusCode }));
  }

  async counts(director: string, since: Date): Promise<RecordCounts> {
    const [row] = await arraysOf<[number, number, number, number]>(
      this.dataSource,
      {
        text: `SELECT
          (SELECT count(*) FROM run WHERE director = $1 AND NOT ended AND status = 'running')::int,
          (SELECT count(*) FROM run WHERE director = $1 AND NOT ended AND status IN ('queued', 'waiting'))::int,
          (SELECT count(*) FROM run WHERE director = $1 AND status = 'error' AND ended_at >= $2)::int,
          (SELECT count(*) FROM run WHERE director = $1 AND status = 'warning' AND ended_at >= $2)::int`,
      },
      [director, since],
    );
    const [running, waiting, failed24h, warning24h] = row ?? [0, 0, 0, 0];
    return { running, waiting, failed24h, warning24h };
  }

  /** Clients that have a good backup whose end, by its Director, lies in the future; by name, at most `limit`. */
  async datedAhead(director: string, limit: number): Promise<string[]> {
    const text = `SELECT DISTINCT client FROM run
      WHERE director = $1 AND future_end_at > now() AND ${isGoodRead()}
      ORDER BY client LIMIT $2`;
    const rows = await arraysOf<[string]>(this.dataSource, { text }, [director, limit]);
    return rows.map(([client]) => client);
  }

  async standing(director: string): Promise<RecordStanding> {
    // Small backups in the words of the index run_small, which another wording would not be found by.
    const text = `SELECT date_part('epoch', now() - read_at), failure,
        (SELECT count(*) FROM run WHERE run.director = $1 AND lost_at > now() - interval '24 hours')::int,
        (SELECT count(*) FROM run WHERE run.director = $1 AND outliers @> '[["small"]]' AND level = ANY ($2::text[])
          AND COALESCE(ended_at, queued_at) > now() - interval '24 hours')::int
      FROM run_feed WHERE director = $1`;
    const prepared = { name: 'record_standing', text };
    const values = [director, wholeLevels];
    const [row] = await arraysOf<[number | null, string | null, number, number]>(this.dataSource, prepared, values);
    const [lag, failure, lost24h, small24h] = row ?? [null, null, 0, 0];
    return { lagSeconds: lag === null ? null : Math.max(0, Math.floor(lag)), failure, lost24h, small24h };
  }
}
