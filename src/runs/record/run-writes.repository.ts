import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { hasEnded, type Run } from '../../domain/run.js';
import { type FeedState, type KnownIdentity, type RunIdentity, stateAfter, unreadFeed } from '../../domain/run-feed.js';
import { orderIdOf } from '../../domain/triggered-by.js';
import { changedText, changeTexts, changesChannel } from './run-change-texts.js';

/** What was read of a catalog, and how. */
export interface RunsRead {
  readonly director: string;
  readonly runs: readonly Run[];
  /** The highest id that the catalog had before; null where runs were read by their ids. */
  readonly newest: number | null;
  /** Tell of these runs although their rows did not change: something else of them did. */
  readonly told?: readonly number[];
  /** Nobody is told of these one by one. */
  readonly isUntold?: boolean;
}

interface StateRow {
  readonly generation: number;
  readonly generation_from: string;
  readonly mark: string | null;
  readonly filled_from: string;
}

const columns = [
  ...['unique_name', 'job_id', 'job', 'type', 'level', 'client', 'fileset', 'pool', 'storage', 'status', 'status_code'],
  ...[
    'queued_at',
    'scheduled_at',
    'started_at',
    'ended_at',
    'files',
    'bytes',
    'errors',
    'comment',
    'order_id',
    'ended',
    'reads_client',
  ],
];
const types = `unique_name text, job_id integer, job text, type text, level text, client text, fileset text, pool text,
  storage text, status text, status_code text, queued_at timestamptz, scheduled_at timestamptz, started_at timestamptz,
  ended_at timestamptz, files bigint, bytes bigint, errors bigint, comment text, order_id uuid, ended boolean,
  reads_client boolean`;
/** The identity stays, and so does the place among all runs: a known run keeps its generation. */
const mutable = columns.filter((column) => column !== 'unique_name' && column !== 'job_id');

/** A run that ended stays as it ended, whatever an older answer of the catalog says. What was lost may come back. */
const upsert = `INSERT INTO run (director, generation, first_seen_at, changed, ${columns.join(', ')})
  SELECT $1, $2, now(), nextval('run_changed_seq'), ${columns.map((column) => `r.${column}`).join(', ')}
  FROM json_to_recordset($3::json) AS r(${types})
  ON CONFLICT (director, unique_name) DO UPDATE SET
    ${mutable.map((column) => `${column} = excluded.${column}`).join(', ')},
    lost_at = NULL, changed = nextval('run_changed_seq')
  WHERE (excluded.ended OR NOT run.ended OR run.lost_at IS NOT NULL)
    AND (run.lost_at IS NOT NULL OR (${mutable.map((column) => `run.${column}`).join(', ')})
      IS DISTINCT FROM (${mutable.map((column) => `excluded.${column}`).join(', ')}))
  RETURNING job_id`;

/** Writes the record of runs. Whatever is written twice, by whomever, is the same as written once. */
@Injectable()
export class RunWrites {
  constructor(private readonly dataSource: DataSource) {}

  async stateOf(director: string): Promise<FeedState> {
    const [row] = await this.dataSource.query<StateRow[]>('SELECT * FROM run_feed WHERE director = $1', [director]);
    return row ? stateOfRow(row) : unreadFeed;
  }

  /** Puts what was read on record and tells every process of what changed. */
  async take({ director, runs, newest, told = [], isUntold = false }: RunsRead): Promise<void> {
    await this.dataSource.transaction(async (transaction) => {
      const before = await lockState(transaction, director);
      const known = await knownOf(transaction, director, runs);
      const after = stateAfter(before, runs, known, newest);
      if (newest !== null || after !== before) await keepState(transaction, director, after, newest !== null);
      const changed = await write(transaction, director, after.generation, runs);
      if (!isUntold) await announce(transaction, director, [...new Set([...changed, ...told])]);
    });
  }

  /** Older history: `filledFrom` is the lowest id read, 0 where nothing older is left. Nobody is told of it. */
  async fill(director: string, runs: readonly Run[], before: FeedState, filledFrom: number): Promise<void> {
    await this.dataSource.transaction(async (transaction) => {
      const state = await lockState(transaction, director);
      // Ids began anew meanwhile: what was read is of an id space that is over.
      if (state.generation !== before.generation || state.filledFrom !== before.filledFrom) return;
      await write(transaction, director, state.generation, runs);
      await keepState(transaction, director, { ...state, filledFrom }, false);
    });
  }

  async markLost(director: string, runs: readonly RunIdentity[]): Promise<void> {
    if (runs.length === 0) return;
    await this.dataSource.transaction(async (transaction) => {
      const names = runs.map(({ uniqueName }) => uniqueName);
      const lost: [{ job_id: number }[], number] = await transaction.query(
        `UPDATE run SET status = 'error', ended = true, lost_at = now(), changed = nextval('run_changed_seq')
         WHERE director = $1 AND unique_name = ANY ($2::text[]) AND NOT ended RETURNING job_id`,
        [director, names],
      );
      await announce(
        transaction,
        director,
        lost[0].map((row) => row.job_id),
      );
    });
  }

  /** Tells every process that any of the Director's runs may have changed. */
  async tellAll(director: string): Promise<void> {
    await this.dataSource.query('SELECT pg_notify($1, $2)', [changesChannel, changedText(director)]);
  }

  /** The catalog was read through to its newest run. */
  async noteRead(director: string): Promise<void> {
    await this.dataSource.query('UPDATE run_feed SET read_at = now(), failure = NULL WHERE director = $1', [director]);
  }

  async noteFailure(director: string, failure: string): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO run_feed (director, generation, generation_from, mark, filled_from, failed_at, failure)
       VALUES ($1, $2, $3, NULL, $4, now(), $5)
       ON CONFLICT (director) DO UPDATE SET failed_at = now(), failure = excluded.failure`,
      [director, unreadFeed.generation, unreadFeed.generationFrom, unreadFeed.filledFrom, failure],
    );
  }
}

function stateOfRow(row: StateRow): FeedState {
  return {
    generation: row.generation,
    generationFrom: Number(row.generation_from),
    mark: row.mark === null ? null : Number(row.mark),
    filledFrom: Number(row.filled_from),
  };
}

async function lockState(transaction: EntityManager, director: string): Promise<FeedState> {
  await transaction.query(
    `INSERT INTO run_feed (director, generation, generation_from, mark, filled_from) VALUES ($1, $2, $3, NULL, $4)
     ON CONFLICT DO NOTHING`,
    [director, unreadFeed.generation, unreadFeed.generationFrom, unreadFeed.filledFrom],
  );
  const [row] = await transaction.query<StateRow[]>('SELECT * FROM run_feed WHERE director = $1 FOR UPDATE', [
    director,
  ]);
  if (!row) throw new Error('The row that was just made is not there.');
  return stateOfRow(row);
}

async function knownOf(
  transaction: EntityManager,
  director: string,
  runs: readonly RunIdentity[],
): Promise<KnownIdentity[]> {
  if (runs.length === 0) return [];
  return transaction.query<KnownIdentity[]>(
    `SELECT job_id AS "jobId", unique_name AS "uniqueName", generation FROM run
     WHERE director = $1 AND job_id = ANY ($2::integer[])`,
    [director, runs.map(({ jobId }) => jobId)],
  );
}

async function keepState(
  transaction: EntityManager,
  director: string,
  { generation, generationFrom, mark, filledFrom }: FeedState,
  isWhole: boolean,
): Promise<void> {
  await transaction.query(
    `UPDATE run_feed SET generation = $2, generation_from = $3, mark = $4, filled_from = $5,
       baseline_at = CASE WHEN $6 THEN COALESCE(baseline_at, now()) ELSE baseline_at END
     WHERE director = $1`,
    [director, generation, generationFrom, mark, filledFrom, isWhole],
  );
}

/** Answers the ids of the rows that are new or changed. */
async function write(
  transaction: EntityManager,
  director: string,
  generation: number,
  runs: readonly Run[],
): Promise<number[]> {
  if (runs.length === 0) return [];
  // One statement can't write a row twice.
  const byName = new Map(runs.map((run) => [run.uniqueName, rowOf(run)]));
  const rows = JSON.stringify([...byName.values()]);
  const changed: { job_id: number }[] = await transaction.query(upsert, [director, generation, rows]);
  return changed.map((row) => row.job_id);
}

function rowOf(run: Run): Readonly<Record<string, unknown>> {
  return {
    ...{ unique_name: run.uniqueName, job_id: run.jobId, job: run.job, type: run.type, level: run.level },
    ...{ client: run.client, fileset: run.fileset, pool: run.pool, storage: run.storage },
    ...{ status: run.status, status_code: run.statusCode, queued_at: run.queuedAt, scheduled_at: run.scheduledAt },
    ...{ started_at: run.startedAt, ended_at: run.endedAt, files: run.files, bytes: run.bytes, errors: run.errors },
    ...{ comment: run.comment, order_id: orderIdOf(run.comment), ended: hasEnded(run.status) },
    reads_client: run.readsClient,
  };
}

async function announce(transaction: EntityManager, director: string, jobIds: readonly number[]): Promise<void> {
  for (const text of changeTexts(director, jobIds)) {
    await transaction.query('SELECT pg_notify($1, $2)', [changesChannel, text]);
  }
}
