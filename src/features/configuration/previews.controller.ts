import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { type Actor } from '../../domain/actor.js';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../http/access.decorators.js';
import { ApiProblems } from '../../http/api-answers.js';
import { CurrentActor } from '../../http/current-actor.decorator.js';
import { BodyLimit, largeBody } from '../../http/input.interceptor.js';
import { disconnectSignal } from '../../http/when-closed.js';
import {
  EstimatePreviewBody,
  FilesetEstimateRecord,
  PlacePreviewBody,
  PlacePreviewRecord,
  RetentionPreviewBody,
  RetentionPreviewRecord,
  SchedulePreviewBody,
  SchedulePreviewRecord,
} from './previews.dto.js';
import { ConfigurationPreviews } from './previews.service.js';

/** Settings that are not saved. Nothing is changed, although POST carries them. */
@ApiTags('configuration')
@Controller('configuration/previews')
export class ConfigurationPreviewsController {
  constructor(private readonly previews: ConfigurationPreviews) {}

  /**
   * Estimate a fileset
   * @remarks Counts the files and bytes that a Full backup of an unsaved fileset would save now. The fileset is checked as in a
   * change.
   */
  @Post('estimate')
  @HttpCode(200)
  @Requires('configuration:write')
  @BodyLimit(largeBody)
  @ApiOkResponse({ type: FilesetEstimateRecord, description: 'The estimate.' })
  @ApiProblems(400, 404, 413, 415, 422, 502, 503, 504)
  previewEstimate(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Body() body: EstimatePreviewBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FilesetEstimateRecord> {
    return this.previews.estimate(principal, actor, body, disconnectSignal(response));
  }

  /**
   * Preview a schedule
   * @remarks The next starts of an unsaved schedule, and its start times that never occur.
   */
  @Post('schedule')
  @HttpCode(200)
  @Requires('configuration:write')
  @ApiOkResponse({ type: SchedulePreviewRecord, description: 'The next starts.' })
  @ApiProblems(400, 404, 413, 415, 422, 502)
  previewSchedule(
    @CurrentPrincipal() principal: Principal,
    @Body() body: SchedulePreviewBody,
  ): Promise<SchedulePreviewRecord> {
    return this.previews.schedule(principal, body);
  }

  /**
   * Preview retention and keep rules
   * @remarks Which runs of one job would be kept at the end of the next two years, if all runs of the schedule succeed and each
   * writes volumes of its own. Runs that share a volume are kept together, until none of them is needed.
   */
  @Post('retention')
  @HttpCode(200)
  @Requires('configuration:write')
  @ApiOkResponse({ type: RetentionPreviewRecord, description: 'The runs that would be kept.' })
  @ApiProblems(400, 404, 413, 415, 422, 502)
  previewRetention(
    @CurrentPrincipal() principal: Principal,
    @Body() body: RetentionPreviewBody,
  ): Promise<RetentionPreviewRecord> {
    return this.previews.retention(principal, body);
  }

  /**
   * Check a folder for volumes
   * @remarks Free space of an unsaved storage, and what it has in common with the data to be backed up.
   */
  @Post('place')
  @HttpCode(200)
  @Requires('configuration:write')
  @BodyLimit(largeBody)
  @ApiOkResponse({ type: PlacePreviewRecord, description: 'The folder.' })
  @ApiProblems(400, 404, 413, 415, 422, 502, 503, 504)
  previewPlace(@CurrentPrincipal() principal: Principal, @Body() body: PlacePreviewBody): Promise<PlacePreviewRecord> {
    return this.previews.place(principal, body);
  }
}
