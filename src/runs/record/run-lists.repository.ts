import { type DataSource } from 'typeorm';
import { type Total } from '../../domain/page.js';
import { type RunFilter } from '../../domain/run.js';
import { arraysOf } from '../../platform/database/prepared-statement.js';
import { acknowledgedOnly, countAcknowledged } from './acknowledged-runs.js';
import { type RecordedRow, type RecordedRun, recordedRunOf, selectRecorded } from './recorded-run.js';
import {
  countByKeys,
  countByWalk,
  type KeySet,
  matchingKeys,
  orderOf,
  type PlaceRange,
  probe,
  type RecordQuestion,
  type Statement,
  walk,
  walkJobs,
  walkNear,
} from './run-list-statements.js';
import { coverOf } from './run-span.js';

const countLimit = 10_000;
/** More than so many are not looked up one by one: the list itself is walked, in which what so many have is not rare. */
const mostKeys = 5_000;
/** The same of the series of some jobs, which are walked by job. */
const mostSeries = 1_500;

type Range = PlaceRange | null | 'nothing';

/** Pages and counts of one Director's runs whose cost depends neither on the depth nor on how rare the filter is. */
export class RunLists {
  constructor(private readonly dataSource: DataSource) {}

  async list(question: RecordQuestion): Promise<RecordedRun[]> {
    if (isPlain(question)) return this.newest(question);
    if (question.filter.acknowledged === true) return this.runsOf(acknowledgedOnly(question));
    const keys = keysWanted(question.filter);
    const [range, found] = await Promise.all([
      this.rangeOf(question.director, question.filter),
      keys === null ? null : this.keysOf(question, keys),
    ]);
    if (range === 'nothing' || found?.keys.length === 0) return [];
    return found === null ? this.walked(question, range) : this.probed(question, range, found);
  }

  async count(director: string, filter: RunFilter): Promise<Total> {
    const question = { director, filter, sort: 'newest', limit: countLimit + 1, after: null, downTo: null } as const;
    const hits = await this.hitsOf(question);
    return { value: Math.min(hits, countLimit), exact: hits <= countLimit };
  }

  private async hitsOf(question: RecordQuestion): Promise<number> {
    const { director, filter } = question;
    if (filter.acknowledged === true) return this.numberOf(countAcknowledged(question));
    const keys = keysWanted(filter);
    const [range, found] = await Promise.all([
      this.rangeOf(director, filter),
      keys === null ? null : this.keysOf(question, keys),
    ]);
    if (range === 'nothing') return 0;
    return this.numberOf(found === null ? countByWalk(question, range) : countByKeys(question, range, found));
  }

  private walked(question: RecordQuestion, range: PlaceRange | null): Promise<RecordedRun[]> {
    return this.runsOf(hasJobs(question.filter) ? walkJobs(question, range) : walk(question, range));
  }

  private async probed(question: RecordQuestion, range: PlaceRange | null, found: KeySet): Promise<RecordedRun[]> {
    if (found.of === 'kind') {
      const near = await this.runsOf(walkNear(question, range, 200 + 4 * question.limit));
      if (near.length >= question.limit) return near;
    }
    return this.runsOf(probe(question, range, found));
  }

  /** What dashboards poll, so prepared. */
  private async newest({ director, limit, after }: RecordQuestion): Promise<RecordedRun[]> {
    const beyond = after ? 'AND (generation, job_id) < ($3, $4)' : '';
    const text = `${selectRecorded} WHERE director = $1 ${beyond} ${orderOf('newest')} LIMIT $2`;
    const name = after ? 'recorded_before' : 'recorded_newest';
    const values = [director, limit, ...(after ? [after.generation, after.jobId] : [])];
    return (await arraysOf<RecordedRow>(this.dataSource, { name, text }, values)).map(recordedRunOf);
  }

  /** null: they are too many to be looked up one by one. */
  private async keysOf({ director, filter }: RecordQuestion, of: KeySet['of']): Promise<KeySet | null> {
    const most = hasJobs(filter) ? mostSeries : mostKeys;
    const { text, values } = matchingKeys(director, filter, of, most + 1);
    const rows = await arraysOf<[string]>(this.dataSource, { text }, values);
    return rows.length > most ? null : { of, keys: rows.map(([key]) => key) };
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
    const rows = await arraysOf<[generation: number, low: number, high: number]>(this.dataSource, { text }, values);
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return 'nothing';
    return { low: { generation: first[0], jobId: first[1] }, high: { generation: last[0], jobId: last[2] } };
  }

  private async runsOf({ text, values }: Statement): Promise<RecordedRun[]> {
    return (await arraysOf<RecordedRow>(this.dataSource, { text }, values)).map(recordedRunOf);
  }

  private async numberOf({ text, values }: Statement): Promise<number> {
    const [row] = await arraysOf<[number]>(this.dataSource, { text }, values);
    return row?.[0] ?? 0;
  }
}

function isPlain({ filter, sort, downTo }: RecordQuestion): boolean {
  const { since, until, acknowledged } = filter;
  const isTimed = since !== undefined || until !== undefined;
  return sort === 'newest' && downTo === null && !isTimed && acknowledged === undefined && keysWanted(filter) === null;
}

/** By what a filter's rows are found; null: by their place alone. */
function keysWanted({ jobs, clients, statuses, levels, types, pools }: RunFilter): KeySet['of'] | null {
  if (isGiven(jobs) || isGiven(clients)) return 'series';
  return isGiven(statuses) || isGiven(levels) || isGiven(types) || isGiven(pools) ? 'kind' : null;
}

function hasJobs({ jobs }: RunFilter): boolean {
  return isGiven(jobs);
}

function isGiven(words: readonly string[] | undefined): boolean {
  return words !== undefined && words.length > 0;
}
