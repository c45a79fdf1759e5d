import { Module } from '@nestjs/common';
import { VolumeMetrics } from './volume-metrics.js';

/** What volumes tell those who watch the console. */
@Module({ providers: [VolumeMetrics] })
export class VolumeMetricsModule {}
