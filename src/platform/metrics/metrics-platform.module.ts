import { Global, Module } from '@nestjs/common';
import { HttpMetrics } from './http-metrics.js';
import { MetricSources } from './metric-sources.js';
import { ProcessMetrics } from './process-metrics.js';

/** Where figures for those who watch the console come together, and the figures that belong to no feature. */
@Global()
@Module({ providers: [MetricSources, HttpMetrics, ProcessMetrics], exports: [MetricSources, HttpMetrics] })
export class MetricsPlatformModule {}
