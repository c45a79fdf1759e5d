import { type DataSource } from 'typeorm';
import { type Total } from '../../../domain/pagination.js';
import { type RunFilter } from '../../../domain/run.js';
import { arraysOf } from '../../../database/prepared-statement.js';
import { acknowledgedOnly, countAcknowledged } from './acknowledged-runs.js';
import { downFrom, type PlaceRange, placesLeft } from './keyset-range.js';
import { type ListedRow, listedRunOf, type RecordedRun } from './run-mapper.js';
import {
  countByKeys,
  isTriggerColumn,
  type KeySet,
  type ListedColumn,
  matchingKeys,
  pageByKeys,
  type TriggerColumn,
  triggerMembers,
} from './run-key-statements.js';
import {
  countByWalk,
  orderOf,
  pageOf,
  type RecordQuestion,
  type Statement,
  walk,
  walkNear,
} from './run-list.sql.js';
import { coverOf } from './run-span.js';

const countLimit = 10_000;
/** More kinds than any site has. */
const mostKinds = 5_000;
/** Where more series of jobs or clients match, their own lists are read instead: what is looked for is not rare in them. */
const seriesOfJobs = 500;
const seriesOfClient = 4;
/** Of so many kinds each is asked for its first row only after a look at the next runs, which often make a page already. */
const manyKinds = 64;

/** Each of more is looked for among the kinds, of which there may be fewer than words. */
const fewWords = 8;
const wordsOf = {
  job: 'jobs',
  client: 'clients',
  status: 'statuses',
  level: 'levels',
  type: 'types',
  pool: 'pools',
} as const satisfies Record<ListedColumn, keyof RunFilter>;
const columns = Object.keys(wordsOf) as ListedColumn[];

type Range = PlaceRange | null | 'nothing';
type Found = KeySet | 'all';

/** Pages and counts of one Director's runs whose cost depends neither on the depth nor on how rare the filter is. */
export class RunLists {
  constructor(private readonly dataSource: DataSource) {}

  async list(question: RecordQuestion): Promise<RecordedRun[]> {
    if (isPlain(question)) return this.newest(question);
    const { sort, limit } = question;
    const [range, found] = await Promise.all([this.placesOf(question), this.keysOf(question)]);
    if (range === 'nothing' || (found !== 'all' && found.keys.length === 0)) return [];
    if (question.filter.acknowledged === true) return this.runsOf(sort, acknowledgedOnly(question, range));
    if (found === 'all') return this.runsOf(sort, walk(question, range));
    if (found.of === 'kind' && found.keys.length > manyKinds) {
      const near = await this.runsOf(sort, walkNear(question, range, 4 * limit));
      if (near.length >= limit) return near;
    }
    return this.runsOf(sort, pageByKeys(question, range, found));
  }

  async count(director: string, filter: RunFilter): Promise<Total> {
    const question = { director, filter, sort: 'newest', limit: countLimit + 1, after: null, downTo: null } as const;
    const hits = await this.hitsOf(question);
    return { value: Math.min(hits, countLimit), exact: hits <= countLimit };
  }

  private async hitsOf(question: RecordQuestion): Promise<number> {
    if (question.filter.acknowledged === true) return this.numberOf(countAcknowledged(question));
    const [range, found] = await Promise.all([this.placesOf(question), this.keysOf(question)]);
    if (range === 'nothing') return 0;
    return this.numberOf(found === 'all' ? countByWalk(question, range) : countByKeys(question, range, found));
  }

  /** What dashboards poll, so prepared; by a limit that no plan knows, else each poll is planned anew for its own. */
  private async newest({ director, limit, after }: RecordQuestion): Promise<RecordedRun[]> {
    const beyond = after ? 'AND (generation, job_id) < ($3, $4)' : '';
    const text = pageOf(
      `SELECT * FROM run WHERE director = $1 ${beyond} ${orderOf('newest')} LIMIT (SELECT $2::integer)`,
      'newest',
    );
    const name = after ? 'recorded_before' : 'recorded_newest';
    const values = after ? [director, limit, after.generation, after.jobId] : [director, limit];
    return (await arraysOf<ListedRow>(this.dataSource, { name, text }, values)).map(listedRunOf);
  }

  private async keysOf({ director, filter }: RecordQuestion): Promise<Found> {
    const of = listsOf(filter);
    if (of === null) return 'all';
    if (of !== 'kind' && of !== 'series') return isTriggerColumn(of) ? triggerKey(filter, of) : wordsIn(filter, of);
    const most = of === 'kind' ? mostKinds : mostSeries(filter);
    const { values, ...statement } = matchingKeys(director, filter, of, most + 1);
    const rows = await arraysOf<[string]>(this.dataSource, statement, values);
    if (rows.length <= most) return { of, keys: rows.map(([key]) => key) };
    if (of === 'kind') return 'all';
    return wordsIn(filter, isGiven(filter.clients) ? 'client' : 'job');
  }

  private async placesOf({ director, filter, sort, after, downTo }: RecordQuestion): Promise<PlaceRange | 'nothing'> {
    const range = await this.rangeOf(director, filter);
    return range === 'nothing' ? range : placesLeft([range, downTo && downFrom(downTo)], after, sort);
  }

  /** Between which places all runs of the filter's time lie; null where it has none. */
  private async rangeOf(director: string, { since, until }: RunFilter): Promise<Range> {
    if (since === undefined && until === undefined) return null;
    const { days, hours } = coverOf(since, until);
    const within = (width: number, at: number): string =>
      `SELECT generation, low, high FROM run_span WHERE director = $1 AND hours = ${width} AND starts_at >= $${at} AND starts_at < $${at + 1}`;
    const text = `SELECT generation, min(low), max(high) FROM (${within(24, 2)} UNION ALL ${within(1, 4)} UNION ALL ${within(1, 6)}) span
      GROUP BY generation ORDER BY generation`;
    const values = [director, ...days, ...hours[0], ...hours[1]];
    const rows = await arraysOf<[generation: number, low: number, high: number]>(
      this.dataSource,
      { name: 'run_span_ends', text },
      values,
    );
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return 'nothing';
    return { low: { generation: first[0], jobId: first[1] }, high: { generation: last[0], jobId: last[2] } };
  }

  private async runsOf(sort: RecordQuestion['sort'], { text, values, ...named }: Statement): Promise<RecordedRun[]> {
    const page = { ...named, text: pageOf(text, sort) };
    return (await arraysOf<ListedRow>(this.dataSource, page, values)).map(listedRunOf);
  }

  private async numberOf({ text, values }: Statement): Promise<number> {
    const [row] = await arraysOf<[number]>(this.dataSource, { text }, values);
    return row?.[0] ?? 0;
  }
}

function isPlain({ filter, sort, downTo }: RecordQuestion): boolean {
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
  const given = columns.filter((column) => isGiven(filter[wordsOf[column]]));
  const [only] = given;
  if (only === undefined) return null;
  if (given.length === 1 && (isName(only) || wordsIn(filter, only).keys.length <= fewWords)) return only;
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

function isName(column: ListedColumn): boolean {
  return column === 'job' || column === 'client';
}

function mostSeries({ clients = [] }: RunFilter): number {
  return clients.length > 0 ? seriesOfClient * clients.length : seriesOfJobs;
}

function wordsIn(filter: RunFilter, of: ListedColumn): KeySet {
  return { of, keys: [...new Set(filter[wordsOf[of]])] };
}

function isGiven(words: readonly string[] | undefined): boolean {
  return words !== undefined && words.length > 0;
}
