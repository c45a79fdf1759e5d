import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type DirectorClient } from '../../domain/job.js';
import { type SilenceCause, type SilenceState } from '../../domain/silence.js';
import { type Transaction } from '../../database/unit-of-work.js';
import { queryArrays } from '../../database/prepared-statement.js';
import { isGoodRead } from '../runs/store/good-backup.sql.js';
import { knownClientOf, type MonitoredClientState, type KnownRow, selectKnown } from './monitored-client-state.js';

/** Which of a Director's clients; without `clients` all of them. */
export interface ClientChoice {
  readonly director: string;
  readonly clients?: readonly string[];
}

/** A state that replaces the one of this revision. */
export interface NextState {
  readonly client: string;
  readonly revision: number;
  readonly state: SilenceState;
  readonly since: Date;
  readonly cause: SilenceCause | null;
  readonly dueAt: Date | null;
}

/** When a client must be evaluated again, as decided from the state of this revision. */
export interface NextEvaluation {
  readonly client: string;
  readonly revision: number;
  readonly dueAt: Date | null;
}

export interface ClientFilter {
  readonly directors: readonly string[];
  readonly name?: string;
  readonly statuses?: readonly string[];
  /** Whether the watch over it is paused at `now`. */
  readonly paused?: boolean;
  readonly now: Date;
}

/** A client of which a good backup ended. */
export interface BackedUpClient {
  readonly client: string;
  /** false: nothing was ever decided of it. */
  readonly isMet: boolean;
}

/** A client and its Director, by which a list is ordered. */
export type ClientPosition = readonly [client: string, director: string];

/**
 * Something changed that a client's silence depends on: it must be evaluated now, and an evaluation of the earlier state in
 * progress no longer counts.
 */
export const markDue = `due_at = '-infinity', revision = nextval('client_silence_revision')`;

const isPaused = (now: string): string => `COALESCE(t.paused_until > ${now}, false)`;

/** A full evaluation of a Director. */
const selectAllOf = `${selectKnown} WHERE s.director = $1 ORDER BY s.client COLLATE "C"`;
const selectChosen = `${selectKnown} WHERE s.director = $1 AND s.client = ANY ($2::text[]) ORDER BY s.client COLLATE "C"`;
/** The evaluation of the minute: its clients are passed to `selectChosen`. */
const selectDue = 'SELECT client FROM client_silence WHERE director = $1 AND due_at <= $2';

/** The states of clients. A state is replaced only if the one it was decided from is still stored. */
@Injectable()
export class ClientSilencesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** By name, each with its current data from the run store and the settings. */
  async known({ director, clients }: ClientChoice): Promise<MonitoredClientState[]> {
    const [text, values] = clients === undefined ? [selectAllOf, [director]] : [selectChosen, [director, clients]];
    return (await queryArrays<KnownRow>(this.dataSource, { text }, values)).map(knownClientOf);
  }

  /** Clients whose silence may be decided otherwise at `now`. */
  async due(director: string, now: Date): Promise<string[]> {
    const rows = await queryArrays<[string]>(this.dataSource, { text: selectDue }, [director, now]);
    return rows.map(([client]) => client);
  }

  /** By name, then Director. */
  async list(filter: ClientFilter, after: ClientPosition | null, limit: number): Promise<MonitoredClientState[]> {
    const { conditions, values } = conditionsOf(filter);
    const beyond =
      after === null
        ? []
        : [`(s.client COLLATE "C", s.director COLLATE "C") > ($${values.push(after[0])}, $${values.push(after[1])})`];
    const text = `${selectKnown} WHERE ${[...conditions, ...beyond].join(' AND ')}
      ORDER BY s.client COLLATE "C", s.director COLLATE "C" LIMIT $${values.push(limit)}`;
    return (await queryArrays<KnownRow>(this.dataSource, { text }, values)).map(knownClientOf);
  }

  async count(filter: ClientFilter): Promise<number> {
    const { conditions, values } = conditionsOf(filter);
    const text = `SELECT count(*)::int FROM client_silence s LEFT JOIN client_threshold t USING (director, client)
      WHERE ${conditions.join(' AND ')}`;
    const [row] = await queryArrays<[number]>(this.dataSource, { text }, values);
    return row?.[0] ?? 0;
  }

  /** Remembers the clients that are new, and whether each is used. What another process wrote meanwhile stays. */
  async observation(director: string, clients: readonly DirectorClient[], now: Date): Promise<void> {
    const rows = clients.map(({ name, enabled, firstSeenAt }) => ({ name, enabled, seen: firstSeenAt ?? now }));
    await this.dataSource.query(
      `INSERT INTO client_silence AS s (director, client, status, since, first_seen_at, enabled, evaluated, warn_seconds,
         crit_seconds, revision)
       SELECT $1, r.name, 'ok', r.seen, r.seen, r.enabled, false, g.warn_seconds, g.crit_seconds,
         nextval('client_silence_revision')
       FROM json_to_recordset($2::json) AS r(name text, enabled boolean, seen timestamptz), global_threshold g
       ORDER BY r.name
       ON CONFLICT (director, client) DO UPDATE SET enabled = excluded.enabled, ${markDue}
       WHERE s.enabled <> excluded.enabled`,
      [director, JSON.stringify(rows)],
    );
  }

  /** Returns the new revision of each client whose state was replaced; another process was faster with the others. */
  async replace(
    transaction: Transaction,
    director: string,
    states: readonly NextState[],
  ): Promise<ReadonlyMap<string, number>> {
    const [rows]: [{ client: string; revision: string }[], number] = await transaction.query(
      `UPDATE client_silence s SET status = r.status, since = r.since, cause = r.cause, last_success_at = r.last_success_at,
         warn_seconds = r.warn_seconds, crit_seconds = r.crit_seconds, evaluated = true,
         due_at = r.due_at, revision = nextval('client_silence_revision')
       FROM json_to_recordset($2::json) AS r(client text, revision bigint, status text, since timestamptz, cause text,
         last_success_at timestamptz, warn_seconds integer, crit_seconds integer,
         due_at timestamptz)
       WHERE s.director = $1 AND s.client = r.client AND s.revision = r.revision
       RETURNING s.client, s.revision`,
      [director, JSON.stringify(states.map(columnsOf))],
    );
    return new Map(rows.map(({ client, revision }) => [client, Number(revision)]));
  }

  /** Where the state is still the one that it was decided from, which stays. */
  async keepDue(director: string, evaluations: readonly NextEvaluation[]): Promise<void> {
    if (evaluations.length === 0) return;
    await this.dataSource.query(
      `UPDATE client_silence s SET due_at = r.due_at
       FROM json_to_recordset($2::json) AS r(client text, revision bigint, due_at timestamptz)
       WHERE s.director = $1 AND s.client = r.client AND s.revision = r.revision`,
      [
        director,
        JSON.stringify(evaluations.map(({ client, revision, dueAt }) => ({ client, revision, due_at: dueAt }))),
      ],
    );
  }

  /** Clients that another process decided in between, maybe from an older state of the run store. */
  async reschedule(director: string, clients: readonly string[]): Promise<void> {
    if (clients.length === 0) return;
    const text = `UPDATE client_silence SET due_at = '-infinity' WHERE director = $1 AND client = ANY ($2::text[])`;
    await this.dataSource.query(text, [director, clients]);
  }

  /** false: another process was faster. */
  async forget(
    transaction: Transaction,
    director: string,
    { client, revision }: MonitoredClientState,
  ): Promise<boolean> {
    const [, count]: [unknown[], number] = await transaction.query(
      'DELETE FROM client_silence WHERE director = $1 AND client = $2 AND revision = $3',
      [director, client, revision],
    );
    return count > 0;
  }

  /** Clients whose thresholds follow their schedule. */
  async followingSchedule(director: string): Promise<string[]> {
    const text = `SELECT client FROM client_silence JOIN client_threshold t USING (director, client)
      WHERE director = $1 AND t.basis = 'schedule'`;
    return (await queryArrays<[string]>(this.dataSource, { text }, [director])).map(([client]) => client);
  }

  async keepIntervals(director: string, intervals: ReadonlyMap<string, number | null>): Promise<void> {
    const rows = [...intervals].map(([client, seconds]) => ({ client, seconds }));
    await this.dataSource.query(
      `UPDATE client_silence s SET interval_seconds = r.seconds, ${markDue}
       FROM json_to_recordset($2::json) AS r(client text, seconds integer)
       WHERE s.director = $1 AND s.client = r.client AND s.interval_seconds IS DISTINCT FROM r.seconds`,
      [director, JSON.stringify(rows)],
    );
  }

  /** Clients of which one of these runs was a good backup. */
  async backedUpBy(director: string, jobIds: readonly number[]): Promise<BackedUpClient[]> {
    const rows = await queryArrays<[string, boolean]>(
      this.dataSource,
      {
        text: `SELECT r.client, COALESCE(bool_or(s.evaluated), false)
          FROM run r LEFT JOIN client_silence s ON s.director = r.director AND s.client = r.client
          WHERE r.director = $1 AND r.job_id = ANY ($2::integer[]) AND ${isGoodRead('r')} GROUP BY r.client`,
      },
      [director, jobIds],
    );
    return rows.map(([client, isMet]) => ({ client, isMet }));
  }
}

function columnsOf({ client, revision, state, since, cause, dueAt }: NextState): Readonly<Record<string, unknown>> {
  const { status, lastSuccessAt, thresholds } = state;
  const { warnSeconds, critSeconds } = thresholds;
  return {
    client,
    revision,
    status,
    since,
    cause,
    last_success_at: lastSuccessAt,
    warn_seconds: warnSeconds,
    crit_seconds: critSeconds,
    due_at: dueAt,
  };
}

function conditionsOf(filter: ClientFilter): { readonly conditions: string[]; readonly values: unknown[] } {
  const values: unknown[] = [];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [`s.director = ANY (${add(filter.directors)}::text[])`];
  if (filter.name !== undefined) conditions.push(`s.client = ${add(filter.name)}`);
  if (filter.statuses !== undefined) conditions.push(`s.status = ANY (${add(filter.statuses)}::text[])`);
  if (filter.paused !== undefined) conditions.push(`${isPaused(add(filter.now))} = ${add(filter.paused)}`);
  return { conditions, values };
}
