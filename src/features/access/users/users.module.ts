import { Module } from '@nestjs/common';
import { FirstAdmin, FirstPasswordFile } from './first-admin.js';
import { NewPasswords } from './new-password.js';
import { PasswordHasher } from './password-hasher.js';
import { UserChanges } from './user-changes.service.js';
import { UsersController } from './users.controller.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@Module({
  controllers: [UsersController],
  providers: [UsersRepository, UsersService, UserChanges, PasswordHasher, NewPasswords, FirstAdmin, FirstPasswordFile],
  exports: [UsersRepository, UsersService, PasswordHasher, NewPasswords, FirstAdmin, FirstPasswordFile],
})
export class UsersModule {}
