import { Module } from '@nestjs/common';
import { MetricsController } from './metrics.controller.js';
import { MetricsService } from './metrics.service.js';

/** Figures of the whole console for those who scrape it. */
@Module({ controllers: [MetricsController], providers: [MetricsService] })
export class MetricsModule {}
