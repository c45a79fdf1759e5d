import { createDataSource } from '../../src/data-source.js';
import { type UserEntity } from '../../src/users/user.entity.js';
import { type DataSource } from 'typeorm';
import { randomUUID } from 'node:crypto';
import { copyDatabase } from './database.js';

/** An open, migrated database of the console, for the caller alone. */
export async function openConsoleDatabase(): Promise<DataSource> {
  return createDataSource(await copyDatabase('template_console')).initialize();
}

export function makeUser(members: Partial<UserEntity> = {}): UserEntity {
  const username = members.username ?? `user-${randomUUID()}`;
  const at = new Date('2026-11-20T21:00:00.000Z');
  return {
    id: randomUUID(),
    username,
    usernameKey: username.toLowerCase(),
    passwordHash: 'none',
    role: 'readonly',
    disabledAt: null,
    createdAt: at,
    updatedAt: at,
    lastLoginAt: null,
    ...members,
  };
}
