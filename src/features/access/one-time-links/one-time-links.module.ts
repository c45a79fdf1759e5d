import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { OneTimeLinksController } from './one-time-links.controller.js';
import { OneTimeLinksRepository } from './one-time-links.repository.js';
import { OneTimeLinks } from './one-time-links.service.js';

/** Creating links is an internal route; redeeming one is public, like the login. */
@Module({
  imports: [UsersModule],
  controllers: [OneTimeLinksController],
  providers: [OneTimeLinksRepository, OneTimeLinks],
  exports: [OneTimeLinksRepository],
})
export class OneTimeLinksModule {}
