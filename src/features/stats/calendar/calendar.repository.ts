import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type PageKey } from '../../../domain/pagination.js';
import { arraysOf } from '../../../database/prepared-statement.js';
import { type ListedRow, listedRunOf, type RecordedRun } from '../../runs/store/run-mapper.js';
import { earlySeconds, graceSeconds, nearestRun } from '../schedule-monitor/expected-starts.repository.js';
import { type TimeSpan } from './calendar-range.js';
import { type CalendarQuestion, runsByTime, wanted } from './calendar-statements.js';

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
  async runs(question: CalendarQuestion, after: PageKey | undefined, limit: number): Promise<RecordedRun[]> {
    const { values, ...statement } = runsByTime(question, after, limit);
    return (await arraysOf<ListedRow>(this.dataSource, statement, values)).map(listedRunOf);
  }

  /** All planned starts of a span for which no run is noted; whether one came is looked up where it can have. */
  async openStarts(question: CalendarQuestion, now: Date): Promise<OpenStart[]> {
    const { director, span } = question;
    const values: unknown[] = [director, span.from, span.until, now];
    const came = `CASE WHEN NOT p.missed AND p.at <= $4::timestamptz + make_interval(secs => ${earlySeconds})
      THEN ${nearestRun} IS NOT NULL ELSE false END`;
    const named = wanted('p', question, values);
    // Each part by an index of its own: of a day's starts nearly all have their runs.
    const which = (state: string): string => `SELECT * FROM planned_start p
      WHERE ${['p.director = $1', 'p.at >= $2', 'p.at < $3', state, ...named].join(' AND ')}`;
    const text = `SELECT ${msOf('p.at')}, p.job, p.client, p.missed, ${came}
      FROM (${which('NOT p.missed AND p.unique_name IS NULL')} UNION ALL ${which('p.missed')}) p`;
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
