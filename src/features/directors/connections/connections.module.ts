import { Module } from '@nestjs/common';
import { ConfiguredDirectorsRepository } from './connections.repository.js';
import { DirectorConfigurationsController } from './connections.controller.js';
import { DirectorConfigurationsService } from './connections.service.js';
import { FoundDirectorsController } from './discovered-directors.controller.js';
import { ConnectedDirectors } from './connected-directors.js';

/** Which Directors the console speaks to. An internal group, apart from what the document covers. */
@Module({
  controllers: [DirectorConfigurationsController, FoundDirectorsController],
  providers: [ConfiguredDirectorsRepository, DirectorConfigurationsService, ConnectedDirectors],
})
export class DirectorConfigurationModule {}
