import { Injectable } from '@nestjs/common';
import { DataSource, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type ConditionState, type ConditionKind, type Sighting } from '../../domain/condition.js';
import { type Transaction } from '../../database/unit-of-work.js';

/** A condition that is open, or that consecutive checks may open. One that is over has no row. */
@Entity()
@Index(['kind', 'director'])
export class ConditionStateEntity {
  /** The dedupKey of its events. */
  @PrimaryColumn({ type: 'text' })
  key!: string;

  @Column({ type: 'text' })
  kind!: ConditionKind;

  /** null: it is the console's own. */
  @Column({ type: 'text', nullable: true })
  director!: string | null;

  /** Whether subscribers were notified that it began. */
  @Column({ type: 'boolean' })
  isActive!: boolean;

  /** Checks in a row that speak for a change, and when the first of them was. */
  @Column({ type: 'integer' })
  streak!: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  streakSince!: Date | null;

  /** When it began; null: it has not. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  since!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  checkedAt!: Date | null;

  /** Members of its events, which also the end of something that is gone needs. */
  @Column({ type: 'jsonb' })
  details!: Record<string, unknown>;

  /** From one sequence for all rows: events of two occurrences are two events. */
  @Column({ type: 'bigint', default: () => "nextval('condition_occurrence')" })
  occurrence!: string;
}

const columns = `key, kind, director, is_active AS "isActive", streak, streak_since AS "streakSince", since,
  checked_at AS "checkedAt", details, occurrence`;

@Injectable()
export class ConditionStates {
  constructor(private readonly dataSource: DataSource) {}

  /** `director` null: of all. */
  ofKind(kind: ConditionKind, director: string | null): Promise<ConditionStateEntity[]> {
    return this.dataSource.query(
      `SELECT ${columns} FROM condition_state WHERE kind = $1 AND ($2::text IS NULL OR director = $2) ORDER BY key`,
      [kind, director],
    );
  }

  async keysAmong(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const text = 'SELECT key FROM condition_state WHERE key = ANY ($1::text[])';
    const rows = await this.dataSource.query<{ key: string }[]>(text, [keys]);
    return new Set(rows.map(({ key }) => key));
  }

  async directors(): Promise<string[]> {
    const text = 'SELECT DISTINCT director FROM condition_state WHERE director IS NOT NULL';
    const rows = await this.dataSource.query<{ director: string }[]>(text);
    return rows.map(({ director }) => director);
  }

  /** The row, locked until the transaction ends. null: there is none, or another process has just deleted it. */
  async lock(transaction: Transaction, key: string): Promise<ConditionStateEntity | null> {
    const text = `SELECT ${columns} FROM condition_state WHERE key = $1 FOR UPDATE`;
    const [row] = await transaction.query<ConditionStateEntity[]>(text, [key]);
    return row ?? null;
  }

  /** What another process inserted meanwhile stays. */
  async insert(transaction: Transaction, { key, kind, director, details }: Sighting): Promise<void> {
    await transaction.query(
      `INSERT INTO condition_state (key, kind, director, is_active, streak, details) VALUES ($1, $2, $3, false, 0, $4)
       ON CONFLICT (key) DO NOTHING`,
      [key, kind, director, JSON.stringify(details)],
    );
  }

  async update(
    transaction: Transaction,
    key: string,
    { isActive, streak, streakSince, checkedAt }: ConditionState,
    { since, details }: Pick<ConditionStateEntity, 'since' | 'details'>,
  ): Promise<void> {
    await transaction.query(
      `UPDATE condition_state SET is_active = $2, streak = $3, streak_since = $4, checked_at = $5, since = $6, details = $7
       WHERE key = $1`,
      [key, isActive, streak, streakSince, checkedAt, since, JSON.stringify(details)],
    );
  }

  async delete(transaction: Transaction, key: string): Promise<void> {
    await transaction.query('DELETE FROM condition_state WHERE key = $1', [key]);
  }
}
