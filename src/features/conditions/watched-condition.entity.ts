import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type ConditionKind } from '../../domain/conditions.port.js';

/** A condition that holds, or that checks in a row speak for. One that does not hold any more has no row. */
@Entity()
@Index(['kind', 'director'])
export class WatchedConditionEntity {
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
