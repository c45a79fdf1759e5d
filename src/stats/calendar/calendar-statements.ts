import { type PageKey } from '../../domain/page.js';
import { acknowledgementColumn } from '../../runs/record/acknowledgement-column.js';
import { recordedColumns } from '../../runs/record/recorded-run.js';
import { type Statement } from '../../runs/record/run-list-statements.js';
import { type TimeSpan } from './calendar-span.js';

/** Which entries of one Director. */
export interface CalendarQuestion {
  readonly director: string;
  readonly span: TimeSpan;
  readonly jobs: readonly string[] | undefined;
  readonly clients: readonly string[] | undefined;
}

/** Behind which place a page begins; `kind` tells such conditions apart that read differently. */
interface Beyond {
  readonly kind: string;
  readonly conditions: readonly string[];
}

/** Runs in the order in which they were queued, as `ListedRow`, after the place that a page's key names. */
export function runsByTime(question: CalendarQuestion, after: PageKey | undefined, limit: number): Statement {
  const { director, span } = question;
  // Nothing before the place need be looked through again.
  const from = after === undefined ? span.from : new Date(Math.max(span.from.getTime(), Number(after[0])));
  const values: unknown[] = [director, limit, from, span.until];
  const { kind, conditions } = beyond(director, after, values);
  const chosen = wanted('r', question, values);
  if (chosen.length > 0) return { text: shown(byHours([...conditions, ...chosen])), values };
  const within = ['r.director = $1', 'r.queued_at >= $3', 'r.queued_at < $4', ...conditions].join(' AND ');
  const text = `SELECT * FROM run r WHERE ${within} ORDER BY ${order('r')} LIMIT (SELECT $2::integer)`;
  return { name: `calendar_runs${kind}`, text: shown(text), values };
}

/** Conditions for the rows of some jobs or clients, none where all are wanted. */
export function wanted(table: 'r' | 'p', { jobs, clients }: CalendarQuestion, values: unknown[]): string[] {
  const oneOf = (column: string, words: readonly string[] | undefined): string[] =>
    words === undefined ? [] : [`${table}.${column} = ANY ($${values.push(words)}::text[])`];
  return [...oneOf('job', jobs), ...oneOf('client', clients)];
}

function order(table: string): string {
  return ['queued_at', 'generation', 'job_id'].map((column) => `${table}.${column}`).join(', ');
}

/** What is shown of a run is made for those alone that are shown. */
function shown(rows: string): string {
  return `SELECT ${recordedColumns}, ${acknowledgementColumn} FROM (${rows}) run ORDER BY ${order('run')}`;
}

/** Hour after hour: a few jobs' runs have lists by job id, and where an hour lies among the job ids is known. */
function byHours(conditions: readonly string[]): string {
  return `SELECT r.* FROM run_span s CROSS JOIN LATERAL (SELECT * FROM run r
      WHERE r.director = $1 AND r.generation = s.generation AND r.job_id BETWEEN s.low AND s.high
        AND r.queued_at >= s.starts_at AND r.queued_at < s.starts_at + interval '1 hour'
        AND r.queued_at >= $3 AND r.queued_at < $4 AND ${conditions.join(' AND ')}
      ORDER BY ${order('r')} LIMIT $2) r
    WHERE s.director = $1 AND s.hours = 1 AND s.starts_at > $3::timestamptz - interval '1 hour' AND s.starts_at < $4
    ORDER BY s.starts_at, ${order('r')} LIMIT $2`;
}

/** Which runs of this Director come after the key of an entry. Of one moment and Director, runs stand before starts without one. */
function beyond(director: string, after: PageKey | undefined, values: unknown[]): Beyond {
  if (after === undefined) return { kind: '', conditions: [] };
  const [at, name, kind, generation, jobId] = after;
  const time = `$${values.push(new Date(Number(at)))}::timestamptz`;
  if (director > String(name)) return { kind: '_from', conditions: [`r.queued_at >= ${time}`] };
  if (director < String(name) || kind !== 0) return { kind: '_after', conditions: [`r.queued_at > ${time}`] };
  const place = `$${values.push(Number(generation))}::integer, $${values.push(Number(jobId))}::bigint`;
  return { kind: '_behind', conditions: [`(r.queued_at, r.generation, r.job_id) > (${time}, ${place})`] };
}
