import { Module } from '@nestjs/common';
import { NameFeedFigures } from './name-feed-figures.repository.js';
import { NameFeedMetrics } from './name-feed-metrics.js';

/** What the mirror of catalogs tells those who watch the console. */
@Module({ providers: [NameFeedFigures, NameFeedMetrics] })
export class MirrorMetricsModule {}
