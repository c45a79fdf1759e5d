import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type DaySpan } from '../../domain/day-span.js';
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

const utcDay = (column: string): string => `(${column} AT TIME ZONE 'UTC')::date`;

/** What is known of the days of clients. Backups only. */
@Injectable()
export class ClientDaysRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** One Director's clients by name: those in use, and those that ran within the span. */
  async clients(span: DaySpan, clients: readonly string[] | undefined, from: NamesFrom): Promise<NamedRow[]> {
    const { director } = from;
    const { text, values } = clientsText(span, clients, from);
    // Planned for its values: a plan for all of them reads every day of the span, 65 ms at a million runs.
    const rows = await arraysOf<[string]>(this.dataSource, { text }, values);
    return rows.map(([name]) => ({ name, director }));
  }

  async count(span: DaySpan, clients: readonly string[] | undefined, director: string): Promise<number> {
    const from = { director, name: null, isIncluded: false, limit: mostCounted + 1 };
    const { text, values } = clientsText(span, clients, from);
    const counted = { text: `SELECT count(*)::int FROM (${text}) counted` };
    const [row] = await arraysOf<[number]>(this.dataSource, counted, values);
    return row?.[0] ?? 0;
  }

  async ended(director: string, clients: readonly string[], { since, until }: DaySpan): Promise<EndedOnDay[]> {
    const text = `SELECT client, day::text, status, sum(runs)::int FROM run_client_day
      WHERE director = $1 AND client = ANY ($2::text[]) AND day >= $3::date AND day < $4::date AND type = 'Backup'
      GROUP BY client, day, status`;
    const rows = await arraysOf<readonly [string, string, RunStatus, number]>(
      this.dataSource,
      { name: 'client_days_ended', text },
      [director, clients, since, until],
    );
    return rows.map(([client, day, status, runs]) => ({ client, day, status, runs }));
  }

  async unfinished(director: string, clients: readonly string[]): Promise<CountOnDay[]> {
    const text = `SELECT client, ${utcDay('queued_at')}::text, count(*)::int FROM run
      WHERE director = $1 AND NOT ended AND client = ANY ($2::text[]) AND type = 'Backup' GROUP BY 1, 2`;
    return this.counts('client_days_unfinished', text, [director, clients]);
  }

  async missed(director: string, clients: readonly string[], { since }: DaySpan): Promise<CountOnDay[]> {
    const text = `SELECT client, ${utcDay('at')}::text, count(*)::int FROM planned_start
      WHERE director = $1 AND client = ANY ($2::text[]) AND missed AND at >= $3::date::timestamp AT TIME ZONE 'UTC' GROUP BY 1, 2`;
    return this.counts('client_days_missed', text, [director, clients, since]);
  }

  /** Planned starts of which it is not yet said whether a run came. */
  async pending(director: string, clients: readonly string[], { since, until }: DaySpan): Promise<CountOnDay[]> {
    const text = `SELECT client, ${utcDay('at')}::text, count(*)::int FROM planned_start
      WHERE director = $1 AND NOT missed AND unique_name IS NULL AND client = ANY ($2::text[])
        AND at >= $3::date::timestamp AT TIME ZONE 'UTC' AND at < $4::date::timestamp AT TIME ZONE 'UTC' GROUP BY 1, 2`;
    return this.counts('client_days_pending', text, [director, clients, since, until]);
  }

  /** The days whose plan is known as a whole; today's until now. */
  async watched(director: string, { since, days }: DaySpan, now: Date): Promise<ReadonlySet<string>> {
    const text = `SELECT d.day::text FROM (SELECT $2::date + n AS day FROM generate_series(0, $3::int - 1) n) d
      WHERE EXISTS (SELECT FROM planned_watch w WHERE w.director = $1
        AND w.from_at <= d.day::timestamp AT TIME ZONE 'UTC'
        AND w.until_at >= least((d.day + 1)::timestamp AT TIME ZONE 'UTC', $4::timestamptz))`;
    const rows = await arraysOf<[string]>(this.dataSource, { name: 'client_days_watched', text }, [
      ...[director, since, days, now],
    ]);
    return new Set(rows.map(([day]) => day));
  }

  private async counts(name: string, text: string, values: readonly unknown[]): Promise<CountOnDay[]> {
    const rows = await arraysOf<readonly [string, string, number]>(this.dataSource, { name, text }, values);
    return rows.map(([client, day, count]) => ({ client, day, count }));
  }
}

function clientsText(
  { since, until }: DaySpan,
  clients: readonly string[] | undefined,
  { director, name, isIncluded, limit }: NamesFrom,
): { readonly text: string; readonly values: unknown[] } {
  const values: unknown[] = [director, name ?? '', limit, since, until];
  const beyond = isIncluded ? '>=' : '>';
  if (clients === undefined) return { text: allClients(isIncluded, beyond), values };
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

function ranWithin(row: string): string {
  return `EXISTS (SELECT FROM run_client_day d WHERE d.director = $1 AND d.client = ${row}.name
    AND d.day >= $4::date AND d.day < $5::date AND d.type = 'Backup')`;
}
