import { Injectable } from '@nestjs/common';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { type ConfigurationRename, type FinishedRename } from '../../../domain/configuration.port.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { lockState } from '../../runs/sync/run-sync-state.repository.js';
import { changedText, changesChannel } from '../../runs/store/run-changes.service.js';
import { type NamedColumn, namedColumns, runColumns } from './named-columns.js';

/** Id of the row that records that this database has listed the renames of a Director before. No rename has this id. */
export const firstListId = '';

/** A rename of a Director that the tables of the console have followed, or that was made before they knew the Director. */
@Entity()
export class FollowedRenameEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  /** As the Director gives it, or `firstListId`. */
  @PrimaryColumn({ type: 'text' })
  id!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  followedAt!: Date;
}

/** Rows per statement: the triggers of `run` take the changed rows into memory. */
const runsAtOnce = 5_000;

type Names = readonly [director: string, from: string, to: string];

/** Renames what the console stores of the resources of a Director. */
@Injectable()
export class RenamedNames {
  constructor(private readonly dataSource: DataSource) {}

  /** Those of the renames that this database has not followed, in their order. */
  async pending(director: string, renames: readonly FinishedRename[]): Promise<readonly FinishedRename[]> {
    if (renames.length === 0) return [];
    const rows = await this.dataSource.query<{ id: string }[]>('SELECT id FROM followed_rename WHERE director = $1', [
      director,
    ]);
    const followed = new Set(rows.map(({ id }) => id));
    return renames.filter(({ id }) => !followed.has(id));
  }

  /** false: another process has followed it. Of two that try at the same time the second one waits for the first. */
  async claim(transaction: Transaction, director: string, id: string, now: Date): Promise<boolean> {
    const rows = await transaction.query<{ id: string }[]>(
      `INSERT INTO followed_rename (director, id, followed_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id`,
      [director, id, now],
    );
    return rows.length > 0;
  }

  async rename(transaction: Transaction, director: string, { type, from, to }: ConfigurationRename): Promise<void> {
    const names: Names = [director, from, to];
    // As every writer of runs does, so that none waits for a row that the other one has locked.
    await lockState(transaction, director);
    await renameRuns(transaction, type, names);
    for (const column of namedColumns.filter((one) => one.type === type))
      await renameColumn(transaction, column, names);
    // A batch of older history that was read before the rename is read again.
    await transaction.query(
      'UPDATE run_sync_state SET filled_from = filled_from + 1 WHERE director = $1 AND filled_from > 0 AND mark IS NOT NULL',
      [director],
    );
    await transaction.query('SELECT pg_notify($1, $2)', [changesChannel, changedText(director)]);
  }
}

async function renameRuns(transaction: Transaction, type: string, names: Names): Promise<void> {
  if (type === 'schedule') {
    const text = `UPDATE run SET comment = CASE WHEN comment = 'schedule:' || $2::text THEN 'schedule:' || $3::text ELSE comment END,
        trigger_name = $3, changed = nextval('run_changed_seq')
      WHERE director = $1 AND unique_name IN (SELECT unique_name FROM run
        WHERE director = $1 AND trigger_kind = 'schedule' AND trigger_name = $2 LIMIT ${runsAtOnce})`;
    return untilDone(transaction, text, names);
  }
  const column = runColumns.find((one) => one === type);
  if (column === undefined) return;
  const text = `UPDATE run SET ${column} = $3, changed = nextval('run_changed_seq')
    WHERE director = $1 AND unique_name IN (SELECT unique_name FROM run WHERE director = $1 AND ${column} = $2 LIMIT ${runsAtOnce})`;
  await untilDone(transaction, text, names);
  // Its triggers never take these away, because another run could still have the name.
  for (const table of seriesTables[column]) {
    await transaction.query(`DELETE FROM ${table} WHERE director = $1 AND ${column} = $2`, [names[0], names[1]]);
  }
}

const seriesTables: Readonly<Record<(typeof runColumns)[number], readonly string[]>> = {
  job: ['run_series'],
  client: ['run_series'],
  pool: ['run_series', 'run_kind'],
  fileset: [],
  storage: [],
};

async function untilDone(transaction: Transaction, text: string, names: Names): Promise<void> {
  let count: number;
  do {
    [, count] = await transaction.query<[unknown[], number]>(text, [...names]);
  } while (count > 0);
}

async function renameColumn(transaction: Transaction, named: NamedColumn, names: Names): Promise<void> {
  const { table, column, meeting } = named;
  const move = `UPDATE ${table} SET ${column} = $3 WHERE director = $1 AND ${column} = $2`;
  if (meeting.kind === 'none') {
    await transaction.query(move, [...names]);
    return;
  }
  const others = (await keyOf(transaction, table)).filter((one) => one !== 'director' && one !== column);
  /** Rows `o` with the old name and `n` with the new one, which are otherwise of the same. */
  const meet = ['o.director = $1', `o.${column} = $2`, 'n.director = $1', `n.${column} = $3`]
    .concat(others.map((one) => `o.${one} = n.${one}`))
    .join(' AND ');
  if (meeting.kind === 'reported') {
    await renameReported(transaction, named, names);
    return;
  }
  if (meeting.kind === 'latest') {
    const later = meeting.columns.map((one) => `${one} = GREATEST(n.${one}, o.${one})`);
    await transaction.query(`UPDATE ${table} n SET ${later.join(', ')} FROM ${table} o WHERE ${meet}`, [...names]);
    await transaction.query(`DELETE FROM ${table} o USING ${table} n WHERE ${meet}`, [...names]);
  } else {
    if (meeting.unless !== undefined) {
      const text = `DELETE FROM ${table} o USING ${table} n WHERE ${meet} AND n.${meeting.unless}`;
      await transaction.query(text, [...names]);
    }
    await transaction.query(`DELETE FROM ${table} n USING ${table} o WHERE ${meet}`, [...names]);
  }
  await transaction.query(move, [...names]);
}

/**
 * An open incident has the old name in its key: a receiver could not match an end under the new name to it. So what was reported stays
 * with the old name, where the next evaluation reports its end because nothing has that name any more, and the resource begins under
 * the new name with what was reported of that name, which is nothing unless another resource had it.
 */
async function renameReported(
  transaction: Transaction,
  { table, column, meeting }: NamedColumn,
  names: Names,
): Promise<void> {
  if (meeting.kind !== 'reported') return;
  const key = await keyOf(transaction, table);
  const columns = await columnsOf(transaction, table);
  const [status = ''] = Object.keys(meeting.columns);
  const given = columns.map((one) => (one === column ? '$3::text' : (meeting.columns[one] ?? one)));
  const facts = columns.filter(
    (one) => !key.includes(one) && !(one in meeting.columns) && !meeting.changed.includes(`${one} = `),
  );
  await transaction.query(
    `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${given.join(', ')} FROM ${table} WHERE director = $1 AND ${column} = $2
     ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${facts.map((one) => `${one} = excluded.${one}`).join(', ')}`,
    [...names],
  );
  await transaction.query(`UPDATE ${table} SET ${meeting.changed} WHERE director = $1 AND ${column} = $2`, [
    names[0],
    names[2],
  ]);
  await transaction.query(`DELETE FROM ${table} WHERE director = $1 AND ${column} = $2 AND ${status} = 'ok'`, [
    names[0],
    names[1],
  ]);
}

async function keyOf(transaction: Transaction, table: string): Promise<readonly string[]> {
  const rows = await transaction.query<{ name: string }[]>(
    `SELECT a.attname AS name FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
     WHERE i.indrelid = $1::regclass AND i.indisprimary ORDER BY a.attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

async function columnsOf(transaction: Transaction, table: string): Promise<readonly string[]> {
  const rows = await transaction.query<{ name: string }[]>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}
