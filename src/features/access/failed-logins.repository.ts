import { Injectable } from '@nestjs/common';
import { DataSource, Column, Entity, Index, LessThan, PrimaryColumn } from 'typeorm';
import { type Transaction } from '../../database/unit-of-work.js';

/** The last failed logins of an account or from an address. */
@Entity()
export class FailedLoginEntity {
  /** dedupKey of the event that too many of them give. */
  @PrimaryColumn({ type: 'text' })
  key!: string;

  /** Newest first, as many as make an event. */
  @Column({ type: 'timestamptz', array: true })
  times!: Date[];

  @Index()
  @Column({ type: 'timestamptz', precision: 3 })
  lastAt!: Date;
}

@Injectable()
export class FailedLoginsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Adds failed logins, newest first; returns the newest `most` of this key, newest first. */
  async add(transaction: Transaction, key: string, newest: readonly Date[], most: number): Promise<readonly Date[]> {
    const [row] = await transaction.query<{ times: Date[] }[]>(
      `INSERT INTO failed_login AS r (key, times, last_at) VALUES ($1, ($2::timestamptz[])[1:$4], $3)
       ON CONFLICT (key) DO UPDATE SET times = (excluded.times || r.times)[1:$4],
         last_at = GREATEST(r.last_at, excluded.last_at) RETURNING times`,
      [key, newest, newest[0], most],
    );
    return row?.times ?? [];
  }

  async deleteOlder(before: Date): Promise<void> {
    await this.dataSource.getRepository(FailedLoginEntity).delete({ lastAt: LessThan(before) });
  }
}
