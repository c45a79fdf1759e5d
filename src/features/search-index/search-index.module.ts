import { Global, Module } from '@nestjs/common';
import { RunsModule } from '../runs/runs.module.js';
import { IndexCleanup } from './index-cleanup.repository.js';
import { RetainedRunsRepository } from './retained-runs.repository.js';
import { MirrorController } from './search-index.controller.js';
import { NameBatches } from './name-batches.repository.js';
import { NameIndexing } from './name-indexing.service.js';
import { NameWrites } from './name-writes.repository.js';
import { SearchIndexesRepository } from './search-indexes.repository.js';
import { SearchIndexMetricsRepository } from './search-index-metrics.repository.js';
import { SearchIndexMetrics } from './search-index-metrics.js';
import { NameIndex } from '../../domain/file-search.js';
import { StoredNameIndex } from './name-index.repository.js';

/** Metrics of the search index. */
@Module({ providers: [SearchIndexMetricsRepository, SearchIndexMetrics] })
export class MirrorMetricsModule {}

/** What the console keeps of a catalog beside the record of runs. Features know it by its ports alone. */
@Global()
@Module({
  providers: [{ provide: NameIndex, useClass: StoredNameIndex }],
  exports: [NameIndex],
})
export class MirrorModule {}

/** Keeps the index of names up to date with each Director's catalog, and reports its progress. */
@Global()
@Module({
  imports: [RunsModule],
  controllers: [MirrorController],
  providers: [RetainedRunsRepository, NameBatches, NameWrites, IndexCleanup, NameIndexing, SearchIndexesRepository],
  exports: [NameIndexing, SearchIndexesRepository],
})
export class SearchIndexModule {}
