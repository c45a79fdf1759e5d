import { Injectable } from '@nestjs/common';
import { DataSource, Column, Entity, In, Index, LessThan, PrimaryColumn } from 'typeorm';
import { type Transaction } from '../../database/unit-of-work.js';
import { type FailureCount } from './login-throttle.rules.js';

/** Failed log-ins of an account, of an address, or of both together. */
@Entity()
export class LoginThrottleEntity {
  /** Kind and SHA-256 of the counted key. The name is not stored, because people type passwords into its field. */
  @PrimaryColumn({ type: 'text' })
  key!: string;

  @Column({ type: 'integer' })
  failures!: number;

  @Index()
  @Column({ type: 'timestamptz', precision: 3 })
  lastFailedAt!: Date;
}

@Injectable()
export class LoginThrottlesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The counters of these keys, each locked until the transaction ends; a new one starts at 0. */
  async lock(transaction: Transaction, keys: readonly string[], now: Date): Promise<Map<string, FailureCount>> {
    // In one order, so that two log-ins never wait for each other.
    const sorted = [...keys].sort();
    await transaction.query(
      `INSERT INTO login_throttle (key, failures, last_failed_at) SELECT key, 0, $2 FROM unnest($1::text[]) AS key
       ON CONFLICT (key) DO NOTHING`,
      [sorted, now],
    );
    const rows: LoginThrottleEntity[] = await transaction.query(
      `SELECT key, failures, last_failed_at AS "lastFailedAt" FROM login_throttle WHERE key = ANY($1) ORDER BY key FOR UPDATE`,
      [sorted],
    );
    return new Map(rows.map((row) => [row.key, row]));
  }

  async set(transaction: Transaction, key: string, count: FailureCount): Promise<void> {
    const { failures, lastFailedAt } = count;
    await transaction.getRepository(LoginThrottleEntity).update({ key }, { failures, lastFailedAt });
  }

  /** Takes one failure back from each of these. */
  async takeBack(keys: readonly string[]): Promise<void> {
    await this.dataSource.query('UPDATE login_throttle SET failures = GREATEST(failures - 1, 0) WHERE key = ANY($1)', [
      keys,
    ]);
  }

  async clear(keys: readonly string[]): Promise<void> {
    await this.dataSource.getRepository(LoginThrottleEntity).update({ key: In(keys) }, { failures: 0 });
  }

  async deleteOlder(before: Date): Promise<void> {
    await this.dataSource.getRepository(LoginThrottleEntity).delete({ lastFailedAt: LessThan(before) });
  }
}
