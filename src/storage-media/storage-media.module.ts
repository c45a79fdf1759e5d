import { Module } from '@nestjs/common';
import { Forgetting } from './forgetting.service.js';
import { MediaOrdersController } from './media-orders.controller.js';
import { MediaOrders } from './media-orders.service.js';

/** Storages with their devices and slots, pools with their forecast, volumes with what lies on them. */
@Module({
  controllers: [MediaOrdersController],
  providers: [MediaOrders, Forgetting],
})
export class StorageMediaModule {}
