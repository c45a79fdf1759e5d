import { type RunFilter, type TriggerFilter, type RunSort } from '../../../domain/run.js';
import { type KeysetRange, type RunPosition } from './keyset-range.js';
import { recordedColumns } from './run-mapper.js';
import { acknowledgementColumn } from './acknowledgement.sql.js';

/** A value and not EXISTS, which the planner makes a join of, and then reads the whole record for a page. */
const isAcknowledged = `coalesce((SELECT true FROM run_acknowledgement seen WHERE seen.director = run.director
  AND seen.unique_name = run.unique_name AND (seen.until IS NULL OR seen.until > now())), false)`;

/** Conditions on rows of the record, and their values from placeholder `$first` on. None for an empty filter. */
function recordConditions(
  filter: RunFilter,
  first: number,
): { readonly conditions: string[]; readonly values: unknown[] } {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const add = (value: unknown): string => `$${first + values.push(value) - 1}`;
  const oneOf = (column: string, words: readonly string[] | undefined): void => {
    if (words === undefined || words.length === 0) return;
    // A single word lets the planner walk an index in the order of the list.
    if (words.length === 1) conditions.push(`${column} = ${add(words[0])}`);
    else conditions.push(`${column} = ANY (${add(words)}::text[])`);
  };
  oneOf('job', filter.jobs);
  oneOf('client', filter.clients);
  oneOf('pool', filter.pools);
  oneOf('status', filter.statuses);
  oneOf('level', filter.levels);
  oneOf('type', filter.types);
  // Wrapped in a function: for an unknown time the planner assumes almost no rows, and sorts rows that the index returns in order.
  if (filter.since) conditions.push(`coalesce(queued_at >= ${add(filter.since)}, true)`);
  if (filter.until) conditions.push(`coalesce(queued_at < ${add(filter.until)}, true)`);
  const { kind, id, name } = filter.trigger ?? {};
  if (kind !== undefined) conditions.push(kind === 'unknown' ? 'trigger_kind IS NULL' : `trigger_kind = ${add(kind)}`);
  if (id !== undefined) conditions.push(`trigger_id = ${add(id)}`);
  if (name !== undefined) conditions.push(`trigger_name = ${add(name)}`);
  if (filter.acknowledged !== undefined) conditions.push(`${filter.acknowledged ? '' : 'NOT '}${isAcknowledged}`);
  return { conditions, values };
}

export interface RunHistoryQuery {
  readonly director: string;
  readonly filter: RunFilter;
  readonly sort: RunSort;
  readonly limit: number;
  readonly after: RunPosition | null;
  /** Only runs from here on; null: all. */
  readonly downTo: RunPosition | null;
}

export interface Statement {
  /** Of those alone that are planned well without knowing their values. */
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Which rows, without where among them: what pages and counts have in common. `$1` is the Director, `$2` the limit. */
class SqlParams {
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
  position({ generation, jobId }: RunPosition): readonly [string, string] {
    return [`${this.add(generation)}::integer`, `${this.add(jobId)}::bigint`];
  }

  where(): string {
    return ['$1::text IS NOT NULL', ...this.conditions].join(' AND ');
  }
}

export function orderOf(sort: RunSort, table = 'run'): string {
  const direction = sort === 'newest' ? 'DESC' : 'ASC';
  return `ORDER BY ${table}.generation ${direction}, ${table}.job_id ${direction}`;
}

/** The runs that a statement finds, in its order and as `ListedRow`. Derived columns are computed only for the returned runs. */
export function pageOf(text: string, sort: RunSort): string {
  return `SELECT ${recordedColumns}, ${acknowledgementColumn} FROM (${text}) run ${orderOf(sort)}`;
}

function bounded({ director, limit }: RunHistoryQuery, { low, high }: KeysetRange): SqlParams {
  const params = new SqlParams(director, limit);
  // Of pairs the planner knows nothing but their first part, and takes a day for the whole record.
  if (low.generation === high.generation) {
    params.conditions.push(`generation = ${params.add(low.generation)}`);
    params.conditions.push(`job_id >= ${params.add(low.jobId)}::bigint`, `job_id <= ${params.add(high.jobId)}::bigint`);
    return params;
  }
  params.conditions.push(`(generation, job_id) >= (${params.position(low).join(', ')})`);
  params.conditions.push(`(generation, job_id) <= (${params.position(high).join(', ')})`);
  return params;
}

/** Walks the list itself: for filters that leave nearly all of it, as a range of time that is read between its places. */
export function walk(query: RunHistoryQuery, range: KeysetRange): Statement {
  const params = bounded(query, range);
  const within = params.conditions.length;
  params.filter(query.filter);
  const times = timesOf(query.filter);
  const text = `SELECT * FROM run WHERE director = $1 AND ${params.where()} ${orderOf(query.sort)}`;
  const { values } = params;
  // With other filters the planner must see the limit, or it sorts all matching rows.
  if (params.conditions.length > within + times.length) return { text: `${text} LIMIT $2`, values };
  const name = ['runs_walk', within, query.sort, ...times].join('_');
  return { name, text: `${text} LIMIT (SELECT $2::integer)`, values };
}

/** Scans at most this many of the next runs. */
export function walkNear(query: RunHistoryQuery, range: KeysetRange, window: number): Statement {
  const params = bounded(query, range);
  const within = params.where();
  params.conditions.length = 0;
  params.filter(query.filter);
  const order = orderOf(query.sort);
  const near = `(SELECT * FROM run WHERE director = $1 AND ${within} ${order} LIMIT ${window}) run`;
  return { text: `SELECT * FROM ${near} WHERE ${params.where()} ${order} LIMIT $2`, values: params.values };
}

export function countByWalk(query: RunHistoryQuery, range: KeysetRange): Statement {
  const params = bounded(query, range);
  params.filter(query.filter);
  const text = `SELECT FROM run WHERE director = $1 AND ${params.where()} LIMIT $2`;
  return { text: `SELECT count(*)::int FROM (${text}) hits`, values: params.values };
}

function timesOf(filter: RunFilter): string[] {
  return (['since', 'until'] as const).filter((time) => filter[time] !== undefined);
}

/** Acknowledged runs, read from the acknowledgements, which are few. */
export function acknowledgedOnly(query: RunHistoryQuery, { low, high }: KeysetRange): Statement {
  const { from, values } = acknowledgedRuns(query);
  const first = values.push(low.generation, low.jobId, high.generation, high.jobId) - 3;
  const within = `(generation, job_id) >= ($${first}::integer, $${first + 1}::bigint)
    AND (generation, job_id) <= ($${first + 2}::integer, $${first + 3}::bigint)`;
  return { text: `SELECT run.* ${from} AND ${within} ${orderOf(query.sort)} LIMIT $2`, values };
}

export function countAcknowledged(query: RunHistoryQuery): Statement {
  const { from, values } = acknowledgedRuns(query);
  return { text: `SELECT count(*)::int FROM (SELECT ${from} LIMIT $2) hits`, values };
}

/** Looks up each run by its name, regardless of what the planner estimates for the other conditions. */
function acknowledgedRuns({ director, limit, filter }: RunHistoryQuery): { from: string; values: unknown[] } {
  const { conditions, values } = recordConditions({ ...filter, acknowledged: undefined }, 3);
  const from = `FROM (SELECT unique_name FROM run_acknowledgement
      WHERE director = $1 AND (until IS NULL OR until > now()) OFFSET 0) seen
    CROSS JOIN LATERAL (SELECT * FROM run WHERE director = $1 AND run.unique_name = seen.unique_name OFFSET 0) run
    WHERE ${['true', ...conditions].join(' AND ')}`;
  return { from, values: [director, limit, ...values] };
}

/**
 * The values that filters match, hashed to one number, so that one narrow index serves every filter: rows of one kind, or of one
 * series, are adjacent in list order. Must be spelled exactly as in the indexes `run_by_kind` and `run_by_series`, and those by
 * starter.
 */
const kindKey = keyOf(['director', 'status', 'type', 'level', "coalesce(pool, '')"]);
export const seriesKey = keyOf([
  'director',
  'job',
  "coalesce(client, '')",
  'status',
  'type',
  'level',
  "coalesce(pool, '')",
]);

/** Of all runs with one word in a column. Not the column itself: the planner would walk all runs for a word that it takes to be frequent. */
function wordKey(director: string, word: string): string {
  return keyOf([director, word]);
}

function keyOf(columns: readonly string[]): string {
  return `hashtextextended(${columns.join(` || E'\\n' || `)}, 0)`;
}

/** Each with a list of its own in an index: kinds and series, bigints as text; or names of jobs, clients or starters. */
export interface KeySet {
  readonly of: 'kind' | 'series' | ListedColumn | TriggerColumn;
  readonly keys: readonly string[];
}

/** Columns that have their own index, and their members in a filter. Runs with an unknown starter are in none of them. */
export const triggerMembers = { trigger_kind: 'kind', trigger_id: 'id', trigger_name: 'name' } as const;
export type TriggerColumn = keyof typeof triggerMembers;

export function isTriggerColumn(of: KeySet['of']): of is TriggerColumn {
  return of in triggerMembers;
}

export type ListedColumn = 'job' | 'client';

const keyColumns = { kind: kindKey, series: seriesKey } as const;

/** The condition on runs of one key. */
function isOf(of: KeySet['of'], key: string): string {
  if (of === 'kind' || of === 'series') return `${keyColumns[of]} = ${key}`;
  if (of === 'job' || of === 'client') return `director = $1 AND ${of} = ${key}`;
  return `${wordKey('director', of)} = ${wordKey('$1::text', key)}`;
}

function typeOf(of: KeySet['of']): string {
  return of === 'kind' || of === 'series' ? 'bigint' : 'text';
}

/** As many lists are merged at most: of more, opening each takes longer than reading too far into some. */
const mostMerged = 16;
/** How many rows are read first: the lists differ much in length, and a larger sample estimates the end of the page better. */
const firstPages = 4;

/** What the pages of several keys have in common. */
interface Begun {
  readonly query: RunHistoryQuery;
  readonly keys: KeySet;
  readonly params: SqlParams;
  /** The placeholders of the first and of the last place. */
  readonly low: string;
  readonly high: string;
  readonly wanted: string;
  /** Null where the page is planned for its values. */
  readonly name: string | null;
}

/** Reads on from the lists of several keys. */
export function pageByKeys(query: RunHistoryQuery, range: KeysetRange, keys: KeySet): Statement {
  const params = new SqlParams(query.director, query.limit);
  const [lowest, highest] = [params.position(range.low), params.position(range.high)];
  besides(query.filter, keys, params);
  const name = nameOf(query, keys, params.conditions.length);
  const placeOf = (position: readonly string[]): string => position.map((value) => valueOf(value, name)).join(', ');
  const [low, high] = [placeOf(lowest), placeOf(highest)];
  const wanted = `${params.add(keys.keys)}::${typeOf(keys.of)}[]`;
  const begun: Begun = { query, keys, params, low, high, wanted, name };
  const isMerged = keys.keys.length === 1 || (name !== null && keys.keys.length <= mostMerged);
  return isMerged ? merge(begun) : probe(begun);
}

/** Named statements use a generic plan. Planning per value would take longer than the query. */
function valueOf(value: string, name: string | null): string {
  return name === null ? value : `(SELECT ${value})`;
}

/** Each list in its order and only as far as needed: no more rows are read than the page has, and one of each list. */
function merge(begun: Begun): Statement {
  const {
    query: { sort },
    keys,
    params,
    low,
    high,
    wanted,
    name,
  } = begun;
  if (isTriggerColumn(keys.of) && name === null) return filterInOrder(begun);
  const most = valueOf('$2::integer', name);
  // A power of two, which leaves few texts to be prepared. Beyond the last key there is none, and no list is opened for that.
  const places = 2 ** Math.ceil(Math.log2(keys.keys.length));
  const lists = Array.from(
    { length: places },
    (_, at) => `SELECT * FROM run WHERE ${isOf(keys.of, valueOf(`(${wanted})[${at + 1}]`, name))}
    AND ${params.where()} AND (generation, job_id) >= (${low}) AND (generation, job_id) <= (${high}) ${orderOf(sort)} LIMIT ${most}`,
  );
  const merged = `SELECT * FROM ((${lists.join(') UNION ALL (')})) run ${orderOf(sort)} LIMIT ${most}`;
  return {
    ...(name === null ? {} : { name: `${name}_merged_${places}` }),
    text: lists.length === 1 ? lists.join() : merged,
    values: params.values,
  };
}

/**
 * Reads the list of one starter in its order and filters it. Without OFFSET 0 the planner, which has no statistics of the keys
 * of a partial index, reads the whole list into a bitmap: 500 ms instead of 2 ms for a starter of a million runs.
 */
function filterInOrder({ query: { sort }, keys, params, low, high, wanted }: Begun): Statement {
  const list = `SELECT * FROM run WHERE ${isOf(keys.of, `(${wanted})[1]`)}
    AND (generation, job_id) >= (${low}) AND (generation, job_id) <= (${high}) ${orderOf(sort)} OFFSET 0`;
  return {
    text: `SELECT * FROM (${list}) run WHERE ${params.where()} ${orderOf(sort)} LIMIT $2`,
    values: params.values,
  };
}

/** A few of the first rows of each list bound the end of the page, and no list is read beyond that. */
function probe({ query: { sort, limit }, keys, params, low, high, wanted, name }: Begun): Statement {
  const each = rowsToScan(limit, keys.keys.length);
  const from = (columns: string, [from, to]: readonly [string, string], most: string): string =>
    `unnest(${wanted}) AS wanted(key) CROSS JOIN LATERAL (SELECT ${columns} FROM run WHERE ${isOf(keys.of, 'wanted.key')}
      AND ${params.where()} AND (generation, job_id) >= (${from}) AND (generation, job_id) <= (${to}) ${orderOf(sort)} LIMIT ${most}) page`;
  const end = `SELECT page.generation, page.job_id FROM ${from('generation, job_id', [low, high], String(each))}
    ${orderOf(sort, 'page')} OFFSET $2 - 1 LIMIT 1`;
  const beyond = (sort === 'newest' ? low : high).split(', ');
  const ended = `coalesce((SELECT generation FROM ended), ${beyond[0]}), coalesce((SELECT job_id FROM ended), ${beyond[1]})`;
  const rest = sort === 'newest' ? ([ended, high] as const) : ([low, ended] as const);
  // Rows are wide, and most of the found ones are beyond the page: only their positions are sorted, and the rows of the page are read
  // afterwards.
  const text = `WITH ended AS MATERIALIZED (${end}),
      found AS MATERIALIZED (SELECT page.at FROM ${from('ctid AS at, generation, job_id', rest, '$2')} ${orderOf(sort, 'page')} LIMIT $2)
    SELECT run.* FROM found JOIN run ON run.ctid = found.at ${orderOf(sort)}`;
  return { ...(name === null ? {} : { name: `${name}_${each}` }), text, values: params.values };
}

/** A power of two, which leaves a statement few texts to be prepared in. */
function rowsToScan(limit: number, keys: number): number {
  return 2 ** Math.floor(Math.log2(Math.max(1, (firstPages * limit) / keys)));
}

/**
 * Leaves out what the index condition already contains; otherwise the planner uses another index and sorts. A whole job or client
 * is its own key.
 */
function besides(
  { since, until, acknowledged, trigger, ...words }: RunFilter,
  { of }: KeySet,
  params: SqlParams,
): void {
  const { jobs, clients, ...rest } = words;
  if (isTriggerColumn(of)) params.filter(words);
  const unsaid = isTriggerColumn(of) ? without(trigger, triggerMembers[of]) : trigger;
  if (of === 'job') params.filter({ ...rest, clients });
  if (of === 'client') params.filter({ ...rest, jobs });
  params.filter({ since, until, trigger: unsaid, acknowledged });
}

function without(trigger: TriggerFilter = {}, member: keyof TriggerFilter): TriggerFilter {
  return Object.fromEntries(Object.entries(trigger).filter(([name]) => name !== member));
}

/**
 * Only filters by key and time use a named statement. With other filters the planner must see the values to choose the index that
 * already has the order.
 */
function nameOf({ filter, sort }: RunHistoryQuery, { of }: KeySet, conditions: number): string | null {
  const times = timesOf(filter);
  return conditions === times.length ? ['runs_by', of, sort, ...times].join('_') : null;
}

/** Rows of all these keys, up to the limit. */
export function countByKeys(query: RunHistoryQuery, range: KeysetRange, keys: KeySet): Statement {
  const params = bounded(query, range);
  besides(query.filter, keys, params);
  const text = `SELECT count(*)::int FROM (SELECT FROM unnest(${params.add(keys.keys)}::${typeOf(keys.of)}[]) AS wanted(key)
    CROSS JOIN LATERAL (SELECT FROM run WHERE ${isOf(keys.of, 'wanted.key')} AND ${params.where()} LIMIT $2) hit
    LIMIT $2) hits`;
  return { text, values: params.values };
}

/** The keys that match the filter, at most this many. */
export function matchingKeys(director: string, filter: RunFilter, of: 'kind' | 'series', limit: number): Statement {
  const params = new SqlParams(director, limit);
  const { jobs, clients, statuses, levels, types, pools } = filter;
  const words: RunFilter = {
    jobs,
    clients,
    statuses,
    levels,
    types,
    pools,
  };
  params.filter(words);
  // A missing value is stored as an empty text, which no filter matches.
  if (clients) params.conditions.push("client <> ''");
  if (pools) params.conditions.push("pool <> ''");
  const where = ['director = $1', ...params.conditions].join(' AND ');
  const text = `SELECT ${keyColumns[of]}::text FROM run_${of} WHERE ${where} LIMIT $2`;
  return { ...(of === 'kind' ? { name: kindsName(words) } : {}), text, values: params.values };
}

/** There are few kinds, so any plan is fast. No value, one value and several values give different statements. */
function kindsName(words: RunFilter): string {
  const parts = (['pools', 'statuses', 'levels', 'types'] as const).flatMap((part) => {
    const given = words[part]?.length;
    return given === undefined ? [] : [`${part}${Math.min(given, 2)}`];
  });
  return ['kinds_of', ...parts].join('_');
}
