import { Module } from '@nestjs/common';
import { DirectorConsoleController } from './director-console.controller.js';
import { DirectorConsoleService } from './director-console.service.js';

/** Commands of users to a Director. An internal group, apart from what the document covers. */
@Module({ controllers: [DirectorConsoleController], providers: [DirectorConsoleService] })
export class DirectorConsoleModule {}
