import { Module } from '@nestjs/common';
import { NameFeedFigures } from './search-index-metrics.repository.js';
import { NameFeedMetrics } from './search-index-metrics.js';

/** What the mirror of catalogs tells those who watch the console. */
@Module({ providers: [NameFeedFigures, NameFeedMetrics] })
export class MirrorMetricsModule {}
