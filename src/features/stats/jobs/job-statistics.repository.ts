import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { baselineSeconds } from '../../runs/outliers/outliers.js';
import { type RunSums } from '../run-totals.js';
import { queryArrays } from '../../../database/prepared-statement.js';
import { earlierOf, earlierRuns } from '../../runs/outliers/outliers.repository.js';
import { countCap } from '../../../domain/pagination.js';
import { type NamesFrom, type NamedRow, namesQueryOf } from '../name-pagination.js';
import { sumsOf, type TotalsQuery, sumColumns, type SumsRow, sumText } from '../statistics-query.dto.js';
import { type LastEndedRun, type RunSeriesPoint } from './job-statistics.dto.js';

/** The requested jobs: these by name, or all. */
export type ChosenJobs = readonly string[] | undefined;

/** A job's newest ended run, of which all is null where there is none. */
type LastRow = readonly [
  jobId: number | null,
  level: string,
  status: string,
  queuedAt: number,
  seconds: number | null,
  isCompared: boolean,
  usual: number | null,
  earlier: readonly [seconds: number[] | null, bytes: number[] | null] | null,
];

type JobRow = readonly [name: string, bytesBefore: number, seconds: number, ...sums: SumsRow, ...last: LastRow];

/** A day's runs of one level and outcome. */
type SeriesRow = readonly [day: string, level: string, status: string, runs: number, files: number, bytes: number];

interface JobsStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

const figures = ['bytes_before', 'seconds', 'completed', 'warning', 'error', 'canceled', 'files', 'bytes'] as const;

/** Over the days of a job from the span before to the end of the span. */
const sumsOfJob = `SELECT ${sumText('bytes', 'day < $7::date')}, ${sumText('seconds', 'day >= $7::date')}, ${sumColumns('day >= $7::date')}
  FROM run_client_day d WHERE d.director = $1 AND d.job = names.name
  AND d.day >= $3::date AND d.day < $4::date AND d.type = ANY ($5::text[]) HAVING count(*) > 0`;

/**
 * These jobs by name, or all, that ran within the range or the range before: a `JobRow` of each. The read rows are bounded by the
 * range: a page of fifty jobs that run daily is 9,000 rows of an index for 90 days, about 6 ms.
 */
export function jobsOfDays(query: TotalsQuery, jobs: ChosenJobs, from: NamesFrom): JobsStatement {
  const { tables, rows, values } = sumsOfDays(query, jobs, from);
  const kind = `${jobs === undefined ? '' : '_given'}${from.isIncluded ? '_from' : ''}`;
  return { name: `job_days${kind}`, text: `${tables} ${withLastRuns(rows)} ORDER BY sums.name`, values };
}

/** How many there are; counts no further than lists do. */
function countOfJobs(query: TotalsQuery, jobs: ChosenJobs, director: string): Omit<JobsStatement, 'name'> {
  const from = { director, name: null, isIncluded: false, limit: countCap + 1 };
  const { tables, rows, values } = sumsOfDays(query, jobs, from);
  return { text: `${tables} SELECT count(*)::int FROM (${rows}) counted`, values };
}

/** All runs by day, level and outcome, the oldest first. */
function seriesOfRuns({ directors, span, types }: TotalsQuery): JobsStatement {
  const text = `SELECT day::text, level, status, sum(runs)::int, sum(files::float8), sum(bytes::float8) FROM run_day
    WHERE director = ANY ($1::text[]) AND day >= $2::date AND day < $3::date AND type = ANY ($4::text[])
    GROUP BY run_day.day, level, status ORDER BY run_day.day, level, status`;
  return { name: 'run_series', text, values: [directors, span.since, span.until, types] };
}

/**
 * Rollups sort names by their bytes, runs by the database's collation, and an index only helps in its own order. The baseline
 * duration is stored with the newest backup once it was compared; for others it is read from those before them.
 */
function withLastRuns(rows: string): string {
  return `SELECT sums.*, r.job_id, r.level, r.status, date_part('epoch', r.queued_at) * 1000,
      date_part('epoch', r.ended_at - r.started_at), u.job_id IS NOT NULL, u.seconds,
      CASE WHEN u.job_id IS NULL THEN (SELECT json_build_array(earlier.seconds, earlier.bytes) FROM (${earlierRuns}) earlier) END FROM (${rows}) sums
    LEFT JOIN LATERAL (SELECT * FROM run WHERE run.director = $1 AND run.job = sums.name COLLATE "default" AND run.ended
      ORDER BY run.generation DESC, run.job_id DESC LIMIT 1) r ON true
    LEFT JOIN LATERAL (SELECT * FROM duration_baseline kept WHERE kept.director = $1 AND kept.job = sums.name
      AND kept.generation = r.generation AND kept.job_id = r.job_id LIMIT 1) u ON true`;
}

function sumsOfDays(
  { span, before, types }: TotalsQuery,
  jobs: ChosenJobs,
  { director, name, isIncluded, limit }: NamesFrom,
): { readonly tables: string; readonly rows: string; readonly values: unknown[] } {
  const values: unknown[] = [director, name ?? '', before.since, span.until, types, limit, span.since];
  const names = namesQueryOf('job', isIncluded, jobs === undefined ? null : '$8');
  const rows = `SELECT names.name, of_job.* FROM ${names.from}
    CROSS JOIN LATERAL (${sumsOfJob}) of_job(${figures.join(', ')}) ${names.order} LIMIT $6`;
  return { tables: names.tables, rows, values: jobs === undefined ? values : [...values, jobs] };
}

/** A job with what its runs came to. */
export interface JobSums extends NamedRow {
  readonly sums: RunSums;
  readonly bytesBefore: number;
  readonly seconds: number;
  readonly lastRun: LastEndedRun | null;
}

@Injectable()
export class JobStatisticsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One Director's jobs that ran within the span or the span before, by name. */
  async jobs(query: TotalsQuery, jobs: ChosenJobs, from: NamesFrom): Promise<JobSums[]> {
    const { values, ...prepared } = jobsOfDays(query, jobs, from);
    const rows = await queryArrays<JobRow>(this.dataSource, prepared, values);
    return rows.map((row) => jobOf(row, from.director));
  }

  async count(query: TotalsQuery, jobs: ChosenJobs, director: string): Promise<number> {
    const { text, values } = countOfJobs(query, jobs, director);
    const [row] = await queryArrays<[number]>(this.dataSource, { text }, values);
    return row?.[0] ?? 0;
  }

  async series(query: TotalsQuery): Promise<RunSeriesPoint[]> {
    const { values, ...prepared } = seriesOfRuns(query);
    const rows = await queryArrays<SeriesRow>(this.dataSource, prepared, values);
    return rows.map(([day, level, status, runs, files, bytes]) => ({ day, level, status, runs, files, bytes }));
  }
}

function jobOf([name, bytesBefore, seconds, ...rest]: JobRow, director: string): JobSums {
  const [completed, warning, error, canceled, files, bytes, ...last] = rest;
  const sums = sumsOf([completed, warning, error, canceled, files, bytes]);
  return { name, director, bytesBefore, seconds, sums, lastRun: lastRunOf(last) };
}

function lastRunOf([
  jobId,
  level,
  status,
  queuedAt,
  seconds,
  isCompared,
  usual,
  earlier,
]: LastRow): LastEndedRun | null {
  if (jobId === null) return null;
  return {
    jobId,
    level,
    status,
    queuedAt: new Date(Math.round(queuedAt)).toISOString(),
    durationSeconds: seconds === null ? null : Math.max(0, Math.round(seconds)),
    usualSeconds: isCompared ? usual : baselineSeconds(earlierOf(...(earlier ?? [null, null]))),
  };
}
