import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { usualSecondsOf } from '../../runs/outliers/outliers.js';
import { type RunSums } from '../run-totals.js';
import { arraysOf } from '../../../database/prepared-statement.js';
import { earlierOf } from '../../runs/outliers/outliers.repository.js';
import { type NamesFrom, type NamedRow } from '../name-pagination.js';
import { sumsOf, type SumsQuestion } from '../sums-question.js';
import {
  type ChosenJobs,
  countOfJobs,
  type JobRow,
  jobsOfDays,
  type LastRow,
  type SeriesRow,
  seriesOfRuns,
} from './job-statements.js';
import { type LastEndedRun, type RunSeriesPoint } from './job-statistics.dto.js';

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
  async jobs(question: SumsQuestion, jobs: ChosenJobs, from: NamesFrom): Promise<JobSums[]> {
    const { values, ...prepared } = jobsOfDays(question, jobs, from);
    const rows = await arraysOf<JobRow>(this.dataSource, prepared, values);
    return rows.map((row) => jobOf(row, from.director));
  }

  async count(question: SumsQuestion, jobs: ChosenJobs, director: string): Promise<number> {
    const { text, values } = countOfJobs(question, jobs, director);
    const [row] = await arraysOf<[number]>(this.dataSource, { text }, values);
    return row?.[0] ?? 0;
  }

  async series(question: SumsQuestion): Promise<RunSeriesPoint[]> {
    const { values, ...prepared } = seriesOfRuns(question);
    const rows = await arraysOf<SeriesRow>(this.dataSource, prepared, values);
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
    usualSeconds: isCompared ? usual : usualSecondsOf(earlierOf(...(earlier ?? [null, null]))),
  };
}
