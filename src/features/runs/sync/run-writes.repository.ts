import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type LogTails } from '../../../domain/run-reader.port.js';
import { type Run, type RunStatus, hasEnded, type TriggeredBy, orderIdOf, triggerOf } from '../../../domain/run.js';
import {
  type RunSyncState,
  type KnownIdentity,
  type RunIdentity,
  stateAfter,
  unreadState,
  isNewlyCompleted,
  isNotifiableRun,
} from '../../../domain/run-sync.js';
import { queryPrepared } from '../../../database/prepared-statement.js';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work.js';
import { recordedColumns, type RecordedRow, type RecordedRun, recordedRunOf } from '../store/run-mapper.js';
import { announce, changedText, changesChannel } from '../store/run-changes.service.js';
import { RunCompletedEvents } from './run-completed-event.js';
import { findState, keepState, lockState, readState } from './run-sync-state.repository.js';

const columns = [
  'unique_name',
  'job_id',
  'job',
  'type',
  'level',
  'client',
  'fileset',
  'pool',
  'storage',
  'status',
  'status_code',
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
  'restore',
  'trigger_kind',
  'trigger_id',
  'trigger_name',
];
const types = `unique_name text, job_id integer, job text, type text, level text, client text, fileset text, pool text,
  storage text, status text, status_code text, queued_at timestamptz, scheduled_at timestamptz, started_at timestamptz,
  ended_at timestamptz, files bigint, bytes bigint, errors bigint, comment text, order_id uuid, ended boolean,
  reads_client boolean, restore jsonb, trigger_kind text, trigger_id text, trigger_name text`;
/** The identity stays, and so does the place among all runs: a known run keeps its generation. */
const mutable = columns.filter((column) => column !== 'unique_name' && column !== 'job_id');

/** For a run that the console started: its caller, as in its run request `o`. The caller is `<kind>:<id>`. */
const ofOrder: Readonly<Record<string, string>> = {
  trigger_kind: 'o.actor_kind',
  trigger_id: "split_part(o.caller, ':', 2)",
  trigger_name: 'o.actor_name',
};

/** A Director's clock may be ahead by so much without anything being wrong. */
const tolerance = "interval '5 minutes'";
const dates: readonly string[] = ['queued_at', 'scheduled_at', 'started_at', 'ended_at'];

/** The later of the database's clock and the last plausible time: a clock that is far behind makes no run a run of the future. */
const present = '(SELECT GREATEST(now(), max(believed_at)) AS at FROM clock_state) present';

/** A run that ended in the future ended now: its dates are moved by the same amount, so that it took as long as it took. */
function believable(column: string): string {
  const requested = ofOrder[column];
  if (requested !== undefined) return `COALESCE(r.${column}, ${requested})`;
  if (!dates.includes(column)) return `r.${column}`;
  return `CASE WHEN ${isAhead} THEN r.${column} - (r.ended_at - present.at) ELSE r.${column} END`;
}
const isAhead = `r.ended AND r.ended_at > present.at + ${tolerance}`;

/** The decision about a future date stays while the Director reports the same date, also after that date. */
function believed(read: string, column: string): string {
  // Catalogs do not have these: facts from a restore's log stay, and so does the caller after the request was deleted.
  if (column === 'restore' || column in ofOrder) return `COALESCE(${read}.${column}, run.${column})`;
  // Nor do they have that a run waits for a volume: `waiting` with the letter of a running run came from its Director.
  if (column === 'status') {
    return `CASE WHEN run.status = 'waiting' AND ${read}.status = 'running' AND run.status_code = ${read}.status_code
      THEN run.status ELSE ${read}.status END`;
  }
  if (!dates.includes(column)) return `${read}.${column}`;
  const endColumn = read === 'r' ? 'r.ended_at' : `COALESCE(${read}.future_end_at, ${read}.ended_at)`;
  return `CASE WHEN run.future_end_at = ${endColumn} THEN run.${column} ELSE ${read}.${column} END`;
}

/** A run that ended stays as it ended, even if the catalog returns an older state. A lost run may reappear. */
function changes(read: string): string {
  return `(${read}.ended OR NOT run.ended OR run.lost_at IS NOT NULL)
    AND (run.lost_at IS NOT NULL OR (${mutable.map((column) => `run.${column}`).join(', ')})
      IS DISTINCT FROM (${mutable.map((column) => believed(read, column)).join(', ')}))`;
}

/** Stores runs: `$1` the Director, `$2` its generation, `$3` their rows. Returns the ids of new or changed ones. */
const upsertText = `INSERT INTO run (director, generation, first_seen_at, changed, future_end_at, ${columns.join(', ')})
  SELECT $1, $2, now(), nextval('run_changed_seq'), CASE WHEN ${isAhead} THEN r.ended_at END,
    ${columns.map(believable).join(', ')}
  FROM json_to_recordset($3::json) AS r(${types}) LEFT JOIN run_order o ON o.id = r.order_id, ${present}
  ON CONFLICT (director, unique_name) DO UPDATE SET
    ${mutable.map((column) => `${column} = ${believed('excluded', column)}`).join(', ')},
    future_end_at = CASE WHEN run.future_end_at = COALESCE(excluded.future_end_at, excluded.ended_at)
      THEN run.future_end_at ELSE excluded.future_end_at END,
    lost_at = NULL, changed = nextval('run_changed_seq')
  WHERE ${changes('excluded')}
  RETURNING job_id`;

/**
 * Returns a row if the upsert would change any of the rows `$2` of the Director `$1`. One lookup by key for each run, regardless
 * of the planner's estimates.
 */
const runsDiffer = {
  name: 'runs_differ',
  text: `SELECT 1 FROM json_to_recordset($2::json) AS r(${types})
    WHERE COALESCE((SELECT ${changes('r')} FROM run WHERE run.director = $1 AND run.unique_name = r.unique_name), true)
    LIMIT 1`,
} as const;

/** The statement itself reads the requests. */
const noOrders: ReadonlyMap<string, TriggeredBy> = new Map();

/** The rows that both take, as JSON. */
function rowsText(runs: readonly Run[]): string {
  return JSON.stringify(runs.map(rowOf));
}

function rowOf(run: Run): Readonly<Record<string, unknown>> {
  const trigger = run.triggeredBy ?? triggerOf(run.comment, noOrders);
  const isKnown = trigger.kind !== 'unknown';
  return {
    unique_name: run.uniqueName,
    job_id: run.jobId,
    job: run.job,
    type: run.type,
    level: run.level,
    client: run.client,
    fileset: run.fileset,
    pool: run.pool,
    storage: run.storage,
    status: run.status,
    status_code: run.statusCode,
    queued_at: run.queuedAt,
    scheduled_at: run.scheduledAt,
    started_at: run.startedAt,
    ended_at: run.endedAt,
    files: run.files,
    bytes: run.bytes,
    errors: run.errors,
    comment: run.comment,
    order_id: orderIdOf(run.comment),
    ended: hasEnded(run.status),
    reads_client: run.readsClient,
    restore: run.restore ?? null,
    trigger_kind: isKnown ? trigger.kind : null,
    trigger_id: null,
    trigger_name: isKnown ? trigger.name : null,
  };
}

/** Rows read from a catalog, and how. */
export interface RunsRead {
  readonly director: string;
  readonly runs: readonly Run[];
  /** The highest id that the catalog had before; null where runs were read by their ids. */
  readonly newest: number | null;
  /** Announce these runs although their rows did not change: related data did. */
  readonly reported?: readonly number[];
  /** These runs are not announced to listeners one by one. Their ends still become events. */
  readonly isSilent?: boolean;
  /** The last lines of the runs whose ends are news. */
  readonly tails?: LogTails;
}

/** A batch of older history. */
export interface HistoryRead {
  readonly director: string;
  readonly runs: readonly Run[];
  /** The state by which they were read. */
  readonly before: RunSyncState;
  /** The lowest id read, 0 where nothing older is left. */
  readonly filledFrom: number;
  readonly tails: LogTails;
}

/** Writes the run store. Writing the same rows twice, by any instance, changes nothing. */
@Injectable()
export class RunWrites {
  constructor(
    private readonly dataSource: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly ends: RunCompletedEvents,
  ) {}

  stateOf(director: string): Promise<RunSyncState> {
    return readState(this.dataSource, director);
  }

  /** The runs whose ends `take` would report, because their logs are read before. `take` decides again in its transaction. */
  async newsAmong(read: RunsRead): Promise<readonly Run[]> {
    const { manager } = this.dataSource;
    const statuses = await statusesOf(manager, read.director, read.runs);
    if (!read.runs.some((run) => isNotifiableRun(run.status) && statuses.get(run.uniqueName) !== run.status)) return [];
    const before = await findState(manager, read.director);
    const known = await knownOf(manager, read.director, read.runs);
    return newsOf(read.runs, statuses, before, stateAfter(before, read.runs, known, read.newest));
  }

  /**
   * Whether `take` would change nothing, so that an idle catalog costs no transaction at each poll. Concurrent writers have newer
   * data, or are seen at the next poll.
   */
  async isOnRecord({ director, runs, newest, reported = [] }: RunsRead): Promise<boolean> {
    if (reported.length > 0) return false;
    const { manager } = this.dataSource;
    const before = await findState(manager, director);
    if (before.mark === null) return false;
    const after = stateAfter(before, runs, await knownOf(manager, director, runs), newest);
    if (!isDeepStrictEqual(after, before)) return false;
    return (await queryPrepared(this.dataSource, runsDiffer, [director, rowsText(runs)])).length === 0;
  }

  /** Stores the rows, records events of the runs that ended, and announces the changes to every process. */
  async take({ director, runs: read, newest, reported = [], isSilent = false, tails }: RunsRead): Promise<void> {
    const runs = lastOfEach(read);
    await this.unitOfWork.run(async (transaction) => {
      const before = await lockState(transaction, director);
      const known = await knownOf(transaction, director, runs);
      const after = stateAfter(before, runs, known, newest);
      if (newest !== null || after !== before) await keepState(transaction, director, after, newest !== null);
      const news = newsOf(runs, await statusesOf(transaction, director, runs), before, after);
      const changed = await write(transaction, director, after.generation, runs);
      await this.ends.record(transaction, await asRecorded(transaction, director, news), tails ?? new Map());
      if (!isSilent) await announce(transaction, director, [...new Set([...changed, ...reported])]);
    });
  }

  /** Older history: not announced to listeners. */
  async fill({ director, runs: read, before, filledFrom, tails }: HistoryRead): Promise<void> {
    const runs = lastOfEach(read);
    await this.unitOfWork.run(async (transaction) => {
      const state = await lockState(transaction, director);
      // Ids started over meanwhile: the rows are from an id space that is closed.
      if (state.generation !== before.generation || state.filledFrom !== before.filledFrom) return;
      const news = newsOf(runs, await statusesOf(transaction, director, runs), state, state);
      await write(transaction, director, state.generation, runs);
      await this.ends.record(transaction, await asRecorded(transaction, director, news), tails);
      await keepState(transaction, director, { ...state, filledFrom }, false);
    });
  }

  async markLost(director: string, runs: readonly RunIdentity[]): Promise<void> {
    if (runs.length === 0) return;
    await this.unitOfWork.run(async (transaction) => {
      await lockState(transaction, director);
      const [rows]: [{ unique_name: string; job_id: number }[], number] = await transaction.query(
        `UPDATE run SET status = 'error', ended = true, lost_at = now(), changed = nextval('run_changed_seq')
         WHERE director = $1 AND unique_name = ANY ($2::text[]) AND NOT ended RETURNING unique_name, job_id`,
        [director, runs.map(({ uniqueName }) => uniqueName)],
      );
      const names = rows.map((row) => row.unique_name);
      await this.ends.record(transaction, await recordedOf(transaction, director, names), new Map());
      const ids = rows.map((row) => row.job_id);
      await announce(transaction, director, ids);
    });
  }

  /** Announces to every process that any run of the Director may have changed. */
  async notifyAllChanged(director: string): Promise<void> {
    await this.dataSource.query('SELECT pg_notify($1, $2)', [changesChannel, changedText(director)]);
  }

  /** The catalog was read through to its newest run. */
  async noteRead(director: string): Promise<void> {
    const text = 'UPDATE run_sync_state SET read_at = now(), failure = NULL WHERE director = $1';
    await queryPrepared(this.dataSource, { name: 'run_feed_read', text }, [director]);
  }

  async noteFailure(director: string, failure: string): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO run_sync_state (director, generation, generation_from, mark, filled_from, failed_at, failure)
       VALUES ($1, $2, $3, NULL, $4, now(), $5)
       ON CONFLICT (director) DO UPDATE SET failed_at = now(), failure = excluded.failure`,
      [director, unreadState.generation, unreadState.generationFrom, unreadState.filledFrom, failure],
    );
  }
}

/** The runs whose ends become events. None for a Director that was never read before, unless its ids started over. */
function newsOf(
  runs: readonly Run[],
  statuses: ReadonlyMap<string, RunStatus>,
  before: RunSyncState,
  after: RunSyncState,
): Run[] {
  const state = before.mark === null ? { ...before, historyUntil: after.historyUntil } : after;
  return runs.filter((run) => isNewlyCompleted(run, statuses.get(run.uniqueName), state));
}

/** One statement can't write a row twice. */
function lastOfEach(runs: readonly Run[]): readonly Run[] {
  return [...new Map(runs.map((run) => [run.uniqueName, run])).values()];
}

/** The stored state of these runs. */
async function statusesOf(
  manager: EntityManager,
  director: string,
  runs: readonly Run[],
): Promise<ReadonlyMap<string, RunStatus>> {
  const ended = runs.filter(({ status }) => isNotifiableRun(status)).map(({ uniqueName }) => uniqueName);
  if (ended.length === 0) return new Map();
  const rows = await manager.query<{ unique_name: string; status: RunStatus }[]>(
    'SELECT unique_name, status FROM run WHERE director = $1 AND unique_name = ANY ($2::text[])',
    [director, ended],
  );
  return new Map(rows.map((row) => [row.unique_name, row.status]));
}

async function knownOf(
  manager: EntityManager,
  director: string,
  runs: readonly RunIdentity[],
): Promise<KnownIdentity[]> {
  if (runs.length === 0) return [];
  return manager.query<KnownIdentity[]>(
    `SELECT job_id AS "jobId", unique_name AS "uniqueName", generation FROM run
     WHERE director = $1 AND job_id = ANY ($2::integer[])`,
    [director, runs.map(({ jobId }) => jobId)],
  );
}

/** Returns the ids of the rows that are new or changed. */
async function write(
  transaction: EntityManager,
  director: string,
  generation: number,
  runs: readonly Run[],
): Promise<number[]> {
  if (runs.length === 0) return [];
  const changed: { job_id: number }[] = await transaction.query(upsertText, [director, generation, rowsText(runs)]);
  return changed.map((row) => row.job_id);
}

/** Events give the dates that the record has: those of a run that ended in the future are others than the catalog's. */
async function asRecorded(transaction: Transaction, director: string, news: readonly Run[]): Promise<readonly Run[]> {
  if (news.length === 0) return news;
  const names = news.map(({ uniqueName }) => uniqueName);
  const rows = await transaction.query<{ name: string }[]>(
    `SELECT unique_name AS name FROM run
     WHERE director = $1 AND unique_name = ANY ($2::text[]) AND future_end_at IS NOT NULL`,
    [director, names],
  );
  if (rows.length === 0) return news;
  const recorded = await recordedOf(
    transaction,
    director,
    rows.map(({ name }) => name),
  );
  const byName = new Map(recorded.map((run) => [run.uniqueName, run]));
  return news.map((run) => byName.get(run.uniqueName) ?? run);
}

async function recordedOf(
  transaction: Transaction,
  director: string,
  names: readonly string[],
): Promise<RecordedRun[]> {
  const rows = await transaction.query<{ columns: RecordedRow }[]>(
    `SELECT json_build_array(${recordedColumns}) AS columns FROM run WHERE director = $1 AND unique_name = ANY ($2::text[])`,
    [director, names],
  );
  return rows.map(({ columns: row }) => recordedRunOf(row));
}
