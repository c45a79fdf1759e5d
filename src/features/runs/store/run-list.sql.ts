import { type RunFilter } from '../../../domain/run.js';
import { type RunSort } from '../../../domain/run-sort.js';
import { type PlaceRange, type RunPlace } from './keyset-range.js';
import { recordConditions } from './record-filter.js';
import { recordedColumns } from './run-mapper.js';
import { acknowledgementColumn } from './acknowledgement.sql.js';

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
export class Asked {
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

export function bounded({ director, limit }: RecordQuestion, { low, high }: PlaceRange): Asked {
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

export function countByWalk(question: RecordQuestion, range: PlaceRange): Statement {
  const asked = bounded(question, range);
  asked.filter(question.filter);
  const text = `SELECT FROM run WHERE director = $1 AND ${asked.where()} LIMIT $2`;
  return { text: `SELECT count(*)::int FROM (${text}) hits`, values: asked.values };
}

export function timesOf(filter: RunFilter): string[] {
  return (['since', 'until'] as const).filter((time) => filter[time] !== undefined);
}
