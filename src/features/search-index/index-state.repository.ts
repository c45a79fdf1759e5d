import { type EntityManager } from 'typeorm';
import { type Transaction } from '../../database/unit-of-work.js';

export interface IndexState {
  readonly generation: number;
  readonly moment: number;
}

interface StateRow {
  readonly generation: number;
  readonly moment: string;
}

/** The state, which no other process changes until the transaction ends. */
export async function lockIndexState(transaction: Transaction, director: string): Promise<IndexState> {
  await transaction.query(
    'INSERT INTO index_state (director, generation, moment, waiting) VALUES ($1, 0, 0, 0) ON CONFLICT DO NOTHING',
    [director],
  );
  const [row] = await transaction.query<StateRow[]>(
    'SELECT generation, moment FROM index_state WHERE director = $1 FOR UPDATE',
    [director],
  );
  if (!row) throw new Error('The row that was just inserted does not exist.');
  return { generation: row.generation, moment: Number(row.moment) };
}

/** Begins a new index version for the changes of this transaction; the index state is locked. */
export async function nextVersion(transaction: Transaction, director: string): Promise<number> {
  const [rows]: [{ moment: string }[], number] = await transaction.query(
    'UPDATE index_state SET moment = moment + 1 WHERE director = $1 RETURNING moment',
    [director],
  );
  return Number(rows[0]?.moment);
}

/** From the next moment on others are read instead, and their runs wait again. */
export async function supersede(
  transaction: Transaction,
  director: string,
  lineages: readonly number[],
): Promise<void> {
  if (lineages.length === 0) return;
  const moment = await nextVersion(transaction, director);
  await transaction.query(
    `UPDATE name_segment_set SET retired_moment = $2, retired_at = now(), writer = NULL
     WHERE id = ANY ($1::integer[]) AND retired_moment IS NULL`,
    [lineages, moment],
  );
  await transaction.query('UPDATE name_run SET lineage_id = NULL WHERE lineage_id = ANY ($1::integer[])', [lineages]);
}

export async function activeLineages(manager: EntityManager, director: string): Promise<number[]> {
  const rows = await manager.query<{ id: number }[]>(
    'SELECT id FROM name_segment_set WHERE director = $1 AND retired_moment IS NULL',
    [director],
  );
  return rows.map(({ id }) => id);
}
