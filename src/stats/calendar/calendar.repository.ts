import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type PageKey } from '../../domain/page.js';
import { arraysOf } from '../../platform/database/prepared-statement.js';
import { type ListedRow, listedRunOf, recordedColumns, type RecordedRun } from '../../runs/record/recorded-run.js';
import { acknowledgementColumn } from '../../runs/record/acknowledgement-column.js';
import { earlySeconds, graceSeconds, nearestRun } from '../plans/planned-starts.repository.js';
import { type TimeSpan } from './calendar-span.js';

/** Which entries of one Director. */
export interface CalendarQuestion {
  readonly director: string;
  readonly span: TimeSpan;
  readonly jobs: readonly string[] | undefined;
  readonly clients: readonly string[] | undefined;
}

/** A planned start that no run is noted for. */
export interface OpenStart {
  readonly at: Date;
  readonly job: string;
  readonly client: string;
  readonly missed: boolean;
  /** A run came, which is not noted yet. */
  readonly hasRun: boolean;
}

const msOf = (column: string): string => `date_part('epoch', ${column}) * 1000`;
const order = 'queued_at, generation, job_id';

/** What the calendar is made of. */
@Injectable()
export class CalendarRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs by the time they were queued, after the place that a page's key names. */
  async runs(question: CalendarQuestion, after: PageKey | undefined, limit: number): Promise<RecordedRun[]> {
    const { director, span } = question;
    // Hours before the place need not be looked through again.
    const from = after === undefined ? span.from : new Date(Math.max(span.from.getTime(), Number(after[0])));
    const values: unknown[] = [director, limit, from, span.until];
    const conditions = [...wanted('r', question, values), ...beyond(director, after, values)];
    // By the hours in which runs were queued, one after the other: where they lie among the job ids is known, and their times are in no index.
    const text = `SELECT ${recordedColumns}, ${acknowledgementColumn} FROM (
        SELECT r.* FROM run_span s CROSS JOIN LATERAL (SELECT * FROM run r
          WHERE r.director = $1 AND r.generation = s.generation AND r.job_id BETWEEN s.low AND s.high
            AND r.queued_at >= s.starts_at AND r.queued_at < s.starts_at + interval '1 hour'
            AND r.queued_at >= $3 AND r.queued_at < $4 ${conditions.map((one) => `AND ${one}`).join(' ')}
          ORDER BY r.queued_at, r.generation, r.job_id LIMIT $2) r
        WHERE s.director = $1 AND s.hours = 1 AND s.starts_at > $3::timestamptz - interval '1 hour' AND s.starts_at < $4
        ORDER BY s.starts_at, r.queued_at, r.generation, r.job_id LIMIT $2) run
      ORDER BY ${order}`;
    return (await arraysOf<ListedRow>(this.dataSource, { text }, values)).map(listedRunOf);
  }

  /** All planned starts of a span for which no run is noted; whether one came is looked up where it can have. */
  async openStarts(question: CalendarQuestion, now: Date): Promise<OpenStart[]> {
    const { director, span } = question;
    const values: unknown[] = [director, span.from, span.until, now];
    const came = `CASE WHEN NOT p.missed AND p.at <= $4::timestamptz + make_interval(secs => ${earlySeconds})
      THEN ${nearestRun} IS NOT NULL ELSE false END`;
    const text = `SELECT ${msOf('p.at')}, p.job, p.client, p.missed, ${came} FROM planned_start p
      WHERE p.director = $1 AND p.at >= $2 AND p.at < $3 AND p.unique_name IS NULL
        ${wanted('p', question, values)
          .map((one) => `AND ${one}`)
          .join(' ')}`;
    type Row = readonly [at: number, job: string, client: string, missed: boolean, hasRun: boolean];
    const rows = await arraysOf<Row>(this.dataSource, { text }, values);
    return rows.map(([at, job, client, missed, hasRun]) => ({ at: new Date(at), job, client, missed, hasRun }));
  }

  /** When these runs of one Director were planned, those of them that were. */
  async plannedTimes(director: string, runs: readonly RecordedRun[]): Promise<ReadonlyMap<string, Date>> {
    if (runs.length === 0) return new Map();
    const text = `SELECT r.unique_name, ${msOf('start.at')}
      FROM unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) r(unique_name, job, client, queued_at)
      CROSS JOIN LATERAL (SELECT p.at FROM planned_start p
        WHERE p.director = $1 AND p.client = r.client AND p.job = r.job AND NOT p.missed
          AND p.at BETWEEN r.queued_at - make_interval(secs => ${graceSeconds})
            AND r.queued_at + make_interval(secs => ${earlySeconds})
          AND coalesce(p.unique_name, ${nearestRun}) = r.unique_name
        ORDER BY abs(date_part('epoch', r.queued_at - p.at)) LIMIT 1) start`;
    const columns = [
      runs.map(({ uniqueName }) => uniqueName),
      runs.map(({ job }) => job),
      runs.map(({ client }) => client ?? ''),
      runs.map(({ queuedAt }) => queuedAt),
    ];
    const rows = await arraysOf<readonly [string, number]>(this.dataSource, { text }, [director, ...columns]);
    return new Map(rows.map(([uniqueName, at]) => [uniqueName, new Date(at)]));
  }

  /** When all planned starts of a Director were known. */
  async watched(director: string, { from, until }: TimeSpan): Promise<TimeSpan[]> {
    const text = `SELECT ${msOf('from_at')}, ${msOf('until_at')} FROM planned_watch
      WHERE director = $1 AND until_at > $2 AND from_at < $3 ORDER BY from_at`;
    const rows = await arraysOf<readonly [number, number]>(this.dataSource, { text }, [director, from, until]);
    return rows.map(([begin, end]) => ({ from: new Date(begin), until: new Date(end) }));
  }
}

function wanted(table: 'r' | 'p', { jobs, clients }: CalendarQuestion, values: unknown[]): string[] {
  const oneOf = (column: string, words: readonly string[] | undefined): string[] =>
    words === undefined ? [] : [`${table}.${column} = ANY ($${values.push(words)}::text[])`];
  return [...oneOf('job', jobs), ...oneOf('client', clients)];
}

/** Which runs of this Director come after the key of an entry. Of one moment and Director, runs stand before starts without one. */
function beyond(director: string, after: PageKey | undefined, values: unknown[]): string[] {
  if (after === undefined) return [];
  const [at, name, kind, generation, jobId] = after;
  const time = `$${values.push(new Date(Number(at)))}::timestamptz`;
  if (director > String(name)) return [`r.queued_at >= ${time}`];
  if (director < String(name) || kind !== 0) return [`r.queued_at > ${time}`];
  const place = `$${values.push(Number(generation))}::integer, $${values.push(Number(jobId))}::bigint`;
  return [`(r.queued_at, r.generation, r.job_id) > (${time}, ${place})`];
}
