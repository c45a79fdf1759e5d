import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type DaySpan, daysOf } from '../../domain/day-span.js';
import { type RunStatus } from '../../domain/run.js';
import { arraysOf } from '../../platform/database/prepared-statement.js';
import { mostCounted, type NamedRow, type NamesFrom, walkedNames } from '../name-page.js';

/** A client and a day of the span. */
export interface OnDay {
  readonly client: string;
  readonly day: string;
}

export interface EndedOnDay extends OnDay {
  readonly status: RunStatus;
  readonly runs: number;
}

export interface CountOnDay extends OnDay {
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
  async clients(span: DaySpan, clients: readonly string[] | undefined, from: NamesFrom): Promise<NamedRow[]> {
    const { director } = from;
    const { values, ...statement } = clientsText(span, clients, from);
    const rows = await arraysOf<[string]>(this.dataSource, statement, values);
    return rows.map(([name]) => ({ name, director }));
  }

  async count(span: DaySpan, clients: readonly string[] | undefined, director: string): Promise<number> {
    const from = { director, name: null, isIncluded: false, limit: mostCounted + 1 };
    const { text, values } = clientsText(span, clients, from);
    const counted = { text: `SELECT count(*)::int FROM (${text}) counted` };
    const [row] = await arraysOf<[number]>(this.dataSource, counted, values);
    return row?.[0] ?? 0;
  }

  /** One for each kind of runs of a client and a day, in no order. Hundreds of texts of days cost more than their reading. */
  async ended(director: string, clients: readonly string[], span: DaySpan): Promise<EndedOnDay[]> {
    const text = `SELECT client, json_agg(day - $3::date), json_agg(status), json_agg(runs) FROM run_client_day
      WHERE director = $1 AND client = ANY ($2::text[]) AND day >= $3::date AND day < $4::date AND type = 'Backup'
      GROUP BY client`;
    const rows = await arraysOf<readonly [client: string, places: number[], statuses: RunStatus[], runs: number[]]>(
      this.dataSource,
      { name: 'client_days_ended', text },
      [director, clients, span.since, span.until],
    );
    const days = daysOf(span);
    return rows.flatMap(([client, places, statuses, runs]) =>
      places.map((place, index) => {
        return { client, day: days[place], status: statuses[index], runs: runs[index] } as EndedOnDay;
      }),
    );
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
const watchedDays = `SELECT d.day FROM (SELECT $3::date + n AS day FROM generate_series(0, $4::date - $3::date - 1) n) d
  WHERE EXISTS (SELECT FROM planned_watch w WHERE w.director = $1 AND w.from_at <= ${midnight('d.day')}
    AND w.until_at >= least(${midnight('(d.day + 1)')}, $5::timestamptz))`;

function clientsText(
  { since, until }: DaySpan,
  clients: readonly string[] | undefined,
  { director, name, isIncluded, limit }: NamesFrom,
): { readonly name?: string; readonly text: string; readonly values: unknown[] } {
  const values: unknown[] = [director, name ?? '', limit, since, until];
  const beyond = isIncluded ? '>=' : '>';
  if (clients === undefined) {
    return { name: `client_days_names${isIncluded ? '_from' : ''}`, text: allClients(isIncluded, beyond), values };
  }
  const text = `SELECT name FROM (SELECT DISTINCT name COLLATE "C" AS name FROM unnest($6::text[]) given(name)) wanted
    WHERE name ${beyond} $2 AND (${ranWithin('wanted')}
      OR EXISTS (SELECT FROM client_silence s WHERE s.director = $1 AND s.client = wanted.name AND s.enabled))
    ORDER BY name LIMIT $3`;
  return { text, values: [...values, clients] };
}

function allClients(isIncluded: boolean, beyond: string): string {
  return `WITH ${walkedNames('client', isIncluded)},
    ran AS (SELECT name FROM walked WHERE ${ranWithin('walked')} LIMIT $3),
    used AS (SELECT client COLLATE "C" AS name FROM client_silence
      WHERE director = $1 AND enabled AND client COLLATE "C" ${beyond} $2 ORDER BY 1 LIMIT $3)
    SELECT name FROM (SELECT name FROM ran UNION SELECT name FROM used) either ORDER BY name LIMIT $3`;
}

/** A value and not EXISTS, of which the planner makes a join that reads every day of the span: 65 ms at a million runs. */
function ranWithin(row: string): string {
  return `coalesce((SELECT true FROM run_client_day d WHERE d.director = $1 AND d.client = ${row}.name
    AND d.day >= $4::date AND d.day < $5::date AND d.type = 'Backup' LIMIT 1), false)`;
}
