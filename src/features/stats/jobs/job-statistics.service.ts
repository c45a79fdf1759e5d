import { Injectable } from '@nestjs/common';
import { chosenDirectors, Directors } from '../../../domain/directors.port.js';
import { Clock } from '../../../domain/clock.js';
import { Cursors } from '../../../http/cursors.js';
import { csvRow } from '../../../http/csv-answer.js';
import { pageOfNames, totalOfAll } from '../name-pagination.js';
import { type JobStatisticsQuery, comparedOf, type TotalsQuery, totalsQueryOf } from '../statistics-query.dto.js';
import { type JobStatistics, type JobStatisticsPage } from './job-statistics.dto.js';
import { type JobSums, JobStatisticsRepository } from './job-statistics.repository.js';

@Injectable()
export class JobStatisticsService {
  constructor(
    private readonly directors: Directors,
    private readonly repository: JobStatisticsRepository,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  async list(query: JobStatisticsQuery): Promise<JobStatisticsPage> {
    const entries = chosenDirectors(this.directors, query.director);
    const filter = totalsQueryOf(entries, query, this.clock.now());
    const context = { operation: 'listJobStatistics', query };
    const page = this.cursors.requestOf(query, context);
    const [{ items, next }, series] = await Promise.all([
      pageOfNames(filter.directors, page, (from) => this.repository.jobs(filter, query.job, from)),
      page.after === undefined ? this.repository.series(filter) : null,
    ]);
    const total = page.count === true ? { total: await this.count(filter, query) } : {};
    const answer = this.cursors.pageOf({ items, next, ...total }, context, recordOf);
    return { ...answer, ...(series === null ? {} : { series }) };
  }

  /** All jobs, on any page. */
  async *csv(query: JobStatisticsQuery): AsyncGenerator<string> {
    yield csvRow([
      'job',
      'director',
      'runs',
      'completed',
      'warning',
      'error',
      'canceled',
      'successRate',
      'files',
      'bytes',
      'bytesBefore',
      'growth',
      'averageSeconds',
      'lastJobId',
      'lastStatus',
      'lastSeconds',
      'usualSeconds',
    ]);
    let cursor: string | null = query.cursor ?? null;
    do {
      const page = await this.list(Object.assign({}, query, { limit: 500 }, cursor === null ? {} : { cursor }));
      yield page.items.map(csvOf).join('');
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  private async count(filter: TotalsQuery, { job }: JobStatisticsQuery): Promise<ReturnType<typeof totalOfAll>> {
    const { directors } = filter;
    return totalOfAll(await Promise.all(directors.map((director) => this.repository.count(filter, job, director))));
  }
}

function recordOf({ name, director, sums, bytesBefore, seconds, lastRun }: JobSums): JobStatistics {
  const { total } = sums.runs;
  const averageSeconds = total === 0 ? null : Math.round(seconds / total);
  return { job: name, director, ...comparedOf(sums, bytesBefore), averageSeconds, lastRun };
}

function csvOf(job: JobStatistics): string {
  const { total, completed, warning, error, canceled } = job.runs;
  const { jobId = null, status = null, durationSeconds = null, usualSeconds = null } = job.lastRun ?? {};
  return csvRow([
    job.job,
    job.director,
    total,
    completed,
    warning,
    error,
    canceled,
    job.successRate,
    job.files,
    job.bytes,
    job.bytesBefore,
    job.growth,
    job.averageSeconds,
    jobId,
    status,
    durationSeconds,
    usualSeconds,
  ]);
}
