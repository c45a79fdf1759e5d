import { Global, Module } from '@nestjs/common';
import { SearchIndexes } from '../../domain/search-index.js';
import { RunsModule } from '../runs/runs.module.js';
import { FeedHousekeeping } from './index-cleanup.repository.js';
import { KeptRunsRepository } from './retained-runs.repository.js';
import { MirrorController } from './search-index.controller.js';
import { NameBatches } from './name-batches.repository.js';
import { NameFeed } from './name-indexing.service.js';
import { NameWrites } from './name-writes.repository.js';
import { StoredSearchIndexes } from './search-indexes.repository.js';

/** Keeps the index of names up to date with each Director's catalog, and tells how far it has come. */
@Global()
@Module({
  imports: [RunsModule],
  controllers: [MirrorController],
  providers: [
    ...[KeptRunsRepository, NameBatches, NameWrites, FeedHousekeeping, NameFeed],
    { provide: SearchIndexes, useClass: StoredSearchIndexes },
  ],
  exports: [NameFeed, SearchIndexes],
})
export class NameFeedModule {}
