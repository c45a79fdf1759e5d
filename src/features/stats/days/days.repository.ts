import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type DaySpan, mostDays } from '../day-range.js';
import { endedStatuses, type RunStatus } from '../../../domain/run.js';
import { queryArrays } from '../../../database/prepared-statement.js';
import { countCap } from '../../../domain/pagination.js';
import { type NamedRow, type NamesFrom, listNames } from '../name-pagination.js';

/** Whose days are listed. */
export type Subject = 'client' | 'job';

interface DaysStatement {
  readonly text: string;
  readonly values: unknown[];
}

/** How runs ended on one day of a span, as a number: the day from its first on, times how many there are of these, and its place among them. */
const kinds = endedStatuses.length;
const mostKinds = mostDays * kinds;

/**
 * One row: arrays of names and of their runs, which belong together by index, then further data. Runs of one kind are one number,
 * which is fastest to read: their count times `mostKinds`, plus the kind. Bytes are read for jobs only, in the same order: the
 * index of clients does not have them.
 */
function daysOf(
  subject: Subject,
  span: DaySpan,
  chosen: readonly string[] | undefined,
  from: NamesFrom,
  now: Date,
): DaysStatement & { readonly name: string } {
  const { tables, rows, values } = namesOf(subject, span, chosen, from, runsOnDays(subject));
  const beside = [unfinished(subject), missed(subject), pending(subject)].map(listOf).join(', ');
  const text = `WITH ${tables} listed AS MATERIALIZED (${rows})
    SELECT json_agg(name), json_agg(runs), ${beside},
      (SELECT json_agg(watched.day) FROM (${watchedDays(`$${values.push(now)}`)}) watched), json_agg(bytes) FROM listed`;
  const kind = `${chosen === undefined ? '' : '_given'}${from.isIncluded ? '_from' : ''}`;
  return { name: `days_of_${subject}s${kind}`, text, values };
}

function countOfNames(
  subject: Subject,
  span: DaySpan,
  chosen: readonly string[] | undefined,
  from: NamesFrom,
): DaysStatement {
  const { tables, rows, values } = namesOf(subject, span, chosen, from, anyDay(subject));
  return { text: `WITH ${tables} listed AS (${rows}) SELECT count(*)::int FROM listed`, values };
}

/** Hidden from the planner: for known days it would plan each statement again, which takes longer than running it. */
const maxDays = '(SELECT $5::date - $4::date - 1)';
const midnight = (day: string): string => `${day}::timestamp AT TIME ZONE 'UTC'`;
const utcDay = (column: string): string => `(${column} AT TIME ZONE 'UTC')::date`;

type OfSubject = (subject: Subject) => string;

const listOf = (counts: string): string => `(SELECT json_agg(counted) FROM (${counts}) counted)`;
const isListed: OfSubject = (subject) => `${subject} = ANY (ARRAY(SELECT name FROM listed))`;
const countByDay = (subject: Subject, time: string): string =>
  `SELECT ${subject} AS name, ${utcDay(time)} AS day, count(*)::int AS count`;

const unfinished: OfSubject = (subject) => `${countByDay(subject, 'queued_at')} FROM run
  WHERE director = $1 AND NOT ended AND ${isListed(subject)} AND type = 'Backup' GROUP BY 1, 2`;
const missed: OfSubject = (subject) => `${countByDay(subject, 'at')} FROM planned_start
  WHERE director = $1 AND ${isListed(subject)} AND missed AND at >= ${midnight('$4::date')} GROUP BY 1, 2`;
const pending: OfSubject = (subject) => `${countByDay(subject, 'at')} FROM planned_start
  WHERE director = $1 AND ${isListed(subject)} AND NOT missed AND unique_name IS NULL
    AND at >= ${midnight('$4::date')} AND at < ${midnight('$5::date')} GROUP BY 1, 2`;
const watchedDays = (
  now: string,
): string => `SELECT d.day FROM (SELECT $4::date + n AS day FROM generate_series(0, ${maxDays}) n) d
  WHERE EXISTS (SELECT FROM schedule_monitor_state w WHERE w.director = $1 AND w.from_at <= ${midnight('d.day')}
    AND w.until_at >= least(${midnight('(d.day + 1)')}, ${now}::timestamptz))`;

/** A lateral table of a name's runs on days of the range: one row, or none without runs. */
type OfDays = (name: string) => string;

const within = (subject: Subject, name: string): string => `FROM run_client_day d
  WHERE d.director = $1 AND d.${subject} = ${name} AND d.day >= $4::date AND d.day < $5::date AND d.type = 'Backup'`;
const places = endedStatuses.map((status, place) => `WHEN '${status}' THEN ${place}`).join(' ');
const bytesOf: Readonly<Record<Subject, string>> = { client: 'NULL::bigint[]', job: 'array_agg(d.bytes)' };

function runsOnDays(subject: Subject): OfDays {
  return (name) => `(SELECT
    array_agg(d.runs::bigint * ${mostKinds} + (d.day - $4::date) * ${kinds} + CASE d.status ${places} END) AS runs,
    ${bytesOf[subject]} AS bytes
    ${within(subject, name)} HAVING count(*) > 0)`;
}

/** A limited row and not EXISTS, of which the planner makes a join that reads every day of the span: 65 ms at a million runs. */
function anyDay(subject: Subject): OfDays {
  return (name) => `(SELECT d.runs, NULL::bigint AS bytes ${within(subject, name)} LIMIT 1)`;
}

/** Where names are kept that need not have run: clients in use, and jobs as their Director last listed them. */
const known: Readonly<Record<Subject, string>> = {
  client: 'client_silence k WHERE k.director = $1 AND k.enabled',
  job: 'job_protection k WHERE k.director = $1',
};

/** Names in order, with the columns of `ofDays`. */
function namesOf(
  subject: Subject,
  { since, until }: DaySpan,
  chosen: readonly string[] | undefined,
  { director, name, isIncluded, limit }: NamesFrom,
  ofDays: OfDays,
): { readonly tables: string; readonly rows: string; readonly values: unknown[] } {
  const values: unknown[] = [director, name ?? '', limit, since, until];
  const beyond = isIncluded ? '>=' : '>';
  if (chosen === undefined) return { ...allNames(subject, isIncluded, beyond, ofDays), values };
  const rows = `SELECT wanted.name, ran.runs, ran.bytes
    FROM (SELECT DISTINCT name COLLATE "C" AS name FROM unnest($6::text[]) given(name)) wanted
    LEFT JOIN LATERAL ${ofDays('wanted.name')} ran ON true
    WHERE wanted.name ${beyond} $2 AND (ran.runs IS NOT NULL
      OR EXISTS (SELECT FROM ${known[subject]} AND k.${subject} = wanted.name))
    ORDER BY wanted.name LIMIT $3`;
  return { tables: '', rows, values: [...values, chosen] };
}

function allNames(
  subject: Subject,
  isIncluded: boolean,
  beyond: string,
  ofDays: OfDays,
): { tables: string; rows: string } {
  // Clients are one row each, which their index already has in order.
  const distinct = subject === 'client' ? '' : 'DISTINCT';
  const tables = `${listNames(subject, isIncluded)},
    ran AS (SELECT walked.name, ran.* FROM walked CROSS JOIN LATERAL ${ofDays('walked.name')} ran LIMIT $3),
    used AS (SELECT ${distinct} k.${subject} COLLATE "C" AS name FROM ${known[subject]}
      AND k.${subject} COLLATE "C" ${beyond} $2 ORDER BY 1 LIMIT $3),`;
  const rows = 'SELECT name, ran.runs, ran.bytes FROM ran FULL JOIN used USING (name) ORDER BY name LIMIT $3';
  return { tables, rows };
}

/** Runs of one day that ended alike. */
export interface EndedRuns {
  /** Counted from the first of the span, 0. */
  readonly day: number;
  readonly status: RunStatus;
  readonly runs: number;
  /** What they saved; 0 for clients, of which it is not read. */
  readonly bytes: number;
}

/** A client or job, and those of its runs within the span that have ended, in no order. */
export interface NameOnDays extends NamedRow {
  readonly ended: readonly EndedRuns[];
}

/** How many there are of a name on a day of the span. */
export interface CountOnDay {
  readonly name: string;
  readonly day: string;
  readonly count: number;
}

/** Clients or jobs of one Director with the data of their days. A name and day without data has no entry. */
export interface KnownOnDays {
  readonly names: readonly NameOnDays[];
  readonly unfinished: readonly CountOnDay[];
  readonly missed: readonly CountOnDay[];
  /** Planned starts without a decision yet whether a run came. */
  readonly pending: readonly CountOnDay[];
  /** The days whose plan is known as a whole; today's until now. */
  readonly watched: ReadonlySet<string>;
}

type DaysRow = readonly [
  names: string[] | null,
  runs: (number[] | null)[] | null,
  unfinished: CountOnDay[] | null,
  missed: CountOnDay[] | null,
  pending: CountOnDay[] | null,
  watched: string[] | null,
  bytes: (number[] | null)[] | null,
];

/** Daily data of clients and jobs. Backups only. */
@Injectable()
export class DaysRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One Director's clients or jobs by name: those in use, and those that ran within the span. In one question: of most there is little. */
  async read(
    subject: Subject,
    span: DaySpan,
    chosen: readonly string[] | undefined,
    from: NamesFrom,
    now: Date,
  ): Promise<KnownOnDays> {
    const { values, ...statement } = daysOf(subject, span, chosen, from, now);
    const [row] = await queryArrays<DaysRow>(this.dataSource, statement, values);
    const [names, runs, unfinished, missed, pending, watched, bytes] = row ?? [];
    return {
      names: (names ?? []).map((name, index) => {
        return { name, director: from.director, ended: endedOf(runs?.[index] ?? [], bytes?.[index] ?? []) };
      }),
      unfinished: unfinished ?? [],
      missed: missed ?? [],
      pending: pending ?? [],
      watched: new Set(watched),
    };
  }

  /** Counts no further than lists do. */
  async count(
    subject: Subject,
    span: DaySpan,
    chosen: readonly string[] | undefined,
    director: string,
  ): Promise<number> {
    const from = { director, name: null, isIncluded: false, limit: countCap + 1 };
    const { text, values } = countOfNames(subject, span, chosen, from);
    const [row] = await queryArrays<[number]>(this.dataSource, { text }, values);
    return row?.[0] ?? 0;
  }
}

function endedOf(numbers: readonly number[], bytes: readonly number[]): EndedRuns[] {
  return numbers.map((number, index) => {
    const kind = number % mostKinds;
    return {
      day: Math.floor(kind / endedStatuses.length),
      status: endedStatuses[kind % endedStatuses.length] ?? 'error',
      runs: Math.floor(number / mostKinds),
      bytes: bytes[index] ?? 0,
    };
  });
}
