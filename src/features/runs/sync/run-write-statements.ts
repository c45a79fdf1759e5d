import { hasEnded, type Run, type TriggeredBy } from '../../../domain/run.js';
import { orderIdOf, triggerOf } from '../../../domain/triggered-by.js';

const columns = [
  ...['unique_name', 'job_id', 'job', 'type', 'level', 'client', 'fileset', 'pool', 'storage', 'status', 'status_code'],
  ...[
    'queued_at',
    'scheduled_at',
    'started_at',
    'ended_at',
    'files',
    'bytes',
    'errors',
    'comment',
    'order_id',
    'ended',
    'reads_client',
    'restore',
    ...['trigger_kind', 'trigger_id', 'trigger_name'],
  ],
];
const types = `unique_name text, job_id integer, job text, type text, level text, client text, fileset text, pool text,
  storage text, status text, status_code text, queued_at timestamptz, scheduled_at timestamptz, started_at timestamptz,
  ended_at timestamptz, files bigint, bytes bigint, errors bigint, comment text, order_id uuid, ended boolean,
  reads_client boolean, restore jsonb, trigger_kind text, trigger_id text, trigger_name text`;
/** The identity stays, and so does the place among all runs: a known run keeps its generation. */
const mutable = columns.filter((column) => column !== 'unique_name' && column !== 'job_id');

/** Of a run that the console started: who asked for it, as its order `o` has it. Its caller is `<kind>:<id>`. */
const ofOrder: Readonly<Record<string, string>> = {
  trigger_kind: 'o.actor_kind',
  trigger_id: "split_part(o.caller, ':', 2)",
  trigger_name: 'o.actor_name',
};

/** A Director's clock may be ahead by so much without anything being wrong. */
const tolerance = "interval '5 minutes'";
const dates: readonly string[] = ['queued_at', 'scheduled_at', 'started_at', 'ended_at'];

/** The later of the database's clock and the last plausible time: a clock that is far behind makes no run a run of the future. */
const present = '(SELECT GREATEST(now(), max(believed_at)) AS at FROM clock_state) present';

/** A run that ended in the future ended now: its dates are moved by the same amount, so that it took as long as it took. */
function believable(column: string): string {
  const asked = ofOrder[column];
  if (asked !== undefined) return `COALESCE(r.${column}, ${asked})`;
  if (!dates.includes(column)) return `r.${column}`;
  return `CASE WHEN ${isAhead} THEN r.${column} - (r.ended_at - present.at) ELSE r.${column} END`;
}
const isAhead = `r.ended AND r.ended_at > present.at + ${tolerance}`;

/** What was decided when a date in the future was first seen stays while the Director says the same, also after that date. */
function believed(read: string, column: string): string {
  // Catalogs do not say it: what was learned from the log of a restore stays, and who gave an order that is forgotten since.
  if (column === 'restore' || column in ofOrder) return `COALESCE(${read}.${column}, run.${column})`;
  // Neither do they say that a run waits for a volume: `waiting` with the letter of a running run is what its Director said.
  if (column === 'status') {
    return `CASE WHEN run.status = 'waiting' AND ${read}.status = 'running' AND run.status_code = ${read}.status_code
      THEN run.status ELSE ${read}.status END`;
  }
  if (!dates.includes(column)) return `${read}.${column}`;
  const said = read === 'r' ? 'r.ended_at' : `COALESCE(${read}.future_end_at, ${read}.ended_at)`;
  return `CASE WHEN run.future_end_at = ${said} THEN run.${column} ELSE ${read}.${column} END`;
}

/** A run that ended stays as it ended, whatever an older answer of the catalog says. What was lost may come back. */
function changes(read: string): string {
  return `(${read}.ended OR NOT run.ended OR run.lost_at IS NOT NULL)
    AND (run.lost_at IS NOT NULL OR (${mutable.map((column) => `run.${column}`).join(', ')})
      IS DISTINCT FROM (${mutable.map((column) => believed(read, column)).join(', ')}))`;
}

/** Puts runs on record, `$1` the Director, `$2` its generation, `$3` their rows. Answers the ids of those that are new or changed. */
export const upsertText = `INSERT INTO run (director, generation, first_seen_at, changed, future_end_at, ${columns.join(', ')})
  SELECT $1, $2, now(), nextval('run_changed_seq'), CASE WHEN ${isAhead} THEN r.ended_at END,
    ${columns.map(believable).join(', ')}
  FROM json_to_recordset($3::json) AS r(${types}) LEFT JOIN run_order o ON o.id = r.order_id, ${present}
  ON CONFLICT (director, unique_name) DO UPDATE SET
    ${mutable.map((column) => `${column} = ${believed('excluded', column)}`).join(', ')},
    future_end_at = CASE WHEN run.future_end_at = COALESCE(excluded.future_end_at, excluded.ended_at)
      THEN run.future_end_at ELSE excluded.future_end_at END,
    lost_at = NULL, changed = nextval('run_changed_seq')
  WHERE ${changes('excluded')}
  RETURNING job_id`;

/**
 * Answers a row where the upsert would write anything of the rows `$2` of the Director `$1`. One look by the key for each run that
 * was read, whatever a plan thinks of the length of the record.
 */
export const runsDiffer = {
  name: 'runs_differ',
  text: `SELECT 1 FROM json_to_recordset($2::json) AS r(${types})
    WHERE COALESCE((SELECT ${changes('r')} FROM run WHERE run.director = $1 AND run.unique_name = r.unique_name), true)
    LIMIT 1`,
} as const;

/** The statement itself reads the orders. */
const noOrders: ReadonlyMap<string, TriggeredBy> = new Map();

/** The rows that both take, as JSON. */
export function rowsText(runs: readonly Run[]): string {
  return JSON.stringify(runs.map(rowOf));
}

function rowOf(run: Run): Readonly<Record<string, unknown>> {
  const trigger = run.triggeredBy ?? triggerOf(run.comment, noOrders);
  const isKnown = trigger.kind !== 'unknown';
  return {
    unique_name: run.uniqueName,
    job_id: run.jobId,
    job: run.job,
    type: run.type,
    level: run.level,
    client: run.client,
    fileset: run.fileset,
    pool: run.pool,
    storage: run.storage,
    status: run.status,
    status_code: run.statusCode,
    queued_at: run.queuedAt,
    scheduled_at: run.scheduledAt,
    started_at: run.startedAt,
    ended_at: run.endedAt,
    files: run.files,
    bytes: run.bytes,
    errors: run.errors,
    comment: run.comment,
    order_id: orderIdOf(run.comment),
    ended: hasEnded(run.status),
    reads_client: run.readsClient,
    restore: run.restore ?? null,
    trigger_kind: isKnown ? trigger.kind : null,
    trigger_id: null,
    trigger_name: isKnown ? trigger.name : null,
  };
}
