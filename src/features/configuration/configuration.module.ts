import { Module } from '@nestjs/common';
import { ConfigurationApplying } from './configuration-applying.service.js';
import { ConfigurationChangeRetentionJob } from './configuration-change-retention.job.js';
import { ConfigurationChangesController } from './configuration-changes.controller.js';
import { ConfigurationChangesRepository } from './configuration-changes.repository.js';
import { ConfigurationChanges } from './configuration-changes.service.js';
import { ConfigurationController } from './configuration.controller.js';
import { ConfigurationEffectsService } from './configuration-effects.service.js';
import { ConfigurationTurns } from './configuration-turns.js';
import { Configurations } from './configurations.js';
import { MachineBrowser } from './browse.service.js';
import { ConfigurationPreviewsController } from './previews.controller.js';
import { ConfigurationPreviews } from './previews.service.js';
import { ConfigurationResourcesController } from './resources.controller.js';
import { ConfigurationResources } from './resources.service.js';
import { RenamesModule } from './renames/renames.module.js';

/** The configuration of Directors: its state, drafts of changes, and the history. */
@Module({
  imports: [RenamesModule],
  controllers: [
    ConfigurationController,
    ConfigurationChangesController,
    ConfigurationResourcesController,
    ConfigurationPreviewsController,
  ],
  providers: [
    Configurations,
    ConfigurationChangesRepository,
    ConfigurationChanges,
    ConfigurationEffectsService,
    ConfigurationTurns,
    ConfigurationApplying,
    ConfigurationChangeRetentionJob,
    ConfigurationResources,
    MachineBrowser,
    ConfigurationPreviews,
  ],
})
export class ConfigurationModule {}
