import { Global, Module } from '@nestjs/common';
import { RoleLookup } from '../../../domain/role-lookup.port.js';
import { RolesController } from './roles.controller.js';
import { RolesRepository, StoredRoleLookup } from './roles.repository.js';
import { RolesService } from './roles.service.js';

/** Global for the sake of RoleLookup, which users ask through the port. */
@Global()
@Module({
  controllers: [RolesController],
  providers: [RolesRepository, RolesService, { provide: RoleLookup, useClass: StoredRoleLookup }],
  exports: [RoleLookup],
})
export class RolesModule {}
