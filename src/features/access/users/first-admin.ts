import { randomInt, randomUUID } from 'node:crypto';
import { Injectable, Inject } from '@nestjs/common';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemActor } from '../../../domain/actor.js';
import { Clock } from '../../../domain/clock.js';
import { AuditRecorder } from '../../audit/audit-recorder.js';
import { UnitOfWork, type Transaction } from '../../../database/unit-of-work.js';
import { NewPasswords } from './new-password.js';
import { usernameKeyOf, UsersRepository } from './users.repository.js';
import { type Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../config/settings.module.js';

const firstAdminName = 'admin';
/** Without letters and digits that people take for one another. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export interface FirstAdminResult {
  readonly created: boolean;
  /** Only where one was created and no password was given; it is kept nowhere. */
  readonly generatedPassword?: string;
  /** The given password is easily guessed, and is the admin's all the same. */
  readonly isEasilyGuessed?: boolean;
}

/** Makes the user `admin` while there is no admin at all, so that a new installation can be entered. */
@Injectable()
export class FirstAdmin {
  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: NewPasswords,
    private readonly audit: AuditRecorder,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Instances that start at the same time create one admin together. `keep` stores a generated password before the admin is
   * created: a crash in between must not leave an admin with an unknown password.
   */
  ensureFirstAdmin(
    { adminPassword }: { readonly adminPassword: string | null },
    keep: (password: string) => void = () => undefined,
  ): Promise<FirstAdminResult> {
    return this.unitOfWork.run(async (transaction) => {
      await this.users.lockFirstAdmin(transaction);
      if (await this.users.hasAdmin(transaction)) return { created: false };
      const password = adminPassword ?? generatePassword();
      const isEasilyGuessed = adminPassword !== null && (await this.judge(adminPassword));
      const now = this.clock.now();
      const id = randomUUID();
      await this.users.insert(transaction, {
        id,
        username: firstAdminName,
        usernameKey: usernameKeyOf(firstAdminName),
        passwordHash: await this.passwords.hashChecked(password),
        passwordGivenBy: null,
        role: 'admin',
        disabledAt: null,
        createdAt: now,
        updatedAt: now,
        lastLoginAt: null,
      });
      await this.audit.record(transaction, {
        actor: systemActor,
        action: 'user.create',
        target: `user:${id}`,
        targetName: firstAdminName,
        changes: { username: { to: firstAdminName }, role: { to: 'admin' } },
      });
      if (adminPassword !== null) return { created: true, isEasilyGuessed };
      keep(password);
      return { created: true, generatedPassword: password };
    });
  }

  /**
   * Whether ADMIN_PASSWORD is easily guessed. That does not stop the start: earlier versions took such passwords, and an installation
   * that is set up again with its old settings must come up. What no version took stops it, with an Error.
   */
  private async judge(password: string): Promise<boolean> {
    const fault = await this.passwords.check(password, firstAdminName);
    if (fault === null) return false;
    if (fault.reason === 'easily_guessed') return true;
    throw new Error(`ADMIN_PASSWORD: ${fault.detail}`);
  }
}

/** About 140 bits. */
function generatePassword(): string {
  return Array.from({ length: 24 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

/** The generated password of the first admin, where only the console's own user can read it, until it is changed. */
@Injectable()
export class FirstPasswordFile {
  readonly path: string;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly unitOfWork: UnitOfWork,
  ) {
    this.path = join(settings.dataDir, 'admin-password');
  }

  keep(password: string): void {
    writeFileSync(this.path, `${password}\n`, { mode: 0o600 });
    // The mode of writeFileSync does not change an existing file.
    chmodSync(this.path, 0o600);
  }

  /** For every change of a password: that of the first admin makes the file wrong. */
  passwordChanged(transaction: Transaction, username: string): void {
    if (username === firstAdminName) this.unitOfWork.afterCommit(transaction, () => rmSync(this.path, { force: true }));
  }
}
