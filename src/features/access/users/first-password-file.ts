import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { type Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../config/settings.module.js';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work.js';
import { firstAdminName } from './first-admin.js';

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
    // The mode of writeFileSync does not change a file that stands already.
    chmodSync(this.path, 0o600);
  }

  /** For every change of a password: that of the first admin makes the file wrong. */
  passwordChanged(transaction: Transaction, username: string): void {
    if (username === firstAdminName) this.unitOfWork.afterCommit(transaction, () => rmSync(this.path, { force: true }));
  }
}
