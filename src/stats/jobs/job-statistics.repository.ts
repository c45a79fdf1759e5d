import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { fewestCompared, medianOf } from '../../domain/outliers.js';
import { type RunSums } from '../../domain/run-sums.js';
import { arraysOf } from '../../platform/database/prepared-statement.js';
import { earlierRuns } from '../../runs/outliers/run-outliers.repository.js';
import { mostCounted, type NamesFrom, type NamedRow, walkedNames } from '../name-page.js';
import { sumColumns, sumsOf, sumText, type SumsQuestion, type SumsRow } from '../sums-question.js';
import { type LastEndedRun, type RunSeriesPoint } from './job-statistics.dto.js';

/** A job with what its runs came to. */
export interface JobSums extends NamedRow {
  readonly sums: RunSums;
  readonly bytesBefore: number;
  readonly seconds: number;
}

type JobRow = readonly [name: string, bytesBefore: number, seconds: number, ...sums: SumsRow];
type LastRow = readonly [string, number, string, string, number, number | null, number[] | null];

/** Of `$3` to `$5` the span before and the span, of types `$6`. */
const sumsOfJob = `SELECT ${sumText('bytes', 'day < $4::date')}, ${sumText('seconds', 'day >= $4::date')}, ${sumColumns('day >= $4::date')}
  FROM run_client_day d WHERE d.director = $1 AND d.job = names.name AND d.day >= $3::date AND d.day < $5::date
    AND d.type = ANY ($6::text[]) HAVING count(*) > 0`;

@Injectable()
export class JobStatisticsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One Director's jobs, by name. */
  async jobs(question: SumsQuestion, jobs: readonly string[] | undefined, from: NamesFrom): Promise<JobSums[]> {
    const { text, values } = jobsText(question, jobs, from);
    const name = `job_sums${jobs === undefined ? '' : '_given'}${from.isIncluded ? '_from' : ''}`;
    const rows = await arraysOf<JobRow>(this.dataSource, { name, text }, values);
    return rows.map(([job, bytesBefore, seconds, ...sums]) => {
      return { name: job, director: from.director, bytesBefore, seconds, sums: sumsOf(sums) };
    });
  }

  async count(question: SumsQuestion, jobs: readonly string[] | undefined, director: string): Promise<number> {
    const from = { director, name: null, isIncluded: false, limit: mostCounted + 1 };
    const { text, values } = jobsText(question, jobs, from);
    const [row] = await arraysOf<[number]>(
      this.dataSource,
      { text: `SELECT count(*)::int FROM (${text}) counted` },
      values,
    );
    return row?.[0] ?? 0;
  }

  /** The newest ended run of each of these jobs. */
  async lastRuns(director: string, jobs: readonly string[]): Promise<ReadonlyMap<string, LastEndedRun>> {
    const text = `SELECT wanted.job, r.job_id, r.level, r.status, date_part('epoch', r.queued_at) * 1000,
        date_part('epoch', r.ended_at - r.started_at), earlier.seconds
      FROM unnest($2::text[]) AS wanted(job)
      CROSS JOIN LATERAL (SELECT * FROM run WHERE run.director = $1 AND run.job = wanted.job AND run.ended
        ORDER BY run.generation DESC, run.job_id DESC LIMIT 1) r
      CROSS JOIN LATERAL (${earlierRuns}) earlier`;
    const rows = await arraysOf<LastRow>(this.dataSource, { name: 'job_last_runs', text }, [director, jobs]);
    return new Map(rows.map((row) => [row[0], lastRunOf(row)]));
  }

  async series({ directors, span, types }: SumsQuestion): Promise<RunSeriesPoint[]> {
    const text = `SELECT day::text, level, status, sum(runs::float8), sum(files::float8), sum(bytes::float8) FROM run_day
      WHERE director = ANY ($1::text[]) AND day >= $2::date AND day < $3::date AND type = ANY ($4::text[])
      GROUP BY day, level, status ORDER BY day, level, status`;
    const rows = await arraysOf<readonly [string, string, string, number, number, number]>(
      this.dataSource,
      { name: 'run_series', text },
      [directors, span.since, span.until, types],
    );
    return rows.map(([day, level, status, runs, files, bytes]) => ({ day, level, status, runs, files, bytes }));
  }
}

function jobsText(
  { span, before, types }: SumsQuestion,
  jobs: readonly string[] | undefined,
  { director, name, isIncluded, limit }: NamesFrom,
): { readonly text: string; readonly values: unknown[] } {
  const place = name ?? '';
  const values: unknown[] = [director, place, before.since, span.since, span.until, types, limit];
  const names =
    jobs === undefined
      ? `WITH ${walkedNames('job', isIncluded)} SELECT names.name, sums.* FROM walked names`
      : `SELECT names.name, sums.* FROM (SELECT DISTINCT name COLLATE "C" AS name FROM unnest($8::text[]) given(name)
           WHERE name COLLATE "C" ${isIncluded ? '>=' : '>'} $2 ORDER BY 1) names`;
  if (jobs !== undefined) values.push(jobs);
  const order = jobs === undefined ? '' : 'ORDER BY names.name';
  return { text: `${names} CROSS JOIN LATERAL (${sumsOfJob}) sums ${order} LIMIT $7`, values };
}

function lastRunOf([, jobId, level, status, queuedAt, seconds, earlier]: LastRow): LastEndedRun {
  const usual = earlier !== null && earlier.length >= fewestCompared ? medianOf(earlier) : null;
  return {
    ...{ jobId, level, status, queuedAt: new Date(Math.round(queuedAt)).toISOString() },
    durationSeconds: seconds === null ? null : Math.max(0, Math.round(seconds)),
    usualSeconds: usual === null ? null : Math.max(0, Math.round(usual)),
  };
}
