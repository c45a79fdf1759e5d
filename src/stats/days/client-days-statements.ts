import { type DaySpan, mostDays } from '../../domain/day-span.js';
import { endedStatuses } from '../../domain/run.js';
import { type NamesFrom, walkedNames } from '../name-page.js';

interface DaysStatement {
  readonly text: string;
  readonly values: unknown[];
}

/** How runs ended on one day of a span, as a number: the day from its first on, times how many there are of these, and its place among them. */
const kinds = endedStatuses.length;
export const mostKinds = mostDays * kinds;

/**
 * One row: lists of names and of what they ran, which belong together by their places, then what is known beside them. Runs of one
 * kind are one number, which is read fastest: how many there are times `mostKinds`, and the kind.
 */
export function daysOfClients(
  span: DaySpan,
  clients: readonly string[] | undefined,
  from: NamesFrom,
  now: Date,
): DaysStatement & { readonly name: string } {
  const { tables, rows, values } = clientsOf(span, clients, from, runsOnDays);
  const text = `WITH ${tables} listed AS MATERIALIZED (${rows})
    SELECT json_agg(name), json_agg(runs), ${[unfinished, missed, pending].map(listOf).join(', ')},
      (SELECT json_agg(watched.day) FROM (${watchedDays(`$${values.push(now)}`)}) watched) FROM listed`;
  const kind = `${clients === undefined ? '' : '_given'}${from.isIncluded ? '_from' : ''}`;
  return { name: `client_days${kind}`, text, values };
}

export function countOfClients(span: DaySpan, clients: readonly string[] | undefined, from: NamesFrom): DaysStatement {
  const { tables, rows, values } = clientsOf(span, clients, from, anyDay);
  return { text: `WITH ${tables} listed AS (${rows}) SELECT count(*)::int FROM listed`, values };
}

/** Not known to the plan: else each is made anew for its own days, which takes longer than the reading. */
const spanDays = '(SELECT $5::date - $4::date - 1)';
const midnight = (day: string): string => `${day}::timestamp AT TIME ZONE 'UTC'`;
const utcDay = (column: string): string => `(${column} AT TIME ZONE 'UTC')::date`;
const isListed = 'client = ANY (ARRAY(SELECT name FROM listed))';

const listOf = (counts: string): string => `(SELECT json_agg(counted) FROM (${counts}) counted)`;
const countByDay = (time: string): string => `SELECT client, ${utcDay(time)} AS day, count(*)::int AS count`;

const unfinished = `${countByDay('queued_at')} FROM run
  WHERE director = $1 AND NOT ended AND ${isListed} AND type = 'Backup' GROUP BY 1, 2`;
const missed = `${countByDay('at')} FROM planned_start
  WHERE director = $1 AND ${isListed} AND missed AND at >= ${midnight('$4::date')} GROUP BY 1, 2`;
const pending = `${countByDay('at')} FROM planned_start
  WHERE director = $1 AND ${isListed} AND NOT missed AND unique_name IS NULL
    AND at >= ${midnight('$4::date')} AND at < ${midnight('$5::date')} GROUP BY 1, 2`;
const watchedDays = (
  now: string,
): string => `SELECT d.day FROM (SELECT $4::date + n AS day FROM generate_series(0, ${spanDays}) n) d
  WHERE EXISTS (SELECT FROM planned_watch w WHERE w.director = $1 AND w.from_at <= ${midnight('d.day')}
    AND w.until_at >= least(${midnight('(d.day + 1)')}, ${now}::timestamptz))`;

/** A lateral table of what a client ran on days of the span: one row, or none where it did not run. */
type OfDays = (client: string) => string;

const within = (client: string): string => `FROM run_client_day d WHERE d.director = $1 AND d.client = ${client}
  AND d.day >= $4::date AND d.day < $5::date AND d.type = 'Backup'`;
const places = endedStatuses.map((status, place) => `WHEN '${status}' THEN ${place}`).join(' ');
const runsOnDays: OfDays = (client) => `(SELECT
  array_agg(d.runs::bigint * ${mostKinds} + (d.day - $4::date) * ${kinds} + CASE d.status ${places} END) AS runs
  ${within(client)} HAVING count(*) > 0)`;
/** A limited row and not EXISTS, of which the planner makes a join that reads every day of the span: 65 ms at a million runs. */
const anyDay: OfDays = (client) => `(SELECT d.runs ${within(client)} LIMIT 1)`;

/** Clients by name with what `ofDays` tells of them. */
function clientsOf(
  { since, until }: DaySpan,
  clients: readonly string[] | undefined,
  { director, name, isIncluded, limit }: NamesFrom,
  ofDays: OfDays,
): { readonly tables: string; readonly rows: string; readonly values: unknown[] } {
  const values: unknown[] = [director, name ?? '', limit, since, until];
  const beyond = isIncluded ? '>=' : '>';
  if (clients === undefined) return { ...allClients(isIncluded, beyond, ofDays), values };
  const rows = `SELECT wanted.name, ran.runs
    FROM (SELECT DISTINCT name COLLATE "C" AS name FROM unnest($6::text[]) given(name)) wanted
    LEFT JOIN LATERAL ${ofDays('wanted.name')} ran ON true
    WHERE wanted.name ${beyond} $2 AND (ran.runs IS NOT NULL
      OR EXISTS (SELECT FROM client_silence s WHERE s.director = $1 AND s.client = wanted.name AND s.enabled))
    ORDER BY wanted.name LIMIT $3`;
  return { tables: '', rows, values: [...values, clients] };
}

function allClients(isIncluded: boolean, beyond: string, ofDays: OfDays): { tables: string; rows: string } {
  const tables = `${walkedNames('client', isIncluded)},
    ran AS (SELECT walked.name, ran.* FROM walked CROSS JOIN LATERAL ${ofDays('walked.name')} ran LIMIT $3),
    used AS (SELECT client COLLATE "C" AS name FROM client_silence
      WHERE director = $1 AND enabled AND client COLLATE "C" ${beyond} $2 ORDER BY 1 LIMIT $3),`;
  const rows = 'SELECT name, ran.runs FROM ran FULL JOIN used USING (name) ORDER BY name LIMIT $3';
  return { tables, rows };
}
