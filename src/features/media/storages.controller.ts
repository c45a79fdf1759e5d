import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Principal } from '../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../http/access.decorators.js';
import { ApiPage, ApiProblems, type PageOf } from '../../http/api-answers.js';
import { DirectorPageQuery } from '../../http/page.dto.js';
import { DeviceRecord, DevicesQuery, SlotRecord, StorageRecord, StoragesQuery } from './storages.dto.js';
import { StoragesService } from './storages.service.js';

/** Storages, their devices, and the places of their changers. */
@ApiTags('storage-media')
@Controller('storage-media')
export class StoragesController {
  constructor(private readonly storages: StoragesService) {}

  /**
   * List storages
   * @remarks Sorted by name, with their current reachability. `director=*` includes all Directors.
   */
  @Get('storages')
  @Requires('media:read')
  @ApiPage(StorageRecord, 'Storages by name.')
  @ApiProblems(404, 422, 502, 503, 504)
  listStorages(
    @CurrentPrincipal() principal: Principal,
    @Query() query: StoragesQuery,
  ): Promise<PageOf<StorageRecord>> {
    return this.storages.listStorages(principal, query);
  }

  /**
   * List the slots of an autochanger
   * @remarks Returns its current content. Nothing is moved.
   */
  @Get('storages/:name/slots')
  @Requires('media:read')
  @ApiPage(
    SlotRecord,
    'Drives, then slots, then import/export slots, each by number; empty if the storage is not an autochanger.',
  )
  @ApiProblems(404, 422, 502, 503, 504)
  listSlots(
    @CurrentPrincipal() principal: Principal,
    @Param('name') name: string,
    @Query() query: DirectorPageQuery,
  ): Promise<PageOf<SlotRecord>> {
    return this.storages.listSlots(principal, name, query);
  }

  /**
   * List devices
   * @remarks Sorted by name, with their current status. `director=*` includes all Directors.
   */
  @Get('devices')
  @Requires('media:read')
  @ApiPage(DeviceRecord, 'Devices by name.')
  @ApiProblems(404, 422, 502, 503, 504)
  listDevices(@CurrentPrincipal() principal: Principal, @Query() query: DevicesQuery): Promise<PageOf<DeviceRecord>> {
    return this.storages.listDevices(principal, query);
  }
}
