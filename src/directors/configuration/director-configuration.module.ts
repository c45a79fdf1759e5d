import { Module } from '@nestjs/common';
import { ConfiguredDirectorsRepository } from './configured-directors.repository.js';
import { DirectorConfigurationsController } from './director-configurations.controller.js';
import { DirectorConfigurationsService } from './director-configurations.service.js';
import { FoundDirectorsController } from './found-directors.controller.js';
import { StoredDirectors } from './stored-directors.js';

/** Which Directors the console speaks to. An internal group, apart from what the document covers. */
@Module({
  controllers: [DirectorConfigurationsController, FoundDirectorsController],
  providers: [ConfiguredDirectorsRepository, DirectorConfigurationsService, StoredDirectors],
})
export class DirectorConfigurationModule {}
