import { type RunFilter } from '../../domain/run.js';
import { type RunSort } from '../../domain/run-sort.js';
import { recordConditions } from './record-filter.js';
import { recordedColumns, selectRecorded } from './recorded-run.js';
import { kindKey, seriesKey } from './run-keys.js';

/** A place in the list of one Director's runs. */
export interface RunPlace {
  readonly generation: number;
  readonly jobId: number;
}

/** Both ends belong to it. */
export interface PlaceRange {
  readonly low: RunPlace;
  readonly high: RunPlace;
}

export interface RecordQuestion {
  readonly director: string;
  readonly filter: RunFilter;
  readonly sort: RunSort;
  readonly limit: number;
  readonly after: RunPlace | null;
  /** Only runs from here on; null: all. */
  readonly downTo: RunPlace | null;
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Which rows, without where among them: what pages and counts have in common. `$1` is the Director, `$2` the limit. */
class Asked {
  readonly values: unknown[];
  readonly conditions: string[] = [];

  constructor(director: string, limit: number) {
    this.values = [director, limit];
  }

  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  place({ generation, jobId }: RunPlace): string {
    return `(${this.add(generation)}::integer, ${this.add(jobId)}::bigint)`;
  }

  filter(filter: RunFilter): void {
    const { conditions, values } = recordConditions(filter, this.values.length + 1);
    this.values.push(...values);
    this.conditions.push(...conditions);
  }

  range(range: PlaceRange | null): void {
    if (range === null) return;
    this.conditions.push(`(generation, job_id) >= ${this.place(range.low)}`);
    this.conditions.push(`(generation, job_id) <= ${this.place(range.high)}`);
  }
}

export function orderOf(sort: RunSort, table = 'run'): string {
  const way = sort === 'newest' ? 'DESC' : 'ASC';
  return `ORDER BY ${table}.generation ${way}, ${table}.job_id ${way}`;
}

function bounded(question: RecordQuestion, range: PlaceRange | null): Asked {
  const { director, limit, after, downTo, sort } = question;
  const asked = new Asked(director, limit);
  if (after) asked.conditions.push(`(generation, job_id) ${sort === 'newest' ? '<' : '>'} ${asked.place(after)}`);
  if (downTo) asked.conditions.push(`(generation, job_id) >= ${asked.place(downTo)}`);
  asked.range(range);
  return asked;
}

/** Walks the list itself: for filters that leave nearly all of it, as a range of time that is read between its places. */
export function walk(question: RecordQuestion, range: PlaceRange | null): Statement {
  const asked = bounded(question, range);
  asked.filter(question.filter);
  const where = ['director = $1', ...asked.conditions].join(' AND ');
  return { text: `${selectRecorded} WHERE ${where} ${orderOf(question.sort)} LIMIT $2`, values: asked.values };
}

/** Looks among the next so many runs only. */
export function walkNear(question: RecordQuestion, range: PlaceRange | null, window: number): Statement {
  const asked = bounded(question, range);
  const within = ['director = $1', ...asked.conditions].join(' AND ');
  asked.conditions.length = 0;
  asked.filter(question.filter);
  const order = orderOf(question.sort);
  const near = `(SELECT * FROM run WHERE ${within} ${order} LIMIT ${window}) run`;
  const text = `SELECT ${recordedColumns} FROM ${near} ${whereOf(asked.conditions)} ${order} LIMIT $2`;
  return { text, values: asked.values };
}

/** What the key does not say already. What it says is left out, lest the planner reads another index for it and sorts. */
function besidesKey({ since, until, acknowledged }: RunFilter, asked: Asked): string {
  asked.filter({ ...(since ? { since } : {}), ...(until ? { until } : {}), acknowledged });
  return ['$1::text IS NOT NULL', ...asked.conditions].join(' AND ');
}

/**
 * One probe for each kind or series that the filter matches, merged. The first row of each tells which of them the page can be
 * made of: no more than it has rows.
 */
export function probe(question: RecordQuestion, range: PlaceRange | null, keys: KeySet): Statement {
  const asked = bounded(question, range);
  const conditions = besidesKey(question.filter, asked);
  const { sort } = question;
  const key = keyOf[keys.of];
  const rest = `(generation, job_id) ${sort === 'newest' ? '<=' : '>='} (head.generation, head.job_id)`;
  const text = `WITH head AS MATERIALIZED (
      SELECT wanted.key, first.generation, first.job_id FROM unnest(${asked.add(keys.keys)}::bigint[]) AS wanted(key)
      CROSS JOIN LATERAL (SELECT generation, job_id FROM run
        WHERE ${key} = wanted.key AND ${conditions} ${orderOf(sort)} LIMIT 1) first
      ${orderOf(sort, 'first')} LIMIT $2)
    SELECT page.* FROM head CROSS JOIN LATERAL (${selectRecorded}
      WHERE ${key} = head.key AND ${rest} AND ${conditions} ${orderOf(sort)} LIMIT $2) page
    ${orderOf(sort, 'page')} LIMIT $2`;
  return { text, values: asked.values };
}

/** One walk for each job, merged: for jobs that run for very many clients. */
export function walkJobs(question: RecordQuestion, range: PlaceRange | null): Statement {
  const asked = bounded(question, range);
  asked.filter(question.filter);
  const where = ['director = $1', 'job = wanted.job', ...asked.conditions].join(' AND ');
  const { sort } = question;
  const text = `SELECT page.* FROM unnest(${asked.add(question.filter.jobs ?? [])}::text[]) AS wanted(job)
    CROSS JOIN LATERAL (${selectRecorded} WHERE ${where} ${orderOf(sort)} LIMIT $2) page
    ${orderOf(sort, 'page')} LIMIT $2`;
  return { text, values: asked.values };
}

/** Rows of all these kinds or series, up to the limit. */
export function countByKeys(question: RecordQuestion, range: PlaceRange | null, keys: KeySet): Statement {
  const asked = bounded(question, range);
  const conditions = besidesKey(question.filter, asked);
  const text = `SELECT count(*)::int FROM (SELECT FROM unnest(${asked.add(keys.keys)}::bigint[]) AS wanted(key)
    CROSS JOIN LATERAL (SELECT FROM run WHERE ${keyOf[keys.of]} = wanted.key AND ${conditions} LIMIT $2) hit
    LIMIT $2) hits`;
  return { text, values: asked.values };
}

export function countByWalk(question: RecordQuestion, range: PlaceRange | null): Statement {
  const asked = bounded(question, range);
  asked.filter(question.filter);
  const where = ['director = $1', ...asked.conditions].join(' AND ');
  return { text: `SELECT count(*)::int FROM (SELECT FROM run WHERE ${where} LIMIT $2) hits`, values: asked.values };
}

/** The kinds or series that a filter matches; bigints as text. */
export interface KeySet {
  readonly of: 'kind' | 'series';
  readonly keys: readonly string[];
}

const keyOf = { kind: kindKey, series: seriesKey } as const;

/** The keys of what the filter matches, so many at most. */
export function matchingKeys(director: string, filter: RunFilter, of: KeySet['of'], limit: number): Statement {
  const asked = new Asked(director, limit);
  const { jobs, clients, statuses, levels, types, pools } = filter;
  const words: RunFilter = {
    ...(jobs ? { jobs } : {}),
    ...(clients ? { clients } : {}),
    ...(statuses ? { statuses } : {}),
    ...(levels ? { levels } : {}),
    ...(types ? { types } : {}),
    ...(pools ? { pools } : {}),
  };
  asked.filter(words);
  // Where a run has none it stands as an empty text, which no filter means.
  if (clients) asked.conditions.push("client <> ''");
  if (pools) asked.conditions.push("pool <> ''");
  const where = ['director = $1', ...asked.conditions].join(' AND ');
  return { text: `SELECT ${keyOf[of]}::text FROM run_${of} WHERE ${where} LIMIT $2`, values: asked.values };
}

function whereOf(conditions: readonly string[]): string {
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
}
