import { Body, Controller, Headers, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { type Actor } from '../../domain/actor.js';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../http/access.decorators.js';
import { ApiMergePatch } from '../../http/api-methods.js';
import { ApiProblems } from '../../http/api-answers.js';
import { etagOf } from '../../http/conditional.interceptor.js';
import { CurrentActor } from '../../http/current-actor.decorator.js';
import { SendsHeader } from '../../http/openapi/response-headers.js';
import { OptionalBody } from '../../http/optional-body.decorator.js';
import { DirectorQuery } from '../../http/page.dto.js';
import { PurgeBody, PurgedVolume, PurgeProblem } from './volume-purge.dto.js';
import { VolumePurge } from './volume-purge.service.js';
import { LabelBody, LabeledVolume, RelabelBody } from './labeling.dto.js';
import { Labeling } from './labeling.service.js';
import { FinalAction } from './media-command.decorators.js';
import { ChangeVolumeBody } from './volume-changes.dto.js';
import { VolumeChanges } from './volume-changes.service.js';
import { VolumeRecord } from './volumes.dto.js';

/** Volumes, labeled, changed and emptied. */
@ApiTags('storage-media')
@Controller('storage-media')
export class VolumeCommandsController {
  constructor(
    private readonly labeling: Labeling,
    private readonly changes: VolumeChanges,
    private readonly forgetting: VolumePurge,
  ) {}

  /**
   * Label a volume
   * @remarks Writes a label and adds the volume to the catalog. If the storage is a folder, creates a file.
   */
  @Post('volumes')
  @HttpCode(201)
  @Requires('media:manage')
  @SendsHeader('Location', 201)
  @ApiCreatedResponse({ type: LabeledVolume, description: 'The volume was created and its pool can write to it.' })
  @ApiProblems(400, 404, 409, 413, 415, 422, 502, 503, 504)
  async labelVolume(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Body() body: LabelBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LabeledVolume> {
    const labelled = await this.labeling.label(principal, actor, body);
    response.setHeader('Location', labelled.links.self);
    return labelled;
  }

  /**
   * Change a volume
   * @remarks Changes that could lose backups require `media:destroy`. Send the ETag to detect concurrent changes.
   */
  @Patch('volumes/:name')
  @ApiMergePatch()
  @Requires('media:manage')
  @ApiHeader({ name: 'If-Match', required: false, description: 'ETag of the volume as you read it.' })
  @SendsHeader('ETag', 200)
  @ApiOkResponse({ type: VolumeRecord, description: 'The volume after the change.' })
  @ApiProblems(400, 404, 409, 412, 413, 415, 422, 502, 503, 504)
  async changeVolume(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') volume: string,
    @Query() query: DirectorQuery,
    @Body() body: ChangeVolumeBody,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<VolumeRecord> {
    const request = { volume, director: query.director, body, ifMatch };
    const record = await this.changes.change(principal, actor, request);
    response.setHeader('ETag', etagOf(record));
    return record;
  }

  /**
   * Prune a volume
   * @remarks Deletes the catalog records of runs whose retention has expired. Without `confirm`, nothing is done and
   * the 409 response shows the impact.
   */
  @FinalAction('volumes/:name/prune', PurgeProblem)
  @OptionalBody(PurgeBody)
  @ApiOkResponse({ type: PurgedVolume, description: 'The resulting state of the volume and its runs.' })
  pruneVolume(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') volume: string,
    @Query() query: DirectorQuery,
    @Body() body: PurgeBody,
  ): Promise<PurgedVolume> {
    return this.forgetting.purge(principal, actor, { action: 'prune', volume, director: query.director, body });
  }

  /**
   * Purge a volume
   * @remarks Deletes the catalog records of all runs on the volume, regardless of retention. Without `confirm`, nothing
   * is done and the 409 response shows the impact.
   */
  @FinalAction('volumes/:name/purge', PurgeProblem)
  @OptionalBody(PurgeBody)
  @ApiOkResponse({ type: PurgedVolume, description: 'The resulting state of the volume and its runs.' })
  purgeVolume(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') volume: string,
    @Query() query: DirectorQuery,
    @Body() body: PurgeBody,
  ): Promise<PurgedVolume> {
    return this.forgetting.purge(principal, actor, { action: 'purge', volume, director: query.director, body });
  }

  /**
   * Truncate a volume
   * @remarks Frees the bytes of a purged volume at its storage. Without `confirm`, nothing is done and the 409 response shows
   * the volume.
   */
  @FinalAction('volumes/:name/truncate', PurgeProblem)
  @OptionalBody(PurgeBody)
  @ApiOkResponse({ type: PurgedVolume, description: 'The resulting state of the volume and its runs.' })
  truncateVolume(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') volume: string,
    @Query() query: DirectorQuery,
    @Body() body: PurgeBody,
  ): Promise<PurgedVolume> {
    return this.forgetting.purge(principal, actor, { action: 'truncate', volume, director: query.director, body });
  }

  /**
   * Delete a volume
   * @remarks Deletes the volume and the records of all runs on it from the catalog. On Bacula and Bareos its file or tape
   * remains; the embedded Director deletes its file. Without `confirm`, nothing is done and the 409 response shows the impact.
   */
  @FinalAction('volumes/:name/delete', PurgeProblem)
  @OptionalBody(PurgeBody)
  @ApiOkResponse({ type: PurgedVolume, description: 'The resulting state of the volume and its runs.' })
  deleteVolume(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') volume: string,
    @Query() query: DirectorQuery,
    @Body() body: PurgeBody,
  ): Promise<PurgedVolume> {
    return this.forgetting.purge(principal, actor, { action: 'delete', volume, director: query.director, body });
  }

  /**
   * Relabel a volume
   * @remarks Writes a new label on a purged or recycled volume without runs, and renames it in the catalog. Without
   * `confirm`, nothing is done and the 409 response shows the volume.
   */
  @FinalAction('volumes/:name/relabel', PurgeProblem)
  @ApiOkResponse({ type: LabeledVolume, description: 'The volume with its new name.' })
  relabelVolume(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') volume: string,
    @Query() query: DirectorQuery,
    @Body() body: RelabelBody,
  ): Promise<LabeledVolume> {
    return this.labeling.relabel(principal, actor, { volume, director: query.director, body });
  }
}
