import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Principal } from '../domain/principal.js';
import { CurrentPrincipal, Requires } from '../platform/http/access.decorators.js';
import { ApiPage, ApiProblems, type PageOf } from '../platform/http/api-answers.js';
import { DirectorPageQuery } from '../platform/http/page.dto.js';
import { DeviceRecord, DevicesQuery, SlotRecord, StorageRecord, StoragesQuery } from './storages.dto.js';
import { StoragesService } from './storages.service.js';

/** Storages, their devices, and the places of their changers. */
@ApiTags('storage-media')
@Controller('storage-media')
export class StoragesController {
  constructor(private readonly storages: StoragesService) {}

  /** Storages by name, each with whether it answers now; with `director=*` those of all Directors. */
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

  /** What a changer holds, as it sees it now: a robot looks, nothing is moved. */
  @Get('storages/:name/slots')
  @Requires('media:read')
  @ApiPage(
    SlotRecord,
    'Drives, then slots, then places for exchange, each by number; none where the storage is no changer.',
  )
  @ApiProblems(404, 422, 502, 503, 504)
  listSlots(
    @CurrentPrincipal() principal: Principal,
    @Param('name') name: string,
    @Query() query: DirectorPageQuery,
  ): Promise<PageOf<SlotRecord>> {
    return this.storages.listSlots(principal, name, query);
  }

  /** Devices by name as they stand now; with `director=*` those of all Directors. */
  @Get('devices')
  @Requires('media:read')
  @ApiPage(DeviceRecord, 'Devices by name.')
  @ApiProblems(404, 422, 502, 503, 504)
  listDevices(@CurrentPrincipal() principal: Principal, @Query() query: DevicesQuery): Promise<PageOf<DeviceRecord>> {
    return this.storages.listDevices(principal, query);
  }
}
