import { Global, Module } from '@nestjs/common';
import { PoolOutlooks } from '../domain/pool-outlooks.port.js';
import { RunsModule } from '../runs/runs.module.js';
import { Forgetting } from './forgetting.service.js';
import { MediaOrdersController } from './media-orders.controller.js';
import { MediaOrders } from './media-orders.service.js';
import { PoolWritingsRepository } from './pool-writings.repository.js';
import { PoolsController } from './pools.controller.js';
import { PoolsService } from './pools.service.js';
import { StoragesController } from './storages.controller.js';
import { StoragesService } from './storages.service.js';
import { VolumeChanges } from './volume-changes.service.js';
import { VolumesController } from './volumes.controller.js';
import { VolumesService } from './volumes.service.js';

/** Storages with their devices and slots, pools with their forecast, volumes with what lies on them. */
@Global()
@Module({
  imports: [RunsModule],
  controllers: [StoragesController, PoolsController, VolumesController, MediaOrdersController],
  providers: [
    ...[StoragesService, PoolsService, VolumesService, PoolWritingsRepository],
    ...[MediaOrders, VolumeChanges, Forgetting],
    { provide: PoolOutlooks, useExisting: PoolsService },
  ],
  exports: [PoolOutlooks],
})
export class StorageMediaModule {}
