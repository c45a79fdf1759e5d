import { Module } from '@nestjs/common';
import { FirstAdmin } from './first-admin.js';
import { FirstPasswordFile } from './first-password-file.js';
import { PasswordHasher } from './password-hasher.js';
import { UserChanges } from './user-changes.service.js';
import { UsersController } from './users.controller.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@Module({
  controllers: [UsersController],
  providers: [UsersRepository, UsersService, UserChanges, PasswordHasher, FirstAdmin, FirstPasswordFile],
  exports: [UsersRepository, UsersService, PasswordHasher, FirstAdmin, FirstPasswordFile],
})
export class UsersModule {}
