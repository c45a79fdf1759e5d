import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { type Actor } from '../../domain/actor.js';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../http/access.decorators.js';
import { ApiMergePatch } from '../../http/api-methods.js';
import { ApiPage, ApiProblems, type PageOf } from '../../http/api-answers.js';
import { Conditional } from '../../http/conditional.interceptor.js';
import { CurrentActor } from '../../http/current-actor.decorator.js';
import { OptionalBody } from '../../http/optional-body.decorator.js';
import { DirectorQuery } from '../../http/page.dto.js';
import { sendAccepted } from '../runs/requests/idempotent-run-requests.service.js';
import { ApiIdempotencyKey, IdempotencyKey } from '../../http/idempotency-key.decorator.js';
import { RunRecord } from '../runs/run-record.dto.js';
import { StartedJob } from '../runs/accepted-run.dto.js';
import { RecentRunsQuery } from '../runs/runs.dto.js';
import { RunsService } from '../runs/runs.service.js';
import { StartRun } from '../runs/requests/start-run.service.js';
import { EstimateBody, JobEstimate } from './job-estimates.dto.js';
import { JobEstimates } from './job-estimates.service.js';
import { ChangedJob, ChangeJobBody, JobRecord, JobsQuery } from './jobs.dto.js';
import { RunJobBody } from '../runs/requests/run-job.dto.js';
import { JobsService } from './jobs.service.js';
import { disconnectSignal } from '../../http/when-closed.js';

/** Configured jobs. The fixed routes precede `{name}`: jobs of those names are found by `?name=`. */
@ApiTags('operations')
@Controller('operations/jobs')
export class JobsController {
  constructor(
    private readonly jobs: JobsService,
    private readonly runs: RunsService,
    private readonly startRuns: StartRun,
    private readonly estimates: JobEstimates,
  ) {}

  /**
   * List jobs
   * @remarks With their most recent run. Sorted by name by default.
   */
  @Get()
  @Requires('jobs:read')
  @ApiPage(JobRecord, 'Jobs in the order of `sort`.')
  @ApiProblems(404, 502, 503, 504)
  listJobs(@CurrentPrincipal() principal: Principal, @Query() query: JobsQuery): Promise<PageOf<JobRecord>> {
    return this.jobs.listJobs(principal, query);
  }

  /**
   * List recent runs
   * @remarks Newest first.
   */
  @Get('recent')
  @Requires('jobs:read')
  @ApiPage(RunRecord, 'Runs, newest first.')
  @ApiProblems(404, 409, 502, 503, 504)
  listRecentRuns(
    @CurrentPrincipal() principal: Principal,
    @Query() query: RecentRunsQuery,
  ): Promise<PageOf<RunRecord>> {
    return this.runs.listRecentRuns(principal, query);
  }

  /**
   * Start a run
   * @remarks Starts a configured job immediately, or not before `when`.
   */
  @Post('run')
  @HttpCode(202)
  @Requires('jobs:run')
  @ApiIdempotencyKey()
  @ApiAcceptedResponse({ type: StartedJob, description: 'The run was accepted by the Director.' })
  @ApiProblems(400, 404, 409, 413, 415, 422, 502, 503, 504)
  async runJob(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Body() body: RunJobBody,
    @IdempotencyKey() key: string | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StartedJob> {
    return sendAccepted(response, await this.startRuns.runJob({ principal, actor, key }, body));
  }

  /**
   * Get a job
   * @remarks With its most recent run, its next start and its protection.
   */
  @Get(':name')
  @Requires('jobs:read')
  @Conditional()
  @ApiOkResponse({ type: JobRecord, description: 'The job.' })
  @ApiProblems(400, 404, 502, 503, 504)
  getJob(
    @CurrentPrincipal() principal: Principal,
    @Param('name') name: string,
    @Query() query: DirectorQuery,
  ): Promise<JobRecord> {
    return this.jobs.getJob(principal, name, query.director);
  }

  /**
   * Enable or disable the schedule of a job
   * @remarks A disabled job can still be run manually. `persistent` shows whether the change survives a restart of the Director.
   */
  @Patch(':name')
  @ApiMergePatch()
  @Requires('jobs:control')
  @ApiOkResponse({ type: ChangedJob, description: 'The job after the change.' })
  @ApiProblems(400, 404, 413, 415, 422, 502, 503, 504)
  changeJob(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') name: string,
    @Query() query: DirectorQuery,
    @Body() body: ChangeJobBody,
  ): Promise<ChangedJob> {
    return this.jobs.changeJob(principal, actor, { name, director: query.director, enabled: body.enabled });
  }

  /**
   * Estimate a run
   * @remarks Counts the files and bytes that a run would save now. Requires `jobs:run`, because it puts load on the
   * client.
   */
  @Post(':name/estimate')
  @HttpCode(200)
  @Requires('jobs:run')
  @OptionalBody(EstimateBody)
  @ApiOkResponse({ type: JobEstimate, description: 'The estimate.' })
  @ApiProblems(400, 404, 413, 415, 422, 502, 503, 504)
  estimateJob(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') name: string,
    @Query() query: DirectorQuery,
    @Body() body: EstimateBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JobEstimate> {
    return this.estimates.estimate(principal, actor, {
      name,
      director: query.director,
      wanted: body,
      gone: disconnectSignal(response),
    });
  }
}
