import { Module } from '@nestjs/common';

/** Storages with their devices and slots, pools with their forecast, volumes with what lies on them. */
@Module({
  controllers: [],
  providers: [],
})
export class StorageMediaModule {}
