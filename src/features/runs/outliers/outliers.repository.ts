import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type Outlier,
  type OutlierKind,
  runsComparedWith,
  usualGapOf,
  type ComparedRun,
  type BaselineRun,
} from './outliers.js';
import { type RunStatus } from '../../../domain/run.js';
import { queryArrays } from '../../../database/prepared-statement.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { type RunPosition } from '../store/keyset-range.js';
import { isGoodBackup } from '../store/good-backup.sql.js';
import { seriesKey } from '../store/run-list.sql.js';

/** A run to be compared with the good ones before it. */
export interface OutlierCandidate extends BaselineRun {
  readonly uniqueName: string;
  readonly job: string;
  readonly place: RunPosition;
  readonly isGood: boolean;
  /** When it ended; now for an active run. */
  readonly at: Date;
  /** Newest first. */
  readonly earlier: readonly ComparedRun[];
}

/** An outlier with the run that it is of. */
export interface FoundOutlier extends Outlier {
  readonly director: string;
  readonly uniqueName: string;
  readonly jobId: number;
  readonly job: string;
  readonly client: string | null;
  readonly level: string;
  readonly status: RunStatus;
  readonly at: Date;
}

export interface NewestRuns {
  readonly names: readonly string[];
  /** The position below which the next batch starts; null: no more runs. */
  readonly goOn: RunPosition | null;
}

/** Good runs are searched among this many of a series, so that a job that read no file for years does not cost a full scan. */
const nearRuns = 100;
/** When most runs were compared long ago, the next candidate is far away: each step scans at most this many. */
const scannedRuns = 4000;

/** A place in the list of outliers, newest first. */
export type OutlierPosition = readonly [at: number, director: string, uniqueName: string, kind: string];

type ComparableRow = readonly [
  uniqueName: string,
  job: string,
  level: string,
  generation: number,
  jobId: number,
  isGood: boolean,
  at: number,
  seconds: number | null,
  bytes: number,
  earlierSeconds: number[] | null,
  earlierBytes: number[] | null,
  earlierStarts: number[] | null,
  sinceGood: number | null,
];

type FoundRow = readonly [
  string,
  string,
  OutlierKind,
  number,
  number,
  number,
  number,
  string,
  string | null,
  string,
  RunStatus,
];

const secondsOf = (run: string): string => `date_part('epoch', ${run}.ended_at - ${run}.started_at)`;

/** The last good runs before `r` of the same job, client and level, as arrays: the newest of each series that they may be of. */
export const earlierRuns = `SELECT array_agg(seconds) AS seconds, array_agg(bytes) AS bytes, array_agg(started) AS started FROM (
    SELECT ${secondsOf('e')} AS seconds, e.bytes::float8 AS bytes, date_part('epoch', e.started_at) AS started FROM (
      SELECT ${seriesKey} AS key FROM run_series s WHERE s.director = r.director AND s.job = r.job
        AND s.client = coalesce(r.client, '') AND s.status IN ('completed', 'warning') AND s.type = r.type AND s.level = r.level
    ) series CROSS JOIN LATERAL (
      SELECT * FROM (
        SELECT * FROM run WHERE ${seriesKey} = series.key AND (run.generation, run.job_id) < (r.generation, r.job_id)
          AND run.started_at IS NOT NULL AND run.ended_at IS NOT NULL
        ORDER BY run.generation DESC, run.job_id DESC LIMIT ${nearRuns}
      ) near WHERE ${isGoodBackup('near')} ORDER BY near.generation DESC, near.job_id DESC LIMIT ${runsComparedWith}
    ) e WHERE e.job = r.job AND e.client = r.client
    ORDER BY e.generation DESC, e.job_id DESC LIMIT ${runsComparedWith}
  ) last`;

/** Seconds from the start of the good backup before `r` of the same job and client, of any level, to its own. */
const sinceGood = `SELECT date_part('epoch', r.started_at - max(last.started_at)) FROM (
    SELECT ${seriesKey} AS key FROM run_series s WHERE s.director = r.director AND s.job = r.job
      AND s.client = coalesce(r.client, '') AND s.status IN ('completed', 'warning') AND s.type = r.type
  ) series CROSS JOIN LATERAL (
    SELECT near.started_at FROM (
      SELECT * FROM run WHERE ${seriesKey} = series.key AND (run.generation, run.job_id) < (r.generation, r.job_id)
        AND run.started_at IS NOT NULL AND run.ended_at IS NOT NULL
      ORDER BY run.generation DESC, run.job_id DESC LIMIT ${nearRuns}
    ) near WHERE ${isGoodBackup('near')} ORDER BY near.generation DESC, near.job_id DESC LIMIT 1
  ) last`;

const comparable = (
  at: string,
  seconds: string,
): string => `r.unique_name, r.job, r.level, r.generation, r.job_id, r.status IN ('completed', 'warning'),
  date_part('epoch', ${at}) * 1000, ${seconds}, r.bytes::float8, earlier.seconds, earlier.bytes, earlier.started,
  CASE WHEN r.level = 'Incremental' THEN (${sinceGood}) END`;

/** Stored outliers of runs. */
@Injectable()
export class RunOutliers {
  constructor(private readonly dataSource: DataSource) {}

  /** The outliers of these runs of one Director, which were not read from the run store. Runs without any are left out. */
  async ofRuns(director: string, uniqueNames: readonly string[]): Promise<ReadonlyMap<string, readonly Outlier[]>> {
    const text = `SELECT unique_name, kind, usual::float8, value::float8 FROM run_outlier
      WHERE director = $1 AND unique_name = ANY ($2::text[]) ORDER BY kind`;
    const rows = await queryArrays<readonly [string, OutlierKind, number, number]>(
      this.dataSource,
      { name: 'outliers_of_runs', text },
      [director, uniqueNames],
    );
    const found = new Map<string, Outlier[]>();
    for (const [uniqueName, kind, usual, value] of rows) {
      const outlier = { kind, usual, value };
      const known = found.get(uniqueName);
      if (known) known.push(outlier);
      else found.set(uniqueName, [outlier]);
    }
    return found;
  }

  /** Newest first. */
  async list(directors: readonly string[], after: OutlierPosition | null, limit: number): Promise<FoundOutlier[]> {
    const values: unknown[] = [directors, limit];
    const position =
      after === null
        ? ''
        : `AND (o.at, o.director, o.unique_name, o.kind)
      < (to_timestamp($3::float8 / 1000), $4, $5, $6)`;
    if (after !== null) values.push(...after);
    const order = 'o.at DESC, o.director DESC, o.unique_name DESC, o.kind DESC';
    const text = `SELECT o.director, o.unique_name, o.kind, o.usual::float8, o.value::float8, date_part('epoch', o.at) * 1000,
        r.job_id, r.job, r.client, r.level, r.status
      FROM unnest($1::text[]) wanted(director) CROSS JOIN LATERAL (SELECT * FROM run_outlier o
        WHERE o.director = wanted.director ${position} ORDER BY ${order} LIMIT $2) o
      JOIN run r ON r.director = o.director AND r.unique_name = o.unique_name COLLATE "default" ORDER BY ${order} LIMIT $2`;
    return (await queryArrays<FoundRow>(this.dataSource, { text }, values)).map(foundOf);
  }

  /** Counts no further than `limit`. */
  async count(directors: readonly string[], limit: number): Promise<number> {
    const text = `SELECT count(*)::int FROM (SELECT FROM run_outlier WHERE director = ANY ($1::text[]) LIMIT $2) counted`;
    const [row] = await queryArrays<[number]>(this.dataSource, { text }, [directors, limit]);
    return row?.[0] ?? 0;
  }

  /** Backups that have started, including those that wait now, with the runs before them. */
  async running(director: string): Promise<OutlierCandidate[]> {
    const text = `SELECT ${comparable('now()', "date_part('epoch', now() - r.started_at)")}
      FROM run r CROSS JOIN LATERAL (${earlierRuns}) earlier
      WHERE r.director = $1 AND NOT r.ended AND r.status IN ('running', 'waiting') AND r.type = 'Backup' AND r.started_at IS NOT NULL`;
    return (await queryArrays<ComparableRow>(this.dataSource, { text }, [director])).map(comparableOf);
  }

  /** The newest candidates below a position, or of all; among the next `scannedRuns` runs only. */
  async newestUnweighed(director: string, below: RunPosition | null, limit: number): Promise<NewestRuns> {
    const position = below === null ? '' : 'AND (generation, job_id) < ($3, $4)';
    const next = (rows: string): string => `FROM run WHERE director = $1 ${position}
      ORDER BY generation DESC, job_id DESC ${rows}`;
    // A value and not EXISTS, which the planner makes a join of, and then reads the whole list for each page.
    const text = `SELECT generation, job_id, unique_name FROM (SELECT * ${next(`LIMIT ${scannedRuns}`)}) near
      WHERE (SELECT true FROM outlier_queue u WHERE u.director = $1 AND u.unique_name = near.unique_name)
      ORDER BY generation DESC, job_id DESC LIMIT $2`;
    const values = [director, limit, ...(below === null ? [] : [below.generation, below.jobId])];
    const rows = await queryArrays<readonly [number, number, string]>(this.dataSource, { text }, values);
    const names = rows.map(([, , name]) => name);
    if (rows.length === limit) return { names, goOn: positionOf(rows.at(-1)) };
    const end = { text: `SELECT generation, job_id ${next('OFFSET $2 LIMIT 1')}` };
    const [last] = await queryArrays<readonly [number, number]>(this.dataSource, end, values.with(1, scannedRuns - 1));
    return { names, goOn: positionOf(last) };
  }

  /**
   * Locks the runs of this Director for this transaction: outliers are also written to the run rows, and two writers of several
   * rows would deadlock.
   */
  async lockRecord(transaction: Transaction, director: string): Promise<void> {
    await transaction.query('SELECT FROM run_sync_state WHERE director = $1 FOR UPDATE', [director]);
  }

  /** Takes some candidates off the queue in this transaction, only those in `among` if given. Empty while older history is still read. */
  async takeUnweighed(
    transaction: Transaction,
    director: string,
    limit: number,
    among: readonly string[] | null = null,
  ): Promise<OutlierCandidate[]> {
    const values: unknown[] = [director, limit];
    const within = among === null ? '' : 'AND u.unique_name = ANY ($3::text[])';
    if (among !== null) values.push(among);
    const rows = await transaction.query<{ row: ComparableRow }[]>(
      `WITH due AS MATERIALIZED (DELETE FROM outlier_queue WHERE director = $1 AND unique_name IN (
          SELECT unique_name FROM outlier_queue u WHERE u.director = $1 ${within}
            AND EXISTS (SELECT FROM run_sync_state f WHERE f.director = $1 AND f.filled_from = 0)
          LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING unique_name)
       SELECT json_build_array(${comparable('COALESCE(r.ended_at, r.queued_at)', secondsOf('r'))}) AS row
       FROM due JOIN run r ON r.director = $1 AND r.unique_name = due.unique_name
       CROSS JOIN LATERAL (${earlierRuns}) earlier`,
      values,
    );
    return rows.map(({ row }) => comparableOf(row));
  }

  /** Replaces the stored outliers of these runs. */
  async replace(
    transaction: Transaction,
    director: string,
    found: ReadonlyMap<string, { readonly at: Date; readonly outliers: readonly Outlier[] }>,
  ): Promise<void> {
    if (found.size === 0) return;
    await transaction.query('DELETE FROM run_outlier WHERE director = $1 AND unique_name = ANY ($2::text[])', [
      director,
      [...found.keys()],
    ]);
    const rows = [...found].flatMap(([unique_name, { at, outliers }]) =>
      outliers.map(({ kind, usual, value }) => ({ unique_name, kind, usual, value, at })),
    );
    await transaction.query(insertRows, [director, JSON.stringify(rows)]);
  }

  /** For active runs: the duration so far, each at the time when the outlier was first found. */
  async keepRunning(
    transaction: Transaction,
    director: string,
    slow: ReadonlyMap<string, Outlier>,
    at: Date,
  ): Promise<void> {
    const rows = [...slow].map(([unique_name, { kind, usual, value }]) => {
      return { unique_name, kind, usual, value, at };
    });
    await transaction.query(
      `${insertRows} ON CONFLICT (director, unique_name, kind) DO UPDATE SET value = excluded.value`,
      [director, JSON.stringify(rows)],
    );
  }
}

const insertRows = `INSERT INTO run_outlier (director, unique_name, kind, usual, value, at)
  SELECT $1, o.unique_name, o.kind, round(o.usual), round(o.value), o.at
  FROM json_to_recordset($2::json) AS o(unique_name text, kind text, usual float8, value float8, at timestamptz)`;

/** From two of the arrays of `earlierRuns`. */
export function earlierOf(seconds: readonly number[] | null, bytes: readonly number[] | null): ComparedRun[] {
  return (seconds ?? []).map((value, index) => ({
    seconds: Math.max(0, Math.round(value)),
    bytes: bytes?.[index] ?? 0,
  }));
}

function comparableOf(row: ComparableRow): OutlierCandidate {
  const [uniqueName, job, level, generation, jobId, isGood, at, seconds, bytes, ...before] = row;
  const [earlierSeconds, earlierBytes, earlierStarts, sinceGoodSeconds] = before;
  const earlier = earlierOf(earlierSeconds, earlierBytes);
  const time = new Date(Math.round(at));
  const position = { generation, jobId };
  const own = { seconds: Math.max(0, Math.round(seconds ?? 0)), bytes };
  const gaps = { sinceGoodSeconds, usualGapSeconds: usualGapOf(earlierStarts ?? []) };
  return { uniqueName, job, level, place: position, isGood, at: time, ...own, ...gaps, earlier };
}

function positionOf(row: readonly [generation: number, jobId: number, ...unknown[]] | undefined): RunPosition | null {
  return row === undefined ? null : { generation: row[0], jobId: row[1] };
}

function foundOf(row: FoundRow): FoundOutlier {
  const [director, uniqueName, kind, usual, value, at, jobId, job, client, level, status] = row;
  return { director, uniqueName, kind, usual, value, at: new Date(Math.round(at)), jobId, job, client, level, status };
}
