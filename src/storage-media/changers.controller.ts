import { Body, Controller, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Actor } from '../domain/actor.js';
import { type Principal } from '../domain/principal.js';
import { CurrentPrincipal, Requires } from '../platform/http/access.decorators.js';
import { ApiProblems } from '../platform/http/api-answers.js';
import { CurrentActor } from '../platform/http/current-actor.decorator.js';
import { OptionalBody } from '../platform/http/optional-body.decorator.js';
import { DirectorQuery } from '../platform/http/page.dto.js';
import { ChangerAnswer, LabelBarcodesBody, SlotsBody, SlotsOfDriveBody } from './changers.dto.js';
import { Changers } from './changers.service.js';

/** Autochangers: labels by barcode, and what is in which slot. */
@ApiTags('storage-media')
@Controller('storage-media/storages')
export class ChangersController {
  constructor(private readonly changers: Changers) {}

  /**
   * Label volumes by barcode
   * @remarks Labels the media in the autochanger that have a barcode and no volume yet. Takes up to some minutes for
   * each of them.
   */
  @Post(':name/label-barcodes')
  @HttpCode(200)
  @Requires('media:manage')
  @ApiOkResponse({ type: ChangerAnswer, description: 'The message of the Director.' })
  @ApiProblems(400, 404, 409, 413, 415, 422, 502, 503, 504)
  labelBarcodes(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') storage: string,
    @Query() { director }: DirectorQuery,
    @Body() body: LabelBarcodesBody,
  ): Promise<ChangerAnswer> {
    return this.changers.labelBarcodes(principal, actor, { storage, director, body });
  }

  /**
   * Update the slots of an autochanger
   * @remarks Compares the autochanger with the catalog, and corrects the slots in the catalog.
   */
  @Post(':name/update-slots')
  @HttpCode(200)
  @Requires('media:manage')
  @OptionalBody(SlotsOfDriveBody)
  @ApiOkResponse({ type: ChangerAnswer, description: 'The message of the Director.' })
  @ApiProblems(400, 404, 409, 413, 415, 422, 502, 503, 504)
  updateSlots(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') storage: string,
    @Query() { director }: DirectorQuery,
    @Body() body: SlotsOfDriveBody,
  ): Promise<ChangerAnswer> {
    return this.changers.tell(principal, actor, 'update-slots', { storage, director, body });
  }

  /**
   * Import volumes
   * @remarks Moves volumes from the import/export slots of the autochanger into its slots.
   */
  @Post(':name/import')
  @HttpCode(200)
  @Requires('media:manage')
  @OptionalBody(SlotsBody)
  @ApiOkResponse({ type: ChangerAnswer, description: 'The message of the Director.' })
  @ApiProblems(400, 404, 409, 413, 415, 422, 502, 503, 504)
  importVolumes(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') storage: string,
    @Query() { director }: DirectorQuery,
    @Body() body: SlotsBody,
  ): Promise<ChangerAnswer> {
    return this.changers.tell(principal, actor, 'import', { storage, director, body });
  }

  /**
   * Export volumes
   * @remarks Moves volumes from slots of the autochanger into its import/export slots.
   */
  @Post(':name/export')
  @HttpCode(200)
  @Requires('media:manage')
  @OptionalBody(SlotsBody)
  @ApiOkResponse({ type: ChangerAnswer, description: 'The message of the Director.' })
  @ApiProblems(400, 404, 409, 413, 415, 422, 502, 503, 504)
  exportVolumes(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') storage: string,
    @Query() { director }: DirectorQuery,
    @Body() body: SlotsBody,
  ): Promise<ChangerAnswer> {
    return this.changers.tell(principal, actor, 'export', { storage, director, body });
  }
}
