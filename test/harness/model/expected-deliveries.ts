import { type NotifiedConsole } from '../fixtures/notified-console.js';
import { type Promised } from '../fixtures/delivery-load.js';

/** The type of event that the end of a run is told by, in SQL. */
const toldType = `'job.completed.' || CASE status WHEN 'completed' THEN 'ok' ELSE status END`;

/** Each line is a flaw of the console's own database. */
const flawTexts = [
  // Nothing is under way, held by anybody, given up or forgotten.
  `SELECT format('delivery %s to %s is %s after %s tries: %s', id, channel_name, status, attempts, last_detail) AS text
   FROM delivery WHERE status <> 'delivered' OR lease_owner IS NOT NULL OR leased_until IS NOT NULL`,
  "SELECT format('event %s was not given to channels', id) AS text FROM event WHERE fanned_out_at IS NULL",
  "SELECT format('order %s has no record of its end', id) AS text FROM run_order WHERE audit IS NOT NULL",
  "SELECT format('audit record %s has no seal', record_id) AS text FROM audit_unsealed",
  `SELECT format('channel %s is marked as failing', name) AS text FROM notification_channel WHERE failing_since IS NOT NULL`,
  `SELECT format('delivery %s was tried %s times, %s are on record', id, attempts, count) AS text FROM delivery d,
     LATERAL (SELECT count(*)::integer FROM delivery_attempt WHERE delivery_id = d.id) AS noted WHERE count < attempts`,
  // Each end of a run is one event and each such event the end of a run.
  `SELECT format('run %s ended as %s and no event says so', unique_name, status) AS text FROM run
   WHERE status IN ('completed', 'warning', 'error')
     AND NOT EXISTS (SELECT 1 FROM event WHERE once_key = ${toldType} || ':' || director || ':' || unique_name)`,
  `SELECT format('run %s is told of %s times', subject, count(*)) AS text FROM event WHERE type LIKE 'job.completed.%'
   GROUP BY subject HAVING count(*) <> 1`,
  `SELECT format('event %s is of a run that is not on record so', once_key) AS text FROM event
   WHERE type LIKE 'job.completed.%' AND NOT EXISTS (SELECT 1 FROM run
     WHERE event.once_key = ${toldType} || ':' || director || ':' || unique_name)`,
  "SELECT format('run %s never ended', unique_name) AS text FROM run WHERE NOT ended",
  // Each order has one audit record, and says which run it became.
  `SELECT format('%s orders have %s records', orders, records) AS text
   FROM (SELECT (SELECT count(*) FROM run_order) AS orders,
     (SELECT count(*) FROM audit_record WHERE action = 'job.run') AS records) AS counts WHERE orders <> records`,
  `SELECT format('the order of run %s has %s records', unique_name, count) AS text FROM run r, LATERAL (
     SELECT count(*)::integer FROM audit_record WHERE action = 'job.run' AND outcome = 'success'
       AND changes -> 'uniqueName' ->> 'to' = r.unique_name) AS kept WHERE order_id IS NOT NULL AND count <> 1`,
  // Making and revoking a token is one event and one record each, and there are no others.
  ...Object.entries({ create: 'true', revoke: 'revoked_at IS NOT NULL' }).flatMap(([action, isDone]) => [
    `SELECT format('${action} of token %s: %s events, %s records', id, events, records) AS text FROM api_token t, LATERAL (
       SELECT (SELECT count(*) FROM event WHERE type = 'api_token.${action}' AND subject = 'token:' || t.id) AS events,
         (SELECT count(*) FROM audit_record WHERE action = 'api_token.${action}' AND token_id = t.id::text) AS records
     ) AS told WHERE ${isDone} AND (events <> 1 OR records <> 1)`,
    `SELECT format('${action} of %s is on record and was not done', subject) AS text
     FROM (SELECT subject FROM event WHERE type = 'api_token.${action}'
       UNION ALL SELECT target FROM audit_record WHERE action = 'api_token.${action}') AS told
     WHERE NOT EXISTS (SELECT 1 FROM api_token WHERE 'token:' || id = subject AND ${isDone})`,
  ]),
];

/** A line for each thing that the console's database says wrongly, twice or not at all. */
export async function flawsOfRecords(fixture: NotifiedConsole): Promise<readonly string[]> {
  const found: string[] = [];
  for (const text of flawTexts) found.push(...(await fixture.rows<{ text: string }>(text)).map((row) => row.text));
  return found;
}

/** What the Director's catalog, callers and the audit chain know otherwise than the record of runs and tokens. */
export async function flawsOfPromises(fixture: NotifiedConsole, promised: Promised): Promise<readonly string[]> {
  const ended = await fixture.rows<{ id: number; text: string }>(
    "SELECT jobid AS id, job || ' ' || jobstatus AS text FROM job",
    [],
    'embedded_catalog',
  );
  const recorded = await fixture.rows<{ text: string }>("SELECT unique_name || ' ' || status_code AS text FROM run");
  const tokens = await fixture.rows<{ id: string; revoked: boolean }>(
    'SELECT id, revoked_at IS NOT NULL AS revoked FROM api_token',
  );
  const [inCatalog, onRecord] = [new Set(ended.map(({ text }) => text)), new Set(recorded.map(({ text }) => text))];
  const runs = new Set(ended.map(({ id }) => id));
  const [made, revoked] = [
    new Set(tokens.map(({ id }) => id)),
    new Set(tokens.filter((t) => t.revoked).map((t) => t.id)),
  ];
  return [
    ...[...inCatalog].filter((run) => !onRecord.has(run)).map((run) => `${run} is in the catalog, not on record`),
    ...[...onRecord].filter((run) => !inCatalog.has(run)).map((run) => `${run} is on record, not in the catalog`),
    ...promised.orders.filter((id) => !runs.has(id)).map((id) => `run ${id} was promised and is not there`),
    ...promised.created.filter((id) => !made.has(id)).map((id) => `token ${id} was promised and is not there`),
    ...promised.revoked.filter((id) => !revoked.has(id)).map((id) => `token ${id} was to be revoked and is not`),
    ...(await flawsOfChain(fixture)),
  ];
}

async function flawsOfChain({ app }: NotifiedConsole): Promise<readonly string[]> {
  const { status, body } = await app.call<{ ok: boolean; checked: number; appendOnly: boolean }>(
    'GET',
    '/admin/audit/verify',
  );
  const verdict = JSON.stringify(body);
  return status === 200 && body.ok && body.appendOnly ? [] : [`the audit chain does not verify: ${status} ${verdict}`];
}
