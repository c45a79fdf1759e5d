import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, Inject, Query, Req, Res, applyDecorators } from '@nestjs/common';
import { ApiTags, ApiExtraModels, ApiProduces, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { type Logger } from 'pino';
import { Requires } from '../../http/access.decorators.js';
import { ApiPage, ApiPageModels, ApiProblems, type PageOf } from '../../http/api-answers.js';
import { sendConditional, Conditional } from '../../http/conditional.interceptor.js';
import { DirectorPageQuery } from '../../http/page.dto.js';
import { LOG } from '../../platform/logging/log.js';
import { ClientStatistics } from './clients/client-statistics.dto.js';
import { ClientStatisticsService } from './clients/client-statistics.service.js';
import { ClientDays, JobDays } from './days/days.dto.js';
import { DaysService } from './days/days.service.js';
import { JobStatisticsPage } from './jobs/job-statistics.dto.js';
import { JobStatisticsService } from './jobs/job-statistics.service.js';
import { RunOutlierRecord } from './outliers.dto.js';
import { OutliersService } from './outliers.service.js';
import {
  ClientStatisticsQuery,
  DaysQuery,
  type FormatQuery,
  JobDaysQuery,
  JobStatisticsQuery,
  StorageStatisticsQuery,
  SummaryQuery,
} from './statistics-query.dto.js';
import { PoolStatistics } from './storage/storage-statistics.dto.js';
import { StorageStatisticsService } from './storage/storage-statistics.service.js';
import { StatisticsSummary } from './summary/summary.dto.js';
import { SummaryService } from './summary/summary.service.js';

type Schema = abstract new (...args: never[]) => object;

/** Declares a 200 that is available as JSON of this schema and as CSV. */
function ApiStatistics(schema: string | Schema, description: string): MethodDecorator {
  const $ref = typeof schema === 'string' ? `#/components/schemas/${schema}` : getSchemaPath(schema);
  return applyDecorators(
    Conditional(),
    ...(typeof schema === 'string' ? [] : [ApiExtraModels(schema)]),
    ApiProduces('application/json', 'text/csv'),
    ApiResponse({
      status: 200,
      description,
      content: { 'application/json': { schema: { $ref } }, 'text/csv': { schema: { type: 'string' } } },
    }),
    ApiProblems(400, 404),
  );
}

/** One answer, in the two ways that it can be given. */
interface Statistics {
  readonly name: string;
  json(): Promise<object>;
  csv(): AsyncGenerator<string>;
}

/** What the runs of the last days come to, from the console's own record of them. */
@ApiTags('stats')
@Controller('stats')
export class StatsController {
  constructor(
    private readonly summary: SummaryService,
    private readonly jobs: JobStatisticsService,
    private readonly clients: ClientStatisticsService,
    private readonly storage: StorageStatisticsService,
    private readonly days: DaysService,
    private readonly outliers: OutliersService,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Get summary statistics
   * @remarks Totals of a range of days, compared with the preceding range of the same length.
   */
  @Get('summary')
  @Requires('stats:read')
  @ApiStatistics(StatisticsSummary, 'The statistics.')
  getSummary(@Query() query: SummaryQuery, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { summary } = this;
    const statistics = { name: 'summary', json: () => summary.getSummary(query), csv: () => summary.csv(query) };
    return this.answer(request, response, query, statistics);
  }

  /**
   * List job statistics
   * @remarks Sorted by name. The first page also contains the runs of all jobs by day, level and status.
   */
  @Get('jobs')
  @Requires('stats:read')
  @ApiStatistics(JobStatisticsPage, 'Jobs by name.')
  listJobStatistics(
    @Query() query: JobStatisticsQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { jobs } = this;
    const statistics = { name: 'jobs', json: () => jobs.list(query), csv: () => jobs.csv(query) };
    return this.answer(request, response, query, statistics);
  }

  /**
   * List client statistics
   * @remarks Sorted by bytes, files, failures or growth, highest first.
   */
  @Get('clients')
  @Requires('stats:read')
  @ApiPageModels(ClientStatistics)
  @ApiStatistics('ClientStatisticsPage', 'Clients, highest value first.')
  listClientStatistics(
    @Query() query: ClientStatisticsQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { clients } = this;
    const statistics = { name: 'clients', json: () => clients.list(query), csv: () => clients.csv(query) };
    return this.answer(request, response, query, statistics);
  }

  /**
   * List storage statistics
   * @remarks Data written to each pool, by day.
   */
  @Get('storage')
  @Requires('stats:read')
  @ApiPage(PoolStatistics, 'Pools by name.')
  @ApiProblems(404)
  listStorageStatistics(@Query() query: StorageStatisticsQuery): Promise<PageOf<PoolStatistics>> {
    return this.storage.list(query);
  }

  /**
   * List client days
   * @remarks The last days of each client: the number of backups by outcome, the worst outcome, missed backups, and days
   * on which none was due.
   */
  @Get('days')
  @Requires('stats:read')
  @ApiPageModels(ClientDays)
  @ApiStatistics('ClientDaysPage', 'Clients by name.')
  listClientDays(@Query() query: DaysQuery, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { days } = this;
    const statistics = { name: 'days', json: () => days.listClients(query), csv: () => days.csv(query) };
    return this.answer(request, response, query, statistics);
  }

  /**
   * List job days
   * @remarks The same for each job, with the bytes saved. Includes jobs that the Director lists and that have not run.
   */
  @Get('jobs/days')
  @Requires('stats:read')
  @ApiPage(JobDays, 'Jobs by name.')
  @ApiProblems(404)
  listJobDays(@Query() query: JobDaysQuery): Promise<PageOf<JobDays>> {
    return this.days.listJobs(query);
  }

  /**
   * List outliers
   * @remarks Backups that took at least three times as long as usual, or saved at most half as much. Newest first.
   */
  @Get('outliers')
  @Requires('stats:read')
  @ApiPage(RunOutlierRecord, 'Outliers, newest first.')
  @ApiProblems(404)
  listRunOutliers(@Query() query: DirectorPageQuery): Promise<PageOf<RunOutlierRecord>> {
    return this.outliers.list(query);
  }

  private async answer(
    request: Request,
    response: Response,
    { format }: FormatQuery,
    wanted: Statistics,
  ): Promise<void> {
    response.vary('Accept');
    const isCsv = (format ?? (request.accepts(['json', 'csv']) === 'csv' ? 'csv' : 'json')) === 'csv';
    if (!isCsv) {
      sendConditional(request, response, await wanted.json());
      return;
    }
    const rows = wanted.csv();
    // Errors of the request are found before the head of the response is sent.
    const first = await rows.next();
    const second = await rows.next();
    response.set({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${wanted.name}.csv"`,
    });
    try {
      await pipeline(Readable.from(joined([first, second], rows)), response);
    } catch (error) {
      this.log.warn({ err: error }, 'Could not complete the statistics as CSV.');
    }
  }
}

async function* joined(
  taken: readonly IteratorResult<string, unknown>[],
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  for (const { value, done } of taken) if (done !== true && typeof value === 'string') yield value;
  yield* rest;
}
