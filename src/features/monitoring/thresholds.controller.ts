import { Body, Controller, Get, Headers, Patch, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { type Actor } from '../../domain/actor.js';
import { Requires } from '../../http/access.decorators.js';
import { ApiMergePatch } from '../../http/api-methods.js';
import { ApiProblems } from '../../http/api-answers.js';
import { etagOf, StrongETag } from '../../http/conditional.interceptor.js';
import { CurrentActor } from '../../http/current-actor.decorator.js';
import { ChangeThresholdsBody, GlobalThresholds } from './thresholds.dto.js';
import { ThresholdsService } from './thresholds.service.js';

@ApiTags('monitoring')
@Controller('admin/monitoring/thresholds')
export class ThresholdsController {
  constructor(private readonly thresholds: ThresholdsService) {}

  /**
   * Get the global thresholds
   * @remarks Send the ETag with a change to detect concurrent changes.
   */
  @Get()
  @Requires('monitoring:read')
  @StrongETag()
  @ApiOkResponse({ description: 'The global thresholds.', type: GlobalThresholds })
  getThresholds(): Promise<GlobalThresholds> {
    return this.thresholds.get();
  }

  /**
   * Change the global thresholds
   * @remarks Takes effect immediately.
   */
  @Patch()
  @ApiMergePatch()
  @Requires('monitoring:manage')
  @ApiHeader({ name: 'If-Match', required: false, description: 'ETag of the thresholds as you read them.' })
  @ApiOkResponse({ description: 'The thresholds after the change.', type: GlobalThresholds })
  @ApiProblems(400, 412, 413, 415)
  async changeThresholds(
    @CurrentActor() actor: Actor,
    @Body() body: ChangeThresholdsBody,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GlobalThresholds> {
    const thresholds = await this.thresholds.change(actor, body, ifMatch);
    response.setHeader('ETag', etagOf(thresholds));
    return thresholds;
  }
}
