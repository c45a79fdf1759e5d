import { Body, Controller, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Actor } from '../../domain/actor.js';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal } from '../../http/access.decorators.js';
import { CurrentActor } from '../../http/current-actor.decorator.js';
import { OptionalBody } from '../../http/optional-body.decorator.js';
import { DirectorQuery } from '../../http/page.dto.js';
import { ApiJobId, JobIdParam } from '../runs/job-id.decorator.js';
import { DeletedRun, PurgeBody, RunDeletionProblem } from './volume-purge.dto.js';
import { FinalAction } from './media-command.decorators.js';
import { RunDeletion } from './run-deletion.service.js';

/** The route follows the run, the folder follows the impact. */
@ApiTags('operations')
@Controller('operations/runs')
export class RunDeletionController {
  constructor(private readonly deletion: RunDeletion) {}

  /**
   * Delete a run
   * @remarks Deletes the catalog records of the run, so that it can no longer be restored. Its data stays on the
   * volumes until they are recycled, and the console keeps the run in its history. Without `confirm`, nothing is done
   * and the 409 response shows the impact.
   */
  @FinalAction(':jobId/delete', RunDeletionProblem)
  @ApiJobId()
  @OptionalBody(PurgeBody)
  @ApiOkResponse({ type: DeletedRun, description: 'The run that was deleted.' })
  deleteRun(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @JobIdParam() jobId: number,
    @Query() { director }: DirectorQuery,
    @Body() body: PurgeBody,
  ): Promise<DeletedRun> {
    return this.deletion.delete(principal, actor, { jobId, director, body });
  }
}
