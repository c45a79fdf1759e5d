import { Global, Module } from '@nestjs/common';
import { RolesController } from './roles.controller.js';
import { RolesRepository } from './roles.repository.js';
import { RolesService } from './roles.service.js';

/** Global, because log-in, users and the caller's principal read the capabilities of roles. */
@Global()
@Module({
  controllers: [RolesController],
  providers: [RolesRepository, RolesService],
  exports: [RolesRepository],
})
export class RolesModule {}
