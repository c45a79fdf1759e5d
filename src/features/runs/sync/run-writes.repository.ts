import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type LogTails } from '../../../domain/catalog.port.js';
import { type Run, type RunStatus } from '../../../domain/run.js';
import { type FeedState, type KnownIdentity, type RunIdentity, stateAfter, unreadFeed } from '../../../domain/run-sync.js';
import { isNews, mayBeTold } from '../../../domain/run-news.js';
import { rowsOfPrepared } from '../../../database/prepared-statement.js';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work.js';
import { recordedColumns, type RecordedRow, type RecordedRun, recordedRunOf } from '../store/run-mapper.js';
import { announce } from './announce-changes.js';
import { changedText, changesChannel } from '../store/run-change-texts.js';
import { RunEndEvents } from './run-end-events.js';
import { findState, keepState, lockState, lookAtState } from './run-sync-state.repository.js';
import { rowsText, runsDiffer, upsertText } from './run-write-statements.js';

/** What was read of a catalog, and how. */
export interface RunsRead {
  readonly director: string;
  readonly runs: readonly Run[];
  /** The highest id that the catalog had before; null where runs were read by their ids. */
  readonly newest: number | null;
  /** Tell of these runs although their rows did not change: something else of them did. */
  readonly told?: readonly number[];
  /** Whoever shows runs is not told of these one by one. Their ends are events all the same. */
  readonly isUntold?: boolean;
  /** The last lines of the runs whose ends are news. */
  readonly tails?: LogTails;
}

/** A portion of older history. */
export interface HistoryRead {
  readonly director: string;
  readonly runs: readonly Run[];
  /** The state by which they were read. */
  readonly before: FeedState;
  /** The lowest id read, 0 where nothing older is left. */
  readonly filledFrom: number;
  readonly tails: LogTails;
}

/** Writes the record of runs. Whatever is written twice, by whomever, is the same as written once. */
@Injectable()
export class RunWrites {
  constructor(
    private readonly dataSource: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly ends: RunEndEvents,
  ) {}

  stateOf(director: string): Promise<FeedState> {
    return lookAtState(this.dataSource, director);
  }

  /** Those of the runs whose ends `take` would tell, for their logs are read before. It decides anew, in its transaction. */
  async newsAmong(read: RunsRead): Promise<readonly Run[]> {
    const { manager } = this.dataSource;
    const statuses = await statusesOf(manager, read.director, read.runs);
    if (!read.runs.some((run) => mayBeTold(run.status) && statuses.get(run.uniqueName) !== run.status)) return [];
    const before = await findState(manager, read.director);
    const known = await knownOf(manager, read.director, read.runs);
    return newsOf(read.runs, statuses, before, stateAfter(before, read.runs, known, read.newest));
  }

  /**
   * Whether `take` would change nothing, so that a catalog that stands still costs no transaction at each look. Whoever writes
   * meanwhile knows more than was read, or is seen at the next look.
   */
  async isOnRecord({ director, runs, newest, told = [] }: RunsRead): Promise<boolean> {
    if (told.length > 0) return false;
    const { manager } = this.dataSource;
    const before = await findState(manager, director);
    if (before.mark === null) return false;
    const after = stateAfter(before, runs, await knownOf(manager, director, runs), newest);
    if (!isDeepStrictEqual(after, before)) return false;
    return (await rowsOfPrepared(this.dataSource, runsDiffer, [director, rowsText(runs)])).length === 0;
  }

  /** Puts what was read on record, tells of the runs that ended, and tells every process of what changed. */
  async take({ director, runs: read, newest, told = [], isUntold = false, tails }: RunsRead): Promise<void> {
    const runs = lastOfEach(read);
    await this.unitOfWork.run(async (transaction) => {
      const before = await lockState(transaction, director);
      const known = await knownOf(transaction, director, runs);
      const after = stateAfter(before, runs, known, newest);
      if (newest !== null || after !== before) await keepState(transaction, director, after, newest !== null);
      const news = newsOf(runs, await statusesOf(transaction, director, runs), before, after);
      const changed = await write(transaction, director, after.generation, runs);
      await this.ends.record(transaction, await asRecorded(transaction, director, news), tails ?? new Map());
      if (!isUntold) await announce(transaction, director, [...new Set([...changed, ...told])]);
    });
  }

  /** Older history: whoever shows runs is not told of it. */
  async fill({ director, runs: read, before, filledFrom, tails }: HistoryRead): Promise<void> {
    const runs = lastOfEach(read);
    await this.unitOfWork.run(async (transaction) => {
      const state = await lockState(transaction, director);
      // Ids began anew meanwhile: what was read is of an id space that is over.
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

  /** Tells every process that any of the Director's runs may have changed. */
  async tellAll(director: string): Promise<void> {
    await this.dataSource.query('SELECT pg_notify($1, $2)', [changesChannel, changedText(director)]);
  }

  /** The catalog was read through to its newest run. */
  async noteRead(director: string): Promise<void> {
    const text = 'UPDATE run_feed SET read_at = now(), failure = NULL WHERE director = $1';
    await rowsOfPrepared(this.dataSource, { name: 'run_feed_read', text }, [director]);
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

/** The runs whose ends are to be told. Of a Director that was never read before, none but where its ids started over. */
function newsOf(
  runs: readonly Run[],
  statuses: ReadonlyMap<string, RunStatus>,
  before: FeedState,
  after: FeedState,
): Run[] {
  const state = before.mark === null ? { ...before, historyUntil: after.historyUntil } : after;
  return runs.filter((run) => isNews(run, statuses.get(run.uniqueName), state));
}

/** One statement can't write a row twice. */
function lastOfEach(runs: readonly Run[]): readonly Run[] {
  return [...new Map(runs.map((run) => [run.uniqueName, run])).values()];
}

/** What stands on record of these runs. */
async function statusesOf(
  manager: EntityManager,
  director: string,
  runs: readonly Run[],
): Promise<ReadonlyMap<string, RunStatus>> {
  const ended = runs.filter(({ status }) => mayBeTold(status)).map(({ uniqueName }) => uniqueName);
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

/** Answers the ids of the rows that are new or changed. */
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
