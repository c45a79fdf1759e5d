import { Global, Module } from '@nestjs/common';
import { RunsModule } from '../runs/runs.module.js';
import { DeviceCommandsController } from './device-commands.controller.js';
import { DeviceCommandsService } from './device-commands.service.js';
import { VolumePurge } from './volume-purge.service.js';
import { Labeling } from './labeling.service.js';
import { MediaCommandLocks } from './media-command-locks.service.js';
import { PoolWritingsRepository } from './pool-usage.repository.js';
import { PoolsController } from './pools.controller.js';
import { PoolsService } from './pools.service.js';
import { RunDeletionController } from './run-deletion.controller.js';
import { RunDeletion } from './run-deletion.service.js';
import { StoragesController } from './storages.controller.js';
import { StoragesService } from './storages.service.js';
import { VolumeChanges } from './volume-changes.service.js';
import { VolumeCommandsController } from './volume-commands.controller.js';
import { VolumesController } from './volumes.controller.js';
import { VolumesService } from './volumes.service.js';
import { VolumeMetrics } from './volume-metrics.js';

/** Metrics of volumes. */
@Module({ providers: [VolumeMetrics] })
export class VolumeMetricsModule {}

/** Storages with their devices and slots, pools with their forecast, volumes with their runs. */
@Global()
@Module({
  imports: [RunsModule],
  controllers: [
    StoragesController,
    PoolsController,
    VolumesController,
    VolumeCommandsController,
    DeviceCommandsController,
    RunDeletionController,
  ],
  providers: [
    StoragesService,
    PoolsService,
    VolumesService,
    PoolWritingsRepository,
    MediaCommandLocks,
    Labeling,
    VolumeChanges,
    DeviceCommandsService,
    VolumePurge,
    RunDeletion,
  ],
  exports: [PoolsService],
})
export class StorageMediaModule {}
