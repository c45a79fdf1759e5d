import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Actor } from '../../domain/actor.js';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal } from '../../http/access.decorators.js';
import { CurrentActor } from '../../http/current-actor.decorator.js';
import { OptionalBody } from '../../http/optional-body.decorator.js';
import { DirectorQuery } from '../../http/page.dto.js';
import {
  ChangerAnswer,
  DeviceAnswer,
  DeviceBody,
  LabelBarcodesBody,
  SlotsBody,
  SlotsOfDriveBody,
} from './device-commands.dto.js';
import { DeviceCommandsService } from './device-commands.service.js';
import { StorageCommand } from './media-command.decorators.js';

/** Devices and autochangers: the volumes in drives and slots, and labels by barcode. */
@ApiTags('storage-media')
@Controller('storage-media')
export class DeviceCommandsController {
  constructor(private readonly orders: DeviceCommandsService) {}

  /**
   * Label volumes by barcode
   * @remarks Labels the media in the autochanger that have a barcode and no volume yet. Takes up to several minutes for
   * each of them.
   */
  @StorageCommand('storages/:name/label-barcodes')
  @ApiOkResponse({ type: ChangerAnswer, description: 'The message of the Director.' })
  labelBarcodes(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') storage: string,
    @Query() { director }: DirectorQuery,
    @Body() body: LabelBarcodesBody,
  ): Promise<ChangerAnswer> {
    return this.orders.labelBarcodes(principal, actor, { storage, director, body });
  }

  /**
   * Update the slots of an autochanger
   * @remarks Compares the autochanger with the catalog, and corrects the slots in the catalog.
   */
  @StorageCommand('storages/:name/update-slots')
  @OptionalBody(SlotsOfDriveBody)
  @ApiOkResponse({ type: ChangerAnswer, description: 'The message of the Director.' })
  updateSlots(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') storage: string,
    @Query() { director }: DirectorQuery,
    @Body() body: SlotsOfDriveBody,
  ): Promise<ChangerAnswer> {
    return this.orders.commandChanger(principal, actor, 'update-slots', { storage, director, body });
  }

  /**
   * Import volumes
   * @remarks Moves volumes from the import/export slots of the autochanger into its slots.
   */
  @StorageCommand('storages/:name/import')
  @OptionalBody(SlotsBody)
  @ApiOkResponse({ type: ChangerAnswer, description: 'The message of the Director.' })
  importVolumes(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') storage: string,
    @Query() { director }: DirectorQuery,
    @Body() body: SlotsBody,
  ): Promise<ChangerAnswer> {
    return this.orders.commandChanger(principal, actor, 'import', { storage, director, body });
  }

  /**
   * Export volumes
   * @remarks Moves volumes from slots of the autochanger into its import/export slots.
   */
  @StorageCommand('storages/:name/export')
  @OptionalBody(SlotsBody)
  @ApiOkResponse({ type: ChangerAnswer, description: 'The message of the Director.' })
  exportVolumes(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') storage: string,
    @Query() { director }: DirectorQuery,
    @Body() body: SlotsBody,
  ): Promise<ChangerAnswer> {
    return this.orders.commandChanger(principal, actor, 'export', { storage, director, body });
  }

  /**
   * Mount a device
   * @remarks Loads a volume into a device, or makes an unmounted device available again.
   */
  @StorageCommand('devices/:name/mount')
  @OptionalBody(DeviceBody)
  @ApiOkResponse({ type: DeviceAnswer, description: 'The message of the Director.' })
  mountDevice(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') device: string,
    @Body() body: DeviceBody,
  ): Promise<DeviceAnswer> {
    return this.orders.commandDevice(principal, actor, { verb: 'mount', device, body });
  }

  /**
   * Unmount a device
   * @remarks Removes the volume from the device. The Director does not use the device until it is mounted again.
   */
  @StorageCommand('devices/:name/unmount')
  @OptionalBody(DeviceBody)
  @ApiOkResponse({ type: DeviceAnswer, description: 'The message of the Director.' })
  unmountDevice(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') device: string,
    @Body() body: DeviceBody,
  ): Promise<DeviceAnswer> {
    return this.orders.commandDevice(principal, actor, { verb: 'unmount', device, body });
  }

  /**
   * Release a device
   * @remarks Releases the volume without unloading it, so that another volume can be used next.
   */
  @StorageCommand('devices/:name/release')
  @OptionalBody(DeviceBody)
  @ApiOkResponse({ type: DeviceAnswer, description: 'The message of the Director.' })
  releaseDevice(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') device: string,
    @Body() body: DeviceBody,
  ): Promise<DeviceAnswer> {
    return this.orders.commandDevice(principal, actor, { verb: 'release', device, body });
  }
}
