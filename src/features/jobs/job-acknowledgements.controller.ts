import { Body, Controller, Delete, HttpCode, Param, Put, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Actor } from '../../domain/actor.js';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../http/access.decorators.js';
import { ApiProblems } from '../../http/api-answers.js';
import { CurrentActor } from '../../http/current-actor.decorator.js';
import { DirectorQuery } from '../../http/page.dto.js';
import { AcknowledgeBody } from '../runs/acknowledgements/acknowledgement.dto.js';
import { JobAcknowledgements } from './job-acknowledgements.service.js';
import { JobRecord } from './jobs.dto.js';

@ApiTags('operations')
@Controller('operations/jobs')
export class JobAcknowledgementsController {
  constructor(private readonly acknowledgements: JobAcknowledgements) {}

  /**
   * Acknowledge an overdue job
   * @remarks Health counts the job as acknowledged until its next good backup. Replaces an earlier acknowledgement.
   */
  @Put(':name/acknowledgement')
  @Requires('monitoring:manage')
  @ApiOkResponse({ type: JobRecord, description: 'The job with its acknowledgement.' })
  @ApiProblems(400, 404, 413, 415, 422, 502, 503, 504)
  acknowledgeJob(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') name: string,
    @Query() { director }: DirectorQuery,
    @Body() body: AcknowledgeBody,
  ): Promise<JobRecord> {
    return this.acknowledgements.give(principal, actor, { name, director }, body);
  }

  /**
   * Remove the acknowledgement of a job
   * @remarks Succeeds even if there is none.
   */
  @Delete(':name/acknowledgement')
  @HttpCode(204)
  @Requires('monitoring:manage')
  @ApiNoContentResponse({ description: 'The job has no acknowledgement.' })
  @ApiProblems(400, 404, 502, 503, 504)
  unacknowledgeJob(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') name: string,
    @Query() { director }: DirectorQuery,
  ): Promise<void> {
    return this.acknowledgements.takeBack(principal, actor, name, director);
  }
}
