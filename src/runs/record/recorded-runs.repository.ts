import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type RunCounts } from '../../domain/catalog.port.js';
import { type Total } from '../../domain/page.js';
import { type RecordStanding } from '../../domain/record-health.js';
import { type RunFilter } from '../../domain/run.js';
import { arraysOf } from '../../platform/database/prepared-statement.js';
import { recordConditions } from './record-filter.js';
import { type RecordedRow, type RecordedRun, recordedRunOf, selectRecorded } from './recorded-run.js';

/** A place in the list of one Director's runs, newest first. */
export interface RunPlace {
  readonly generation: number;
  readonly jobId: number;
}

export interface RecordQuestion {
  readonly director: string;
  readonly filter: RunFilter;
  readonly limit: number;
  readonly after: RunPlace | null;
  /** Only runs from here on; null: all. */
  readonly downTo: RunPlace | null;
}

export type RecordCounts = Omit<RunCounts, 'volumesInError'>;

const countLimit = 10_000;
/** A rare filter must not make a count read a history of millions. */
const countWindow = 50_000;
/** A filtered page is first looked for among so many runs; nearly every filter finds it there. */
const nearWindow = 20_000;
const newestFirst = 'ORDER BY generation DESC, job_id DESC';

/** Reads of the record of runs. */
@Injectable()
export class RecordedRuns {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  async list(question: RecordQuestion): Promise<RecordedRun[]> {
    const { filter, after, downTo } = question;
    const isPlain = recordConditions(filter, 1).conditions.length === 0 && downTo === null;
    if (isPlain) return this.newest(question.director, question.limit, after);
    const near = await this.matching(question, 'near');
    return near.length >= question.limit ? near : this.matching(question, 'far');
  }

  /** Those of the ids by which backups that ended well are known. */
  async goodBackupsAmong(director: string, jobIds: readonly number[]): Promise<number[]> {
    const rows = await this.dataSource.query<{ job_id: number }[]>(
      `SELECT DISTINCT job_id FROM run WHERE director = $1 AND job_id = ANY ($2::integer[]) AND ended
         AND type = 'Backup' AND status_code IN ('T', 'W')`,
      [director, jobIds],
    );
    return rows.map((row) => row.job_id);
  }

  /** What dashboards poll, so prepared. */
  private async newest(director: string, limit: number, after: RunPlace | null): Promise<RecordedRun[]> {
    const beyond = after ? 'AND (generation, job_id) < ($3, $4)' : '';
    const text = `${selectRecorded} WHERE director = $1 ${beyond} ${newestFirst} LIMIT $2`;
    const name = after ? 'recorded_before' : 'recorded_newest';
    const values = [director, limit, ...(after ? [after.generation, after.jobId] : [])];
    return (await arraysOf<RecordedRow>(this.dataSource, { name, text }, values)).map(recordedRunOf);
  }

  private async matching(question: RecordQuestion, reach: 'near' | 'far'): Promise<RecordedRun[]> {
    const { director, filter, limit, after, downTo } = question;
    const values: unknown[] = [director, limit];
    const place = ({ generation, jobId }: RunPlace): string =>
      `($${values.push(generation)}::integer, $${values.push(jobId)}::bigint)`;
    const bounds = [
      'director = $1',
      ...(after ? [`(generation, job_id) < ${place(after)}`] : []),
      ...(downTo ? [`(generation, job_id) >= ${place(downTo)}`] : []),
    ];
    const { conditions, values: more } = recordConditions(filter, values.length + 1);
    values.push(...more);
    const window = `(SELECT * FROM run WHERE ${bounds.join(' AND ')} ${newestFirst} LIMIT ${nearWindow}) run`;
    const text =
      reach === 'near'
        ? `${selectRecorded.replace(/FROM run$/, `FROM ${window}`)} ${whereOf(conditions)} ${newestFirst} LIMIT $2`
        : `${selectRecorded} ${whereOf([...bounds, ...conditions])} ${newestFirst} LIMIT $2`;
    return (await arraysOf<RecordedRow>(this.dataSource, { text }, values)).map(recordedRunOf);
  }

  async count(director: string, filter: RunFilter): Promise<Total> {
    const { conditions, values } = recordConditions(filter, 2);
    const window = conditions.length > 0 ? countWindow : countLimit;
    const hit = conditions.length > 0 ? conditions.join(' AND ') : 'true';
    const [row] = await arraysOf<[hits: number, seen: number]>(
      this.dataSource,
      {
        text: `SELECT count(*) FILTER (WHERE ${hit})::int, count(*)::int
          FROM (SELECT * FROM run WHERE director = $1 ${newestFirst} LIMIT ${window + 1}) run`,
      },
      [director, ...values],
    );
    const [hits, seen] = row ?? [0, 0];
    return { value: Math.min(hits, countLimit), exact: hits <= countLimit && seen <= window };
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
  async unfinished(director: string, limit: number): Promise<{ jobId: number; uniqueName: string }[]> {
    const rows = await arraysOf<[number, string]>(
      this.dataSource,
      { text: 'SELECT job_id, unique_name FROM run WHERE director = $1 AND NOT ended ORDER BY job_id LIMIT $2' },
      [director, limit],
    );
    return rows.map(([jobId, uniqueName]) => ({ jobId, uniqueName }));
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

  async standing(director: string): Promise<RecordStanding> {
    const [row] = await arraysOf<[number | null, string | null, number]>(
      this.dataSource,
      {
        text: `SELECT date_part('epoch', now() - read_at), failure,
            (SELECT count(*) FROM run WHERE run.director = $1 AND lost_at > now() - interval '24 hours')::int
          FROM run_feed WHERE director = $1`,
      },
      [director],
    );
    const [lag, failure, lost24h] = row ?? [null, null, 0];
    return { lagSeconds: lag === null ? null : Math.max(0, Math.floor(lag)), failure, lost24h };
  }
}

function whereOf(conditions: readonly string[]): string {
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
}
