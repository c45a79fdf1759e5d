import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { type Actor } from '../../domain/actor.js';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../http/access.decorators.js';
import { ApiPage, ApiProblems, type PageOf } from '../../http/api-answers.js';
import { Conditional } from '../../http/conditional.interceptor.js';
import { CurrentActor } from '../../http/current-actor.decorator.js';
import { DirectorPageQuery, DirectorQuery } from '../../http/page.dto.js';
import { AcknowledgeBody } from './acknowledgements/acknowledgement.dto.js';
import { sendAccepted } from './requests/idempotent-run-requests.service.js';
import { RunFileRecord } from './file-entry.dto.js';
import { ApiIdempotencyKey, IdempotencyKey } from '../../http/idempotency-key.decorator.js';
import { RunRecord } from './run-record.dto.js';
import { StartedJob } from './accepted-run.dto.js';
import { ApiJobId, JobIdParam } from './job-id.decorator.js';
import { RunAcknowledgements, RunDetails, RunCancellation, RunsService } from './runs.service.js';
import { LogLineRecord, RunQuery, RunsQuery, RunVolumeRecord } from './runs.dto.js';
import { StartRun } from './requests/start-run.service.js';
import { disconnectSignal } from '../../http/when-closed.js';

/** Runs of jobs: all of them, and each with its log, files and volumes. */
@ApiTags('operations')
@Controller('operations/runs')
export class RunsController {
  constructor(
    private readonly runs: RunsService,
    private readonly details: RunDetails,
    private readonly ends: RunCancellation,
    private readonly acknowledgements: RunAcknowledgements,
    private readonly startRuns: StartRun,
  ) {}

  /**
   * List runs
   * @remarks Newest first by default. `director=*` returns the runs of all Directors in one list.
   */
  @Get()
  @Requires('jobs:read')
  @ApiPage(RunRecord, 'Runs, sorted by `sort`.')
  @ApiProblems(404, 409, 502, 503, 504)
  listRuns(@CurrentPrincipal() principal: Principal, @Query() query: RunsQuery): Promise<PageOf<RunRecord>> {
    return this.runs.listRuns(principal, query);
  }

  /**
   * Get a run
   * @remarks With `wait`, the response is delayed until the run has ended or the time has passed.
   */
  @Get(':jobId')
  @Requires('jobs:read')
  @Conditional()
  @ApiJobId()
  @ApiOkResponse({ type: RunRecord, description: 'The run.' })
  @ApiProblems(400, 404, 502, 503, 504)
  async getRun(
    @CurrentPrincipal() principal: Principal,
    @JobIdParam() jobId: number,
    @Query() query: RunQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RunRecord> {
    return this.details.getRun(principal, jobId, query, disconnectSignal(response));
  }

  /**
   * List the log of a run
   * @remarks From the first line.
   */
  @Get(':jobId/log')
  @Requires('jobs:read')
  @ApiJobId()
  @ApiPage(LogLineRecord, 'Log lines, oldest first.')
  @ApiProblems(404, 502, 503, 504)
  listRunLog(
    @CurrentPrincipal() principal: Principal,
    @JobIdParam() jobId: number,
    @Query() query: DirectorPageQuery,
  ): Promise<PageOf<LogLineRecord>> {
    return this.details.listLog(principal, jobId, query);
  }

  /**
   * List the files of a run
   * @remarks Returns the files that the run recorded itself, without those of the runs it builds on. For a restore on
   * the embedded Director, returns the result of each selected file: failed files first, then skipped ones, at most
   * 100,000 of each, for 90 days.
   */
  @Get(':jobId/files')
  @Requires('jobs:read')
  @ApiJobId()
  @ApiPage(RunFileRecord, 'Files in backup order.')
  @ApiProblems(404, 422, 502, 503, 504)
  listRunFiles(
    @CurrentPrincipal() principal: Principal,
    @JobIdParam() jobId: number,
    @Query() query: DirectorPageQuery,
  ): Promise<PageOf<RunFileRecord>> {
    return this.details.listFiles(principal, jobId, query);
  }

  /**
   * List the volumes of a run
   * @remarks Returns the parts of volumes that the run wrote or read.
   */
  @Get(':jobId/volumes')
  @Requires('jobs:read')
  @ApiJobId()
  @ApiPage(RunVolumeRecord, 'Parts of volumes, in the order of the files on them.')
  @ApiProblems(404, 502, 503, 504)
  listRunVolumes(
    @CurrentPrincipal() principal: Principal,
    @JobIdParam() jobId: number,
    @Query() query: DirectorPageQuery,
  ): Promise<PageOf<RunVolumeRecord>> {
    return this.details.listVolumes(principal, jobId, query);
  }

  /**
   * Cancel a run
   * @remarks Asks the Director to end a run that has not ended yet.
   */
  @Post(':jobId/cancel')
  @HttpCode(202)
  @Requires('jobs:cancel')
  @ApiJobId()
  @ApiAcceptedResponse({ type: RunRecord, description: 'The Director accepted the request. The run ends shortly.' })
  @ApiProblems(400, 404, 409, 502, 503, 504)
  cancelRun(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @JobIdParam() jobId: number,
    @Query() query: DirectorQuery,
  ): Promise<RunRecord> {
    return this.ends.cancelRun(principal, actor, jobId, query.director);
  }

  /**
   * Acknowledge a run
   * @remarks Shows others that you are handling it. The run no longer affects the health verdict. Replaces an existing
   * acknowledgement.
   */
  @Put(':jobId/acknowledgement')
  @Requires('jobs:control')
  @ApiJobId()
  @ApiOkResponse({ type: RunRecord, description: 'The run with its acknowledgement.' })
  @ApiProblems(400, 404, 409, 413, 415, 422, 502, 503, 504)
  acknowledgeRun(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @JobIdParam() jobId: number,
    @Query() { director }: DirectorQuery,
    @Body() body: AcknowledgeBody,
  ): Promise<RunRecord> {
    return this.acknowledgements.give(principal, actor, { jobId, director }, body);
  }

  /**
   * Remove the acknowledgement of a run
   * @remarks Succeeds even if there is none.
   */
  @Delete(':jobId/acknowledgement')
  @HttpCode(204)
  @Requires('jobs:control')
  @ApiJobId()
  @ApiNoContentResponse({ description: 'The run has no acknowledgement.' })
  @ApiProblems(400, 404, 502, 503, 504)
  unacknowledgeRun(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @JobIdParam() jobId: number,
    @Query() { director }: DirectorQuery,
  ): Promise<void> {
    return this.acknowledgements.takeBack(principal, actor, jobId, director);
  }

  /**
   * Run a job again
   * @remarks Starts the job with the level, client, fileset, pool and storage of this run.
   */
  @Post(':jobId/rerun')
  @HttpCode(202)
  @Requires('jobs:run')
  @ApiJobId()
  @ApiIdempotencyKey()
  @ApiAcceptedResponse({ type: StartedJob, description: 'The Director accepted the new run.' })
  @ApiProblems(400, 404, 409, 422, 502, 503, 504)
  async rerunRun(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @JobIdParam() jobId: number,
    @Query() query: DirectorQuery,
    @IdempotencyKey() key: string | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StartedJob> {
    return sendAccepted(response, await this.startRuns.rerunRun({ principal, actor, key }, jobId, query.director));
  }
}
