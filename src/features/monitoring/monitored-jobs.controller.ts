import { Body, Controller, Get, Headers, Param, Patch, Query, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { type Actor } from '../../domain/actor.js';
import { Requires } from '../../http/access.decorators.js';
import { ApiMergePatch } from '../../http/api-methods.js';
import { ApiPage, ApiProblems, type PageOf } from '../../http/api-answers.js';
import { CurrentActor } from '../../http/current-actor.decorator.js';
import { DirectorQuery } from '../../http/page.dto.js';
import { jobSettingsTag } from './monitored-job.mapper.js';
import { ChangeMonitoredJobBody, MonitoredJob, MonitoredJobsQuery } from './monitored-jobs.dto.js';
import { MonitoredJobsService } from './monitored-jobs.service.js';

@ApiTags('monitoring')
@Controller('admin/monitoring/jobs')
export class MonitoredJobsController {
  constructor(private readonly jobs: MonitoredJobsService) {}

  /**
   * List the monitoring of jobs
   * @remarks Returns protection and thresholds of each backup job. `director=*` includes all Directors.
   */
  @Get()
  @Requires('monitoring:read')
  @ApiPage(MonitoredJob, 'Jobs by name.')
  @ApiProblems(404)
  listMonitoredJobs(@Query() query: MonitoredJobsQuery): Promise<PageOf<MonitoredJob>> {
    return this.jobs.list(query);
  }

  /**
   * Get the monitoring of a job
   * @remarks The ETag covers only the settings, so a backup that ends in the meantime does not change it.
   */
  @Get(':name')
  @Requires('monitoring:read')
  @ApiOkResponse({ description: 'The job.', type: MonitoredJob })
  @ApiProblems(400, 404, 502, 503, 504)
  async getMonitoredJob(
    @Param('name') name: string,
    @Query() query: DirectorQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MonitoredJob> {
    return tagged(response, await this.jobs.get(name, query.director));
  }

  /**
   * Change the monitoring of a job
   * @remarks Sets thresholds, with immediate effect. A job with its own thresholds is monitored even without a
   * schedule.
   */
  @Patch(':name')
  @ApiMergePatch()
  @Requires('monitoring:manage')
  @ApiHeader({ name: 'If-Match', required: false, description: 'ETag of the job as you read it.' })
  @ApiOkResponse({ description: 'The job after the change.', type: MonitoredJob })
  @ApiProblems(400, 404, 412, 413, 415, 502, 503, 504)
  async changeMonitoredJob(
    @CurrentActor() actor: Actor,
    @Param('name') name: string,
    @Query() query: DirectorQuery,
    @Body() body: ChangeMonitoredJobBody,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MonitoredJob> {
    return tagged(response, await this.jobs.change(actor, { name, director: query.director }, body, ifMatch));
  }
}

function tagged(response: Response, job: MonitoredJob): MonitoredJob {
  response.setHeader('ETag', jobSettingsTag(job));
  return job;
}
