import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type PageKey } from '../../../domain/pagination.js';
import { queryArrays } from '../../../database/prepared-statement.js';
import { type ListedRow, listedRunOf, type RecordedRun, recordedColumns } from '../../runs/store/run-mapper.js';
import {
  earlyToleranceSeconds,
  lateToleranceSeconds,
  nearestRun,
} from '../schedule-monitor/expected-starts.repository.js';
import { type TimeSpan } from './calendar-range.js';
import { acknowledgementColumn } from '../../runs/store/acknowledgement.sql.js';
import { type Statement } from '../../runs/store/run-list.sql.js';

/** Which entries of one Director. */
interface CalendarRequest {
  readonly director: string;
  readonly span: TimeSpan;
  readonly jobs: readonly string[] | undefined;
  readonly clients: readonly string[] | undefined;
}

type TimeColumn = 'queued_at' | 'scheduled_at';

/** The position after which a page starts; `kind` separates conditions with different plans. */
interface Beyond {
  readonly kind: string;
  readonly conditions: (column: TimeColumn) => readonly string[];
}

/** Requested for a later time: the calendar has it at that time. */
const isDeferred = 'r.scheduled_at > r.queued_at';

/**
 * Runs in the order in which they were queued, or planned to start where that is later, as `ListedRow`, after the place that a page's
 * key names. Each of the two by an index of its own.
 */
function runsByTime(query: CalendarRequest, after: PageKey | undefined, limit: number): Statement {
  const { director, span } = query;
  // Entries before the position need not be read.
  const from = after === undefined ? span.from : new Date(Math.max(span.from.getTime(), Number(after[0])));
  const values: unknown[] = [director, limit, from, span.until];
  const { kind, conditions } = beyond(director, after, values);
  const chosen = wanted('r', query, values);
  const deferred = within('scheduled_at', [isDeferred, ...conditions('scheduled_at'), ...chosen]);
  const others = [`(${isDeferred}) IS NOT TRUE`, ...conditions('queued_at'), ...chosen];
  if (chosen.length > 0) return { text: shown(`(${byHours(others)}) UNION ALL (${deferred})`), values };
  const text = `(${within('queued_at', others)}) UNION ALL (${deferred})`;
  return { name: `calendar_runs${kind}`, text: shown(text), values };
}

function within(column: TimeColumn, conditions: readonly string[]): string {
  const all = ['r.director = $1', `r.${column} >= $3`, `r.${column} < $4`, ...conditions].join(' AND ');
  return `SELECT * FROM run r WHERE ${all} ORDER BY ${order(`r.${column}`, 'r')} LIMIT (SELECT $2::integer)`;
}

/** Conditions for the rows of some jobs or clients, none where all are wanted. */
function wanted(table: 'r' | 'p', { jobs, clients }: CalendarRequest, values: unknown[]): string[] {
  const oneOf = (column: string, words: readonly string[] | undefined): string[] =>
    words === undefined ? [] : [`${table}.${column} = ANY ($${values.push(words)}::text[])`];
  return [...oneOf('job', jobs), ...oneOf('client', clients)];
}

function order(time: string, table: string): string {
  return `${time}, ${table}.generation, ${table}.job_id`;
}

/** Derived columns are computed only for the returned runs. */
function shown(rows: string): string {
  const time = order('GREATEST(run.queued_at, run.scheduled_at)', 'run');
  const first = `SELECT * FROM (${rows}) run ORDER BY ${time} LIMIT (SELECT $2::integer)`;
  return `SELECT ${recordedColumns}, ${acknowledgementColumn} FROM (${first}) run ORDER BY ${time}`;
}

/** Hour by hour: a few jobs' runs have indexes by job id, and the job ids of each hour are known. */
function byHours(conditions: readonly string[]): string {
  return `SELECT r.* FROM run_span s CROSS JOIN LATERAL (SELECT * FROM run r
      WHERE r.director = $1 AND r.generation = s.generation AND r.job_id BETWEEN s.low AND s.high
        AND r.queued_at >= s.starts_at AND r.queued_at < s.starts_at + interval '1 hour'
        AND r.queued_at >= $3 AND r.queued_at < $4 AND ${conditions.join(' AND ')}
      ORDER BY ${order('r.queued_at', 'r')} LIMIT $2) r
    WHERE s.director = $1 AND s.hours = 1 AND s.starts_at > $3::timestamptz - interval '1 hour' AND s.starts_at < $4
    ORDER BY s.starts_at, ${order('r.queued_at', 'r')} LIMIT $2`;
}

/** The runs of this Director after the position of an entry. For the same time and Director, runs precede starts without one. */
function beyond(director: string, after: PageKey | undefined, values: unknown[]): Beyond {
  if (after === undefined) return { kind: '', conditions: () => [] };
  const [at, name, kind, generation, jobId] = after;
  const time = `$${values.push(new Date(Number(at)))}::timestamptz`;
  if (director > String(name)) return { kind: '_from', conditions: (column) => [`r.${column} >= ${time}`] };
  if (director < String(name) || kind !== 0)
    return { kind: '_after', conditions: (column) => [`r.${column} > ${time}`] };
  const place = `$${values.push(Number(generation))}::integer, $${values.push(Number(jobId))}::bigint`;
  return { kind: '_behind', conditions: (column) => [`(r.${column}, r.generation, r.job_id) > (${time}, ${place})`] };
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

/** What the calendar is made of. */
@Injectable()
export class CalendarRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs by the time they were queued or planned for, the later of both, after the place that a page's key names. */
  async runs(query: CalendarRequest, after: PageKey | undefined, limit: number): Promise<RecordedRun[]> {
    const { values, ...statement } = runsByTime(query, after, limit);
    return (await queryArrays<ListedRow>(this.dataSource, statement, values)).map(listedRunOf);
  }

  /** All planned starts of a range without a recorded run; a run is looked up only where one is possible. */
  async openStarts(query: CalendarRequest, now: Date): Promise<OpenStart[]> {
    const { director, span } = query;
    const values: unknown[] = [director, span.from, span.until, now];
    const came = `CASE WHEN NOT p.missed AND p.at <= $4::timestamptz + make_interval(secs => ${earlyToleranceSeconds})
      THEN ${nearestRun} IS NOT NULL ELSE false END`;
    const named = wanted('p', query, values);
    // Each part by an index of its own: of a day's starts nearly all have their runs.
    const which = (state: string): string => `SELECT * FROM planned_start p
      WHERE ${['p.director = $1', 'p.at >= $2', 'p.at < $3', state, ...named].join(' AND ')}`;
    const text = `SELECT ${msOf('p.at')}, p.job, p.client, p.missed, ${came}
      FROM (${which('NOT p.missed AND p.unique_name IS NULL')} UNION ALL ${which('p.missed')}) p`;
    type Row = readonly [at: number, job: string, client: string, missed: boolean, hasRun: boolean];
    const rows = await queryArrays<Row>(this.dataSource, { text }, values);
    return rows.map(([at, job, client, missed, hasRun]) => ({ at: new Date(at), job, client, missed, hasRun }));
  }

  /** When these runs of one Director were planned, those of them that were. */
  async plannedTimes(director: string, runs: readonly RecordedRun[]): Promise<ReadonlyMap<string, Date>> {
    if (runs.length === 0) return new Map();
    const text = `SELECT r.unique_name, ${msOf('start.at')}
      FROM unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) r(unique_name, job, client, queued_at)
      CROSS JOIN LATERAL (SELECT p.at FROM planned_start p
        WHERE p.director = $1 AND p.client = r.client AND p.job = r.job AND NOT p.missed
          AND p.at BETWEEN r.queued_at - make_interval(secs => ${lateToleranceSeconds})
            AND r.queued_at + make_interval(secs => ${earlyToleranceSeconds})
          AND coalesce(p.unique_name, ${nearestRun}) = r.unique_name
        ORDER BY abs(date_part('epoch', r.queued_at - p.at)) LIMIT 1) start`;
    const columns = [
      runs.map(({ uniqueName }) => uniqueName),
      runs.map(({ job }) => job),
      runs.map(({ client }) => client ?? ''),
      runs.map(({ queuedAt }) => queuedAt),
    ];
    const rows = await queryArrays<readonly [string, number]>(this.dataSource, { text }, [director, ...columns]);
    return new Map(rows.map(([uniqueName, at]) => [uniqueName, new Date(at)]));
  }

  /** When all planned starts of a Director were known. */
  async watched(director: string, { from, until }: TimeSpan): Promise<TimeSpan[]> {
    const text = `SELECT ${msOf('from_at')}, ${msOf('until_at')} FROM schedule_monitor_state
      WHERE director = $1 AND until_at > $2 AND from_at < $3 ORDER BY from_at`;
    const rows = await queryArrays<readonly [number, number]>(this.dataSource, { text }, [director, from, until]);
    return rows.map(([begin, end]) => ({ from: new Date(begin), until: new Date(end) }));
  }
}
