import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type RunCounts } from '../../../domain/run-reader.port.js';
import { countCap, type Total, totalOf } from '../../../domain/pagination.js';
import { wholeLevels } from '../outliers/outliers.js';
import { type RunSyncStatus } from '../../../domain/run-sync-health.js';
import { type Run, type RunFilter, type RunStatus } from '../../../domain/run.js';
import { queryArrays } from '../../../database/prepared-statement.js';
import { isGoodRead } from './good-backup.sql.js';
import {
  type RecordedRow,
  type RecordedRun,
  recordedRunOf,
  selectRecorded,
  type ListedRow,
  listedRunOf,
} from './run-mapper.js';
import {
  type RunHistoryQuery,
  countByWalk,
  orderOf,
  pageOf,
  type Statement,
  walk,
  walkNear,
  acknowledgedOnly,
  countAcknowledged,
  countByKeys,
  isTriggerColumn,
  type KeySet,
  type ListedColumn,
  matchingKeys,
  pageByKeys,
  type TriggerColumn,
  triggerMembers,
} from './run-list.sql.js';
import { rangeFrom, type KeysetRange, remaining } from './keyset-range.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Where a stretch of time begins and ends, as PostgreSQL takes it; the end is exclusive. */
type TimeRange = readonly [from: string, to: string];

/** The hours and whole days that cover a range of time. */
interface TimeBuckets {
  readonly days: TimeRange;
  readonly hours: readonly [TimeRange, TimeRange];
}

const none: TimeRange = ['infinity', 'infinity'];

/** As few hours as possible at the edges, whole days between them. A side without a bound is unlimited. */
function coverOf(since: Date | undefined, until: Date | undefined): TimeBuckets {
  const from = since === undefined ? -Infinity : Math.floor(since.getTime() / hourMs) * hourMs;
  const to = until === undefined ? Infinity : Math.ceil(until.getTime() / hourMs) * hourMs;
  const firstDay = Math.ceil(from / dayMs) * dayMs;
  const lastDay = Math.floor(to / dayMs) * dayMs;
  if (firstDay >= lastDay) return { days: none, hours: [stretch(from, to), none] };
  return { days: stretch(firstDay, lastDay), hours: [stretch(from, firstDay), stretch(lastDay, to)] };
}

function stretch(from: number, to: number): TimeRange {
  return [timeText(from), timeText(to)];
}

/** Years of four digits, which the database and Date write alike; other times are treated as unbounded. */
const [earliest, latest] = [Date.UTC(1000, 0, 1), Date.UTC(9999, 0, 1)];

function timeText(ms: number): string {
  if (ms < earliest) return '-infinity';
  return ms > latest ? 'infinity' : new Date(ms).toISOString();
}

/** More kinds than any site has. */
const mostKinds = 5_000;
/** If more series of jobs or clients match, their job and client lists are read instead: matches are frequent there. */
const seriesOfJobs = 500;
const seriesOfClient = 4;
/**
 * With more kinds, the next runs are scanned first, which often fill a page: for 60 kinds that most runs have, 2 ms instead of 11
 * at a million runs.
 */
const manyKinds = 16;

const textColumns = {
  job: 'jobs',
  client: 'clients',
  status: 'statuses',
  level: 'levels',
  type: 'types',
  pool: 'pools',
} as const satisfies Record<string, keyof RunFilter>;
type Column = keyof typeof textColumns;
const columns = Object.keys(textColumns) as Column[];

type Range = KeysetRange | null | 'nothing';
type Found = KeySet | 'all';

/** Pages and counts of one Director's runs whose cost depends neither on the depth nor on how rare the filter is. */
class RunListQueries {
  constructor(private readonly dataSource: DataSource) {}

  async list(query: RunHistoryQuery): Promise<RecordedRun[]> {
    if (isPlain(query)) return this.newest(query);
    const { sort, limit } = query;
    const [range, found] = await Promise.all([this.idRangesOf(query), this.keysOf(query)]);
    if (range === 'nothing' || (found !== 'all' && found.keys.length === 0)) return [];
    if (query.filter.acknowledged === true) return this.runsOf(sort, acknowledgedOnly(query, range));
    if (found === 'all') return this.runsOf(sort, walk(query, range));
    if (found.of === 'kind' && found.keys.length > manyKinds) {
      const near = await this.runsOf(sort, walkNear(query, range, 4 * limit));
      if (near.length >= limit) return near;
    }
    return this.runsOf(sort, pageByKeys(query, range, found));
  }

  async count(director: string, filter: RunFilter): Promise<Total> {
    const query = { director, filter, sort: 'newest', limit: countCap + 1, after: null, downTo: null } as const;
    return totalOf(await this.hitsOf(query));
  }

  private async hitsOf(query: RunHistoryQuery): Promise<number> {
    if (query.filter.acknowledged === true) return this.numberOf(countAcknowledged(query));
    const [range, found] = await Promise.all([this.idRangesOf(query), this.keysOf(query)]);
    if (range === 'nothing') return 0;
    return this.numberOf(found === 'all' ? countByWalk(query, range) : countByKeys(query, range, found));
  }

  /** Dashboards poll this, so it is a prepared statement; its limit is a parameter, so that the generic plan is used. */
  private async newest({ director, limit, after }: RunHistoryQuery): Promise<RecordedRun[]> {
    const beyond = after ? 'AND (generation, job_id) < ($3, $4)' : '';
    const text = pageOf(
      `SELECT * FROM run WHERE director = $1 ${beyond} ${orderOf('newest')} LIMIT (SELECT $2::integer)`,
      'newest',
    );
    const name = after ? 'recorded_before' : 'recorded_newest';
    const values = after ? [director, limit, after.generation, after.jobId] : [director, limit];
    return (await queryArrays<ListedRow>(this.dataSource, { name, text }, values)).map(listedRunOf);
  }

  private async keysOf({ director, filter }: RunHistoryQuery): Promise<Found> {
    const of = listsOf(filter);
    if (of === null) return 'all';
    if (of !== 'kind' && of !== 'series') return isTriggerColumn(of) ? triggerKey(filter, of) : wordsIn(filter, of);
    const most = of === 'kind' ? mostKinds : mostSeries(filter);
    const { values, ...statement } = matchingKeys(director, filter, of, most + 1);
    const rows = await queryArrays<[string]>(this.dataSource, statement, values);
    if (rows.length <= most) return { of, keys: rows.map(([key]) => key) };
    if (of === 'kind') return 'all';
    return wordsIn(filter, isGiven(filter.clients) ? 'client' : 'job');
  }

  private async idRangesOf({
    director,
    filter,
    sort,
    after,
    downTo,
  }: RunHistoryQuery): Promise<KeysetRange | 'nothing'> {
    const range = await this.rangeOf(director, filter);
    return range === 'nothing' ? range : remaining([range, downTo && rangeFrom(downTo)], after, sort);
  }

  /** The positions between which all runs of the filter's time range are; null if there are none. */
  private async rangeOf(director: string, { since, until }: RunFilter): Promise<Range> {
    if (since === undefined && until === undefined) return null;
    const { days, hours } = coverOf(since, until);
    const within = (width: number, at: number): string =>
      `SELECT generation, low, high FROM run_span WHERE director = $1 AND hours = ${width} AND starts_at >= $${at} AND starts_at < $${at + 1}`;
    const text = `SELECT generation, min(low), max(high) FROM (${within(24, 2)} UNION ALL ${within(1, 4)} UNION ALL ${within(1, 6)}) span
      GROUP BY generation ORDER BY generation`;
    const values = [director, ...days, ...hours[0], ...hours[1]];
    const rows = await queryArrays<[generation: number, low: number, high: number]>(
      this.dataSource,
      { name: 'run_span_ends', text },
      values,
    );
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return 'nothing';
    return { low: { generation: first[0], jobId: first[1] }, high: { generation: last[0], jobId: last[2] } };
  }

  private async runsOf(sort: RunHistoryQuery['sort'], { text, values, ...named }: Statement): Promise<RecordedRun[]> {
    const page = { ...named, text: pageOf(text, sort) };
    return (await queryArrays<ListedRow>(this.dataSource, page, values)).map(listedRunOf);
  }

  private async numberOf({ text, values }: Statement): Promise<number> {
    const [row] = await queryArrays<[number]>(this.dataSource, { text }, values);
    return row?.[0] ?? 0;
  }
}

function isPlain({ filter, sort, downTo }: RunHistoryQuery): boolean {
  const { since, until, acknowledged, trigger } = filter;
  const isTimed = since !== undefined || until !== undefined;
  const isByWords = acknowledged !== undefined || trigger !== undefined || listsOf(filter) !== null;
  return sort === 'newest' && downTo === null && !isTimed && !isByWords;
}

/** By what a filter's rows are found; null: by their place alone. */
function listsOf(filter: RunFilter): KeySet['of'] | null {
  if (filter.acknowledged === true) return null;
  const trigger = triggerColumnOf(filter);
  if (trigger !== null) return trigger;
  const given = columns.filter((column) => isGiven(filter[textColumns[column]]));
  const [only] = given;
  if (only === undefined) return null;
  if (given.length === 1 && isName(only)) return only;
  return given.some(isName) ? 'series' : 'kind';
}

/** The most selective of the columns that the filter by starter uses; null if no index has these runs. */
function triggerColumnOf({ trigger: { kind, id, name } = {} }: RunFilter): TriggerColumn | null {
  if (id !== undefined) return 'trigger_id';
  if (name !== undefined) return 'trigger_name';
  return kind === undefined || kind === 'unknown' ? null : 'trigger_kind';
}

function triggerKey({ trigger = {} }: RunFilter, of: TriggerColumn): KeySet {
  const key = trigger[triggerMembers[of]];
  return { of, keys: key === undefined ? [] : [key] };
}

function isName(column: Column): column is ListedColumn {
  return column === 'job' || column === 'client';
}

function mostSeries({ clients = [] }: RunFilter): number {
  return clients.length > 0 ? seriesOfClient * clients.length : seriesOfJobs;
}

function wordsIn(filter: RunFilter, of: ListedColumn): KeySet {
  return { of, keys: [...new Set(filter[textColumns[of]])] };
}

function isGiven(words: readonly string[] | undefined): boolean {
  return words !== undefined && words.length > 0;
}

export type RecordCounts = Omit<RunCounts, 'volumesInError'>;

export type UnfinishedRun = Pick<Run, 'jobId' | 'uniqueName' | 'status' | 'statusCode'>;

const newestFirst = 'ORDER BY generation DESC, job_id DESC';

/** Reads of the record of runs. */
@Injectable()
export class RunsRepository {
  private readonly lists: RunListQueries;

  constructor(private readonly dataSource: DataSource) {
    this.lists = new RunListQueries(dataSource);
  }

  /** Those of the ids with a backup that ended well, as the catalog lists those whose files it has. */
  async restorableAmong(director: string, jobIds: readonly number[]): Promise<number[]> {
    const rows = await this.dataSource.query<{ job_id: number }[]>(
      `SELECT DISTINCT job_id FROM run WHERE director = $1 AND job_id = ANY ($2::integer[]) AND ended
         AND type = 'Backup' AND status_code IN ('T', 'W')`,
      [director, jobIds],
    );
    return rows.map((row) => row.job_id);
  }

  /** In the requested sort, by position. */
  list(query: RunHistoryQuery): Promise<RecordedRun[]> {
    return this.lists.list(query);
  }

  /** Counts no further than to a limit. */
  count(director: string, filter: RunFilter): Promise<Total> {
    return this.lists.count(director, filter);
  }

  /** Of the newest id space that has this id. */
  async find(director: string, jobId: number): Promise<RecordedRun | null> {
    const text = `${selectRecorded} WHERE director = $1 AND job_id = $2 ORDER BY generation DESC LIMIT 1`;
    const [row] = await queryArrays<RecordedRow>(this.dataSource, { name: 'recorded_run', text }, [director, jobId]);
    return row ? recordedRunOf(row) : null;
  }

  async findByOrder(director: string, orderId: string): Promise<RecordedRun | null> {
    const text = `${selectRecorded} WHERE order_id = $1 AND director = $2 ${newestFirst} LIMIT 1`;
    const [row] = await queryArrays<RecordedRow>(this.dataSource, { text }, [orderId, director]);
    return row ? recordedRunOf(row) : null;
  }

  /** The newest stored run of each of the jobs. */
  async lastRuns(director: string, jobs: readonly string[]): Promise<ReadonlyMap<string, RecordedRun>> {
    const text = `SELECT last.* FROM unnest($2::text[]) AS wanted(job)
      CROSS JOIN LATERAL (${selectRecorded} WHERE director = $1 AND run.job = wanted.job ${newestFirst} LIMIT 1) last`;
    const rows = await queryArrays<RecordedRow>(this.dataSource, { text }, [director, jobs]);
    return new Map(rows.map(recordedRunOf).map((run) => [run.job, run]));
  }

  /** Ascending by id; unfinished runs are few, but after a mass cancellation there may be many. */
  async unfinished(director: string, limit: number): Promise<UnfinishedRun[]> {
    const text =
      'SELECT job_id, unique_name, status, status_code FROM run WHERE director = $1 AND NOT ended ORDER BY job_id LIMIT $2';
    const prepared = { name: 'unfinished_runs', text };
    const rows = await queryArrays<[number, string, RunStatus, string]>(this.dataSource, prepared, [director, limit]);
    return rows.map(([jobId, uniqueName, status, statusCode]) => ({ jobId, uniqueName, status, statusCode }));
  }

  async counts(director: string, since: Date): Promise<RecordCounts> {
    const [row] = await queryArrays<[number, number, number, number]>(
      this.dataSource,
      {
        text: `SELECT
          (SELECT count(*) FROM run WHERE director = $1 AND NOT ended AND status = 'running')::int,
          (SELECT count(*) FROM run WHERE director = $1 AND NOT ended AND status IN ('queued', 'waiting'))::int,
          (SELECT count(*) FROM run WHERE director = $1 AND status = 'error' AND ended_at >= $2)::int,
          (SELECT count(*) FROM run WHERE director = $1 AND status = 'warning' AND ended_at >= $2)::int`,
      },
      [director, since],
    );
    const [running, waiting, failed24h, warning24h] = row ?? [0, 0, 0, 0];
    return { running, waiting, failed24h, warning24h };
  }

  /** Clients with a good backup whose end, by its Director, is in the future; by name, at most `limit`. */
  async datedAhead(director: string, limit: number): Promise<string[]> {
    const text = `SELECT DISTINCT client FROM run
      WHERE director = $1 AND future_end_at > now() AND ${isGoodRead()}
      ORDER BY client LIMIT $2`;
    const rows = await queryArrays<[string]>(this.dataSource, { text }, [director, limit]);
    return rows.map(([client]) => client);
  }

  async syncStatus(director: string): Promise<RunSyncStatus> {
    // Small backups in the words of the index run_small, which another wording would not be found by.
    const text = `SELECT date_part('epoch', now() - read_at), failure,
        (SELECT count(*) FROM run WHERE run.director = $1 AND lost_at > now() - interval '24 hours')::int,
        (SELECT count(*) FROM run WHERE run.director = $1 AND outliers @> '[["small"]]' AND level = ANY ($2::text[])
          AND COALESCE(ended_at, queued_at) > now() - interval '24 hours')::int
      FROM run_sync_state WHERE director = $1`;
    const prepared = { name: 'record_standing', text };
    const values = [director, wholeLevels];
    const [row] = await queryArrays<[number | null, string | null, number, number]>(this.dataSource, prepared, values);
    const [lag, failure, lost24h, small24h] = row ?? [null, null, 0, 0];
    return { lagSeconds: lag === null ? null : Math.max(0, Math.floor(lag)), failure, lost24h, small24h };
  }
}
