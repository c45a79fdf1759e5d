import { Module } from '@nestjs/common';
import { RunsModule } from '../runs/runs.module.js';
import { BrowseWarmer } from './browse-warmer.service.js';
import { BrowseService } from './browse.service.js';
import { RestoreController } from './restore.controller.js';
import { RestoreService } from './restore.service.js';
import { TargetLook } from './target-look.service.js';

/** Restore points, what they hold, and bringing it back. */
@Module({
  imports: [RunsModule],
  controllers: [RestoreController],
  providers: [BrowseService, BrowseWarmer, RestoreService, TargetLook],
})
export class RestoreModule {}
