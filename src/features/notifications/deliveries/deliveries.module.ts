import { Module } from '@nestjs/common';
import { NotificationsModule } from '../notifications.module.js';
import { ChannelHealth } from './channel-health.repository.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryRetentionJob } from './delivery-retention.job.js';
import { DeliveryCounts } from './delivery.js';
import { DeliveryMetricsRepository } from './delivery-metrics.repository.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { DeliveryOutcomes } from './delivery-outcomes.service.js';
import { DeliveryQueue } from './delivery-queue.repository.js';
import { DeliveryVisibility } from './delivery-visibility.service.js';
import { DeliverySending, DeliveryWorker } from './delivery-worker.js';
import { FanOutRepository } from './fan-out.repository.js';
import { FanOut } from './fan-out.service.js';

/** From recorded events to deliveries, and from deliveries to receivers. An internal group, apart from what the document covers. */
@Module({
  imports: [NotificationsModule],
  controllers: [DeliveriesController],
  providers: [
    FanOutRepository,
    FanOut,
    DeliveryQueue,
    ChannelHealth,
    DeliveryOutcomes,
    DeliverySending,
    DeliveryWorker,
    DeliveryVisibility,
    DeliveriesRepository,
    DeliveriesService,
    DeliveryRetentionJob,
    DeliveryCounts,
    DeliveryMetricsRepository,
    DeliveryMetrics,
  ],
})
export class DeliveriesModule {}
