import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { advisoryLocks } from './advisory-locks.js';
import { LockConnection } from './lock-connection.js';

/**
 * Shows to every process on the same database that this one lives: a lock, which ends with the process, however that ends.
 * While the connection is being reopened, other processes treat this one as ended.
 */
@Injectable()
export class InstanceLiveness {
  /** Of this process alone; another one each time that the console starts. */
  readonly id = randomInt(1, 2 ** 31 - 1);

  constructor(
    private readonly dataSource: DataSource,
    locks: LockConnection,
  ) {
    locks.keep(advisoryLocks.instance, this.id);
  }

  /** Whether the process of this id lives and reaches the database. */
  async isAlive(id: number): Promise<boolean> {
    const found: readonly unknown[] = await this.dataSource.query(
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid = $2 AND objsubid = 2
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [advisoryLocks.instance, id],
    );
    return found.length > 0;
  }
}
