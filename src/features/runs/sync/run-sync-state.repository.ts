import { type DataSource, type EntityManager, Column, Entity, PrimaryColumn } from 'typeorm';
import { type RunSyncState, unreadState } from '../../../domain/run-sync.js';
import { queryPrepared } from '../../../database/prepared-statement.js';
import { type Transaction } from '../../../database/unit-of-work.js';

/** How far the record of runs has followed one Director's catalog. The first columns are the domain's FeedState. */
@Entity()
export class RunSyncStateEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @Column({ type: 'integer' })
  generation!: number;

  @Column({ type: 'bigint' })
  generationFrom!: string;

  @Column({ type: 'bigint', nullable: true })
  mark!: string | null;

  @Column({ type: 'bigint' })
  filledFrom!: string;

  /** When the catalog was read for the first time. Runs that had ended by then are history and cause no events. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  baselineAt!: Date | null;

  /** When ids started over. Runs of the new id space that had ended by then are history. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  historyUntil!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  readAt!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failedAt!: Date | null;

  /** The last failure, in a form that may be shown. */
  @Column({ type: 'text', nullable: true })
  failure!: string | null;
}

interface StateRow {
  readonly generation: number;
  readonly generation_from: string;
  readonly mark: string | null;
  readonly filled_from: string;
  readonly read_at: Date | null;
  readonly history_until: Date | null;
}

const selectState = `SELECT generation, generation_from, mark, filled_from, read_at, history_until
  FROM run_sync_state WHERE director = $1`;

/** Runs outside of any transaction, at every poll of a catalog; hence prepared. */
export async function readState(dataSource: DataSource, director: string): Promise<RunSyncState> {
  const [row] = await queryPrepared<StateRow>(dataSource, { name: 'run_feed_state', text: selectState }, [director]);
  return row ? stateOfRow(row) : unreadState;
}

export async function findState(manager: EntityManager, director: string): Promise<RunSyncState> {
  const [row] = await manager.query<StateRow[]>(selectState, [director]);
  return row ? stateOfRow(row) : unreadState;
}

/** The state, which no other process changes until the transaction ends. */
export async function lockState(transaction: Transaction, director: string): Promise<RunSyncState> {
  await transaction.query(
    `INSERT INTO run_sync_state (director, generation, generation_from, mark, filled_from) VALUES ($1, $2, $3, NULL, $4)
     ON CONFLICT DO NOTHING`,
    [director, unreadState.generation, unreadState.generationFrom, unreadState.filledFrom],
  );
  const [row] = await transaction.query<StateRow[]>(`${selectState} FOR UPDATE`, [director]);
  if (!row) throw new Error('The row that was just inserted does not exist.');
  return stateOfRow(row);
}

/** `isWhole`: the catalog was read through to its newest run. */
export async function keepState(
  transaction: Transaction,
  director: string,
  { generation, generationFrom, mark, filledFrom, historyUntil }: RunSyncState,
  isWhole: boolean,
): Promise<void> {
  await transaction.query(
    `UPDATE run_sync_state SET generation = $2, generation_from = $3, mark = $4, filled_from = $5,
       history_until = $7, baseline_at = CASE WHEN $6 THEN COALESCE(baseline_at, now()) ELSE baseline_at END
     WHERE director = $1`,
    [director, generation, generationFrom, mark, filledFrom, isWhole, historyUntil],
  );
}

function stateOfRow(row: StateRow): RunSyncState {
  return {
    generation: row.generation,
    generationFrom: Number(row.generation_from),
    mark: row.mark === null ? null : Number(row.mark),
    filledFrom: Number(row.filled_from),
    readAt: row.read_at,
    historyUntil: row.history_until,
  };
}
