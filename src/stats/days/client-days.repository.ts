import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type DaySpan } from '../../domain/day-span.js';
import { type RunStatus } from '../../domain/run.js';
import { arraysOf, arraysOfMany } from '../../platform/database/prepared-statement.js';
import { mostCounted, type NamedRow, type NamesFrom, walkedNames } from '../name-page.js';

/** Runs of one day that ended alike. */
export interface EndedRuns {
  /** Counted from the first of the span, 0. */
  readonly day: number;
  readonly status: RunStatus;
  readonly runs: number;
}

/** A client, and those of its runs within the span that have ended, in no order. */
export interface ClientOnDays extends NamedRow {
  readonly ended: readonly EndedRuns[];
}

/** How many there are of a client on a day of the span. */
export interface CountOnDay {
  readonly client: string;
  readonly day: string;
  readonly count: number;
}

/** What is known of days beside the runs that have ended; where there is nothing of a client and a day, nothing is told. */
export interface KnownBeside {
  readonly unfinished: readonly CountOnDay[];
  readonly missed: readonly CountOnDay[];
  /** Planned starts of which it is not yet said whether a run came. */
  readonly pending: readonly CountOnDay[];
  /** The days whose plan is known as a whole; today's until now. */
  readonly watched: ReadonlySet<string>;
}

type ClientRow = readonly [name: string, kinds: number[] | null, runs: number[] | null];
const clientColumns = ['name', 'kinds', 'runs'] as const;
/** As they are counted in `kinds`: the text of a status takes longer to read than all else of it. */
const statuses = ['completed', 'warning', 'error', 'canceled'] as const;
type KnownBesideRow = readonly [
  unfinished: CountOnDay[] | null,
  missed: CountOnDay[] | null,
  pending: CountOnDay[] | null,
  watched: string[] | null,
];

const utcDay = (column: string): string => `(${column} AT TIME ZONE 'UTC')::date`;

/** What is known of the days of clients. Backups only. */
@Injectable()
export class ClientDaysRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One Director's clients by name: those in use, and those that ran within the span. */
  async clients(span: DaySpan, clients: readonly string[] | undefined, from: NamesFrom): Promise<ClientOnDays[]> {
    const { director } = from;
    const { values, ...statement } = clientsText(span, clients, from, runsOnDays);
    const rows = await arraysOfMany<ClientRow>(this.dataSource, statement, clientColumns, values);
    return rows.map(([name, kinds, runs]) => ({ name, director, ended: endedOf(kinds ?? [], runs ?? []) }));
  }

  async count(span: DaySpan, clients: readonly string[] | undefined, director: string): Promise<number> {
    const from = { director, name: null, isIncluded: false, limit: mostCounted + 1 };
    const { text, values } = clientsText(span, clients, from, anyDay);
    const counted = { text: `SELECT count(*)::int FROM (${text}) counted` };
    const [row] = await arraysOf<[number]>(this.dataSource, counted, values);
    return row?.[0] ?? 0;
  }

  /** What is known of these days beside the runs that have ended, in one question: of most clients there is nothing. */
  async beside(director: string, clients: readonly string[], span: DaySpan, now: Date): Promise<KnownBeside> {
    const text = `SELECT ${[unfinished, missed, pending].map(listOf).join(', ')},
      (SELECT json_agg(watched.day) FROM (${watchedDays}) watched)`;
    const [row] = await arraysOf<KnownBesideRow>(this.dataSource, { name: 'client_days_beside', text }, [
      ...[director, clients, span.since, span.until, now],
    ]);
    const [begun, absent, awaited, watched] = row ?? [];
    return { unfinished: begun ?? [], missed: absent ?? [], pending: awaited ?? [], watched: new Set(watched) };
  }
}

const listOf = (counts: string): string => `(SELECT json_agg(counted) FROM (${counts}) counted)`;
const countByDay = (time: string): string => `SELECT client, ${utcDay(time)} AS day, count(*)::int AS count`;
const midnight = (day: string): string => `${day}::timestamp AT TIME ZONE 'UTC'`;

const unfinished = `${countByDay('queued_at')} FROM run
  WHERE director = $1 AND NOT ended AND client = ANY ($2::text[]) AND type = 'Backup' GROUP BY 1, 2`;
const missed = `${countByDay('at')} FROM planned_start
  WHERE director = $1 AND client = ANY ($2::text[]) AND missed AND at >= ${midnight('$3::date')} GROUP BY 1, 2`;
const pending = `${countByDay('at')} FROM planned_start
  WHERE director = $1 AND client = ANY ($2::text[]) AND NOT missed AND unique_name IS NULL
    AND at >= ${midnight('$3::date')} AND at < ${midnight('$4::date')} GROUP BY 1, 2`;
const watchedDays = `SELECT d.day FROM (SELECT $3::date + n AS day FROM generate_series(0, (SELECT $4::date - $3::date - 1)) n) d
  WHERE EXISTS (SELECT FROM planned_watch w WHERE w.director = $1 AND w.from_at <= ${midnight('d.day')}
    AND w.until_at >= least(${midnight('(d.day + 1)')}, $5::timestamptz))`;

function endedOf(kinds: readonly number[], runs: readonly number[]): EndedRuns[] {
  return kinds.map((kind, index) => {
    const day = Math.floor(kind / statuses.length);
    return { day, status: statuses[kind % statuses.length] ?? 'error', runs: runs[index] ?? 0 };
  });
}

/** A lateral table of what a client ran on days of the span: one row, or none where it did not run. */
type OfDays = (client: string) => string;

const within = (client: string): string => `FROM run_client_day d WHERE d.director = $1 AND d.client = ${client}
  AND d.day >= $4::date AND d.day < $5::date AND d.type = 'Backup'`;
const places = statuses.map((status) => `'${status}'`).join(', ');
/** A kind is a day and a status: the days from the first of the span, times how many statuses there are, and the status's place. */
const runsOnDays: OfDays = (client) => `(SELECT
  json_agg((d.day - $4::date) * ${statuses.length} + array_position(ARRAY[${places}], d.status) - 1) AS kinds,
  json_agg(d.runs) AS runs ${within(client)} HAVING count(*) > 0)`;
/** A limited row and not EXISTS, of which the planner makes a join that reads every day of the span: 65 ms at a million runs. */
const anyDay: OfDays = (client) => `(SELECT NULL AS kinds, d.runs ${within(client)} LIMIT 1)`;

function clientsText(
  { since, until }: DaySpan,
  clients: readonly string[] | undefined,
  { director, name, isIncluded, limit }: NamesFrom,
  ofDays: OfDays,
): { readonly name: string; readonly text: string; readonly values: unknown[] } {
  const values: unknown[] = [director, name ?? '', limit, since, until];
  const beyond = isIncluded ? '>=' : '>';
  if (clients === undefined) {
    return { name: `client_days${isIncluded ? '_from' : ''}`, text: allClients(isIncluded, beyond, ofDays), values };
  }
  const text = `SELECT wanted.name, ran.kinds, ran.runs
    FROM (SELECT DISTINCT name COLLATE "C" AS name FROM unnest($6::text[]) given(name)) wanted
    LEFT JOIN LATERAL ${ofDays('wanted.name')} ran ON true
    WHERE wanted.name ${beyond} $2 AND (ran.runs IS NOT NULL
      OR EXISTS (SELECT FROM client_silence s WHERE s.director = $1 AND s.client = wanted.name AND s.enabled))
    ORDER BY wanted.name LIMIT $3`;
  return { name: `client_days_given${isIncluded ? '_from' : ''}`, text, values: [...values, clients] };
}

function allClients(isIncluded: boolean, beyond: string, ofDays: OfDays): string {
  return `WITH ${walkedNames('client', isIncluded)},
    ran AS (SELECT walked.name, ran.* FROM walked CROSS JOIN LATERAL ${ofDays('walked.name')} ran LIMIT $3),
    used AS (SELECT client COLLATE "C" AS name FROM client_silence
      WHERE director = $1 AND enabled AND client COLLATE "C" ${beyond} $2 ORDER BY 1 LIMIT $3)
    SELECT name, ran.kinds, ran.runs FROM ran FULL JOIN used USING (name) ORDER BY name LIMIT $3`;
}
