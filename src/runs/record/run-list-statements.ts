import { type RunFilter } from '../../domain/run.js';
import { type RunSort } from '../../domain/run-sort.js';
import { type PlaceRange, type RunPlace } from './place-range.js';
import { recordConditions } from './record-filter.js';
import { recordedColumns } from './recorded-run.js';
import { kindKey, seriesKey } from './run-keys.js';
import { acknowledgementColumn } from './acknowledgement-column.js';

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
  /** Of those alone that are planned well without knowing their values. */
  readonly name?: string;
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

  filter(filter: RunFilter): void {
    const { conditions, values } = recordConditions(filter, this.values.length + 1);
    this.values.push(...values);
    this.conditions.push(...conditions);
  }

  /** The names of a place's two parts. */
  place({ generation, jobId }: RunPlace): readonly [string, string] {
    return [`${this.add(generation)}::integer`, `${this.add(jobId)}::bigint`];
  }

  where(): string {
    return ['$1::text IS NOT NULL', ...this.conditions].join(' AND ');
  }
}

export function orderOf(sort: RunSort, table = 'run'): string {
  const way = sort === 'newest' ? 'DESC' : 'ASC';
  return `ORDER BY ${table}.generation ${way}, ${table}.job_id ${way}`;
}

/** The runs that a statement finds, in its order and as `ListedRow`. What is shown of a run is made for those alone that are shown. */
export function pageOf(text: string, sort: RunSort): string {
  return `SELECT ${recordedColumns}, ${acknowledgementColumn} FROM (${text}) run ${orderOf(sort)}`;
}

function bounded({ director, limit }: RecordQuestion, { low, high }: PlaceRange): Asked {
  const asked = new Asked(director, limit);
  // Of pairs the planner knows nothing but their first part, and takes a day for the whole record.
  if (low.generation === high.generation) {
    asked.conditions.push(`generation = ${asked.add(low.generation)}`);
    asked.conditions.push(`job_id >= ${asked.add(low.jobId)}::bigint`, `job_id <= ${asked.add(high.jobId)}::bigint`);
    return asked;
  }
  asked.conditions.push(`(generation, job_id) >= (${asked.place(low).join(', ')})`);
  asked.conditions.push(`(generation, job_id) <= (${asked.place(high).join(', ')})`);
  return asked;
}

/** Walks the list itself: for filters that leave nearly all of it, as a range of time that is read between its places. */
export function walk(question: RecordQuestion, range: PlaceRange): Statement {
  const asked = bounded(question, range);
  const within = asked.conditions.length;
  asked.filter(question.filter);
  const times = timesOf(question.filter);
  const text = `SELECT * FROM run WHERE director = $1 AND ${asked.where()} ${orderOf(question.sort)}`;
  const { values } = asked;
  // With other words the planner is to know how few rows it is asked for, lest it sorts all that may have them.
  if (asked.conditions.length > within + times.length) return { text: `${text} LIMIT $2`, values };
  const name = ['runs_walk', within, question.sort, ...times].join('_');
  return { name, text: `${text} LIMIT (SELECT $2::integer)`, values };
}

/** Looks among the next so many runs only. */
export function walkNear(question: RecordQuestion, range: PlaceRange, window: number): Statement {
  const asked = bounded(question, range);
  const within = asked.where();
  asked.conditions.length = 0;
  asked.filter(question.filter);
  const order = orderOf(question.sort);
  const near = `(SELECT * FROM run WHERE director = $1 AND ${within} ${order} LIMIT ${window}) run`;
  return { text: `SELECT * FROM ${near} WHERE ${asked.where()} ${order} LIMIT $2`, values: asked.values };
}

/**
 * What the index has already said is left out, lest the planner reads another one for it and sorts. A whole job or client says
 * itself alone.
 */
function besides({ since, until, acknowledged, ...words }: RunFilter, { of }: KeySet, asked: Asked): void {
  const { jobs, clients, ...rest } = words;
  if (of === 'job') asked.filter({ ...rest, ...(clients ? { clients } : {}) });
  if (of === 'client') asked.filter({ ...rest, ...(jobs ? { jobs } : {}) });
  asked.filter({ ...(since ? { since } : {}), ...(until ? { until } : {}), acknowledged });
}

/** As many rows are looked at first: lists are of very different lengths, and the more are looked at, the nearer the end is found. */
const firstPages = 4;

/** A power of two, which leaves a statement few texts to be prepared in. */
function rowsLookedAt(limit: number, keys: number): number {
  return 2 ** Math.floor(Math.log2(Math.max(1, (firstPages * limit) / keys)));
}

/**
 * Reads on from the lists of several keys, merged. A few of the first rows of each tell where the page ends at the latest, and no list
 * is read beyond that.
 */
export function probe(question: RecordQuestion, range: PlaceRange, keys: KeySet): Statement {
  const { director, sort, limit } = question;
  const asked = new Asked(director, limit);
  const [low, high] = [asked.place(range.low), asked.place(range.high)];
  besides(question.filter, keys, asked);
  const name = nameOf(question, keys, asked.conditions.length);
  const wanted = `unnest(${asked.add(keys.keys)}::${keys.of === 'kind' || keys.of === 'series' ? 'bigint' : 'text'}[]) AS wanted(key)`;
  const each = rowsLookedAt(limit, keys.keys.length);
  const from = (columns: string, [from, to]: readonly [string, string], most: string): string =>
    `${wanted} CROSS JOIN LATERAL (SELECT ${columns} FROM run WHERE ${lists[keys.of]} = wanted.key AND ${asked.where()}
      AND (generation, job_id) >= (${from}) AND (generation, job_id) <= (${to}) ${orderOf(sort)} LIMIT ${most}) page`;
  const end = `SELECT page.generation, page.job_id FROM ${from('generation, job_id', [low.join(', '), high.join(', ')], String(each))}
    ${orderOf(sort, 'page')} OFFSET $2 - 1 LIMIT 1`;
  const beyond = sort === 'newest' ? low : high;
  const ended = `coalesce((SELECT generation FROM ended), ${beyond[0]}), coalesce((SELECT job_id FROM ended), ${beyond[1]})`;
  const rest = sort === 'newest' ? ([ended, high.join(', ')] as const) : ([low.join(', '), ended] as const);
  // Rows are wide, and of those found most lie behind the page: they are sorted by where they lie, and read when it is known which.
  const text = `WITH ended AS MATERIALIZED (${end}),
      found AS MATERIALIZED (SELECT page.at FROM ${from('ctid AS at, generation, job_id', rest, '$2')} ${orderOf(sort, 'page')} LIMIT $2)
    SELECT run.* FROM found JOIN run ON run.ctid = found.at ${orderOf(sort)}`;
  return { ...(name === null ? {} : { name: `${name}_${each}` }), text, values: asked.values };
}

function timesOf(filter: RunFilter): string[] {
  return (['since', 'until'] as const).filter((time) => filter[time] !== undefined);
}

/** For keys and times alone: how rare other words are, the planner is to know, lest it sorts what lies in order. */
function nameOf({ filter, sort }: RecordQuestion, { of }: KeySet, conditions: number): string | null {
  const times = timesOf(filter);
  return conditions === times.length ? ['runs_by', of, sort, ...times].join('_') : null;
}

/** Rows of all these keys, up to the limit. */
export function countByKeys(question: RecordQuestion, range: PlaceRange, keys: KeySet): Statement {
  const asked = bounded(question, range);
  besides(question.filter, keys, asked);
  const type = keys.of === 'kind' || keys.of === 'series' ? 'bigint' : 'text';
  const text = `SELECT count(*)::int FROM (SELECT FROM unnest(${asked.add(keys.keys)}::${type}[]) AS wanted(key)
    CROSS JOIN LATERAL (SELECT FROM run WHERE ${lists[keys.of]} = wanted.key AND ${asked.where()} LIMIT $2) hit
    LIMIT $2) hits`;
  return { text, values: asked.values };
}

export function countByWalk(question: RecordQuestion, range: PlaceRange): Statement {
  const asked = bounded(question, range);
  asked.filter(question.filter);
  const text = `SELECT FROM run WHERE director = $1 AND ${asked.where()} LIMIT $2`;
  return { text: `SELECT count(*)::int FROM (${text}) hits`, values: asked.values };
}

/** Each with a list of its own in an index: kinds and series, bigints as text; or names of jobs or clients. */
export interface KeySet {
  readonly of: 'kind' | 'series' | 'job' | 'client';
  readonly keys: readonly string[];
}

const keyOf = { kind: kindKey, series: seriesKey } as const;
const lists = { ...keyOf, job: 'director = $1 AND job', client: 'director = $1 AND client' } as const;

/** The keys of what the filter matches, so many at most. */
export function matchingKeys(director: string, filter: RunFilter, of: 'kind' | 'series', limit: number): Statement {
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
  const text = `SELECT ${keyOf[of]}::text FROM run_${of} WHERE ${where} LIMIT $2`;
  return { ...(of === 'kind' ? { name: kindsName(words) } : {}), text, values: asked.values };
}

/** Kinds are few whatever the words, so that any plan will do. No word, one and several make each another text. */
function kindsName(words: RunFilter): string {
  const parts = (['pools', 'statuses', 'levels', 'types'] as const).flatMap((part) => {
    const given = words[part]?.length;
    return given === undefined ? [] : [`${part}${Math.min(given, 2)}`];
  });
  return ['kinds_of', ...parts].join('_');
}
