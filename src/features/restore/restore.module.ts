import { Module } from '@nestjs/common';
import { RunsModule } from '../runs/runs.module.js';
import { BrowseCacheWarmer } from './browse-cache-warmer.service.js';
import { BrowseService } from './browse.service.js';
import { DownloadRetentionJob } from './downloads/download-retention.job.js';
import { DownloadStreams } from './downloads/download-streams.service.js';
import { DownloadsController } from './downloads/downloads.controller.js';
import { DownloadsRepository } from './downloads/downloads.repository.js';
import { DownloadsService } from './downloads/downloads.service.js';
import { StagedDownloads } from './downloads/staged-downloads.service.js';
import { StagingSweep } from './downloads/staging-sweep.service.js';
import { RestoreController } from './restore.controller.js';
import { RestoreService } from './restore.service.js';
import { RelocationPreview } from './relocation-preview.service.js';
import { RestoreTargetCheck } from './restore-target-check.service.js';
import { ChainSearch } from './search/chain-search.service.js';
import { GlobalFileSearch } from './search/global-file-search.service.js';
import { SearchService } from './search/search.service.js';

/** Restore points, their contents, and restores. */
@Module({
  imports: [RunsModule],
  controllers: [RestoreController, DownloadsController],
  providers: [
    BrowseService,
    BrowseCacheWarmer,
    RelocationPreview,
    RestoreService,
    RestoreTargetCheck,
    SearchService,
    ChainSearch,
    GlobalFileSearch,
    DownloadsService,
    DownloadsRepository,
    DownloadStreams,
    DownloadRetentionJob,
    StagedDownloads,
    StagingSweep,
  ],
})
export class RestoreModule {}
