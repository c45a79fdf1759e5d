import { Injectable } from '@nestjs/common';
import { type Channel, isReadByPeople, keepsIncidents } from '../../../domain/channel.js';
import { type EventEnvelope, type Severity } from '../../../domain/event.js';
import { advisoryLocks } from '../../../database/advisory-locks.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { deliveriesChannel } from './delivery.js';
import {
  type DeliveryPlan,
  type FanOutState,
  type GroupState,
  type IncidentChange,
  type PlannedDelivery,
  stateKey,
} from './plan-deliveries.js';

interface GroupRow {
  readonly channel_id: string;
  readonly group_key: string;
  readonly last_at: Date | null;
  readonly due_at: Date | null;
  readonly collecting_id: string | null;
  readonly event_count: number;
  readonly severity: Severity;
  readonly last_severity: Severity;
}

/** What fan-out reads and writes, all of it in the transaction that marks the events as done. */
@Injectable()
export class FanOutRepository {
  /** Waits for a fan-out of another process to end. */
  async lockQueue(transaction: Transaction): Promise<void> {
    await transaction.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.fanOut]);
  }

  /** Events still to be given to channels, in the order of their recording. `setAside` are passed over. */
  waitingEvents(transaction: Transaction, limit: number, setAside: readonly string[]): Promise<EventEnvelope[]> {
    return transaction.query(
      `SELECT id, type, "timestamp", severity, source, subject, dedup_key AS "dedupKey", summary, data, links FROM event
       WHERE fanned_out_at IS NULL AND NOT id = ANY ($2::uuid[]) ORDER BY recorded_at, id LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [limit, setAside],
    );
  }

  async markFannedOut(transaction: Transaction, events: readonly EventEnvelope[], at: Date): Promise<void> {
    const ids = events.map(({ id }) => id);
    await transaction.query('UPDATE event SET fanned_out_at = $2 WHERE id = ANY ($1::uuid[])', [ids, at]);
  }

  /** Messages that still collect stay locked, so that none is sent before what joins it is written. */
  async state(
    transaction: Transaction,
    channels: readonly Channel[],
    events: readonly EventEnvelope[],
  ): Promise<FanOutState> {
    const keepers = channels.filter(keepsIncidents).map(({ id }) => id);
    const readers = channels.filter(isReadByPeople).map(({ id }) => id);
    const keys = events.map(({ dedupKey }) => dedupKey);
    const incidents = keepers.length === 0 ? [] : await incidentRows(transaction, keepers, keys);
    const groups = readers.length === 0 ? [] : await groupRows(transaction, readers);
    return {
      incidents: new Set(incidents.map((row) => stateKey(row.channel_id, row.dedup_key))),
      groups: new Map(groups.map((row) => [stateKey(row.channel_id, row.group_key), groupOf(row)])),
    };
  }

  /** Open incidents of rejected logins whose condition is over. Their ends are no events. */
  incidentsOver(transaction: Transaction): Promise<IncidentChange[]> {
    return transaction.query(
      `SELECT channel_id AS "channelId", dedup_key AS "dedupKey" FROM delivery_incident i
       WHERE dedup_key LIKE 'auth:%' AND NOT EXISTS (SELECT FROM condition_state c WHERE c.key = i.dedup_key)
         AND NOT EXISTS (SELECT FROM event e WHERE e.dedup_key = i.dedup_key AND e.fanned_out_at IS NULL)`,
    );
  }

  async write(transaction: Transaction, plan: DeliveryPlan, now: Date): Promise<void> {
    await insertDeliveries(transaction, plan.deliveries, now);
    await insertEvents(transaction, plan);
    await addToMessages(transaction, plan);
    await keepGroups(transaction, plan);
    await keepIncidents(transaction, plan, now);
    await hurry(transaction, plan, now);
    if (plan.deliveries.length + plan.additions.length > 0) await announceDeliveries(transaction);
  }
}

/** Notifies every process, once this is committed, that there is something to send. */
export async function announceDeliveries(transaction: Transaction): Promise<void> {
  await transaction.query('SELECT pg_notify($1, $2)', [deliveriesChannel, '']);
}

function incidentRows(
  transaction: Transaction,
  channels: readonly string[],
  keys: readonly string[],
): Promise<{ channel_id: string; dedup_key: string }[]> {
  return transaction.query(
    `SELECT channel_id, dedup_key FROM delivery_incident
     WHERE channel_id = ANY ($1::uuid[]) AND dedup_key = ANY ($2::text[])`,
    [channels, keys],
  );
}

async function groupRows(transaction: Transaction, channels: readonly string[]): Promise<GroupRow[]> {
  const collecting = `SELECT id, event_count FROM delivery WHERE status = 'waiting' AND attempts = 0
    AND id IN (SELECT delivery_id FROM delivery_group WHERE channel_id = ANY ($1::uuid[])) FOR UPDATE SKIP LOCKED`;
  return transaction.query(
    `WITH collecting AS MATERIALIZED (${collecting})
     SELECT g.channel_id, g.group_key, g.last_at, g.severity, g.last_severity, d.due_at, c.id AS collecting_id, COALESCE(c.event_count, 0) AS event_count
     FROM delivery_group g LEFT JOIN delivery d ON d.id = g.delivery_id LEFT JOIN collecting c ON c.id = g.delivery_id
     WHERE g.channel_id = ANY ($1::uuid[])`,
    [channels],
  );
}

function groupOf({ last_at, due_at, collecting_id, event_count, ...of }: GroupRow): GroupState {
  if (collecting_id === null || due_at === null) {
    return { lastAt: due_at ?? last_at, collecting: null, lastSeverity: of.severity, severity: of.severity };
  }
  const collecting = { deliveryId: collecting_id, dueAt: due_at, eventCount: event_count };
  return { lastAt: last_at, collecting, lastSeverity: of.last_severity, severity: of.severity };
}

/** Also for deliveries without an event, such as that a channel fails. */
export async function insertDeliveries(
  transaction: Transaction,
  deliveries: readonly PlannedDelivery[],
  now: Date,
): Promise<void> {
  if (deliveries.length === 0) return;
  const rows = deliveries.map((one, at) => ({
    at,
    id: one.id,
    channel_id: one.channel.id,
    channel_name: one.channel.name,
    kind: one.kind,
    webhook_id: one.webhookId,
    title: one.title,
    lines: one.lines,
    event_count: one.eventIds.length,
    group_key: one.groupKey,
    order_key: one.orderKey,
    status: one.status,
    due_at: one.dueAt,
  }));
  await transaction.query(
    `INSERT INTO delivery (id, sequence, channel_id, channel_name, kind, webhook_id, replay, title, lines, event_count,
       group_key, order_key, status, due_at, attempts, created_at, ended_at)
     SELECT id, nextval('delivery_sequence_seq'), channel_id, channel_name, kind, webhook_id, 0, title, lines, event_count,
       group_key, order_key, status, due_at, 0, $2, CASE status WHEN 'waiting' THEN NULL ELSE $2::timestamptz END
     FROM (SELECT * FROM json_to_recordset($1::json) AS r(at integer, id uuid, channel_id uuid, channel_name text,
       kind text, webhook_id uuid, title text, lines jsonb, event_count integer, group_key text, order_key text,
       status text, due_at timestamptz) ORDER BY at) AS planned`,
    [JSON.stringify(rows), now],
  );
}

async function insertEvents(transaction: Transaction, { deliveries, additions }: DeliveryPlan): Promise<void> {
  const pairs = [
    ...deliveries.flatMap(({ id, channel, eventIds }) => eventIds.map((event) => [id, event, channel.id])),
    ...additions.flatMap(({ deliveryId, channelId, eventIds }) =>
      eventIds.map((event) => [deliveryId, event, channelId]),
    ),
  ];
  if (pairs.length === 0) return;
  await transaction.query(
    `INSERT INTO delivery_event (delivery_id, event_id, channel_id, replay)
     SELECT delivery_id, event_id, channel_id, 0 FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS r(delivery_id, event_id, channel_id)`,
    [0, 1, 2].map((column) => pairs.map((pair) => pair[column])),
  );
}

async function addToMessages(transaction: Transaction, { additions }: DeliveryPlan): Promise<void> {
  for (const { deliveryId, webhookId, title, eventIds, dueAt } of additions) {
    await transaction.query(
      `UPDATE delivery SET kind = 'summary', webhook_id = $2, title = $3, event_count = event_count + $4, due_at = $5
       WHERE id = $1 AND status = 'waiting' AND attempts = 0`,
      [deliveryId, webhookId, title, eventIds.length, dueAt],
    );
  }
}

async function keepGroups(transaction: Transaction, { groups }: DeliveryPlan): Promise<void> {
  for (const { channelId, groupKey, lastAt, lastSeverity, deliveryId, severity } of groups) {
    await transaction.query(
      `INSERT INTO delivery_group (channel_id, group_key, last_at, last_severity, delivery_id, severity)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (channel_id, group_key) DO UPDATE SET last_at = excluded.last_at,
         last_severity = excluded.last_severity, delivery_id = excluded.delivery_id, severity = excluded.severity`,
      [channelId, groupKey, lastAt, lastSeverity, deliveryId, severity],
    );
  }
}

async function keepIncidents(transaction: Transaction, { opened, closed }: DeliveryPlan, now: Date): Promise<void> {
  const columns = (changes: DeliveryPlan['opened']) => [
    changes.map(({ channelId }) => channelId),
    changes.map(({ dedupKey }) => dedupKey),
  ];
  if (opened.length > 0) {
    await transaction.query(
      `INSERT INTO delivery_incident (channel_id, dedup_key, opened_at) SELECT channel_id, dedup_key, $3
       FROM unnest($1::uuid[], $2::text[]) AS r(channel_id, dedup_key) ON CONFLICT DO NOTHING`,
      [...columns(opened), now],
    );
  }
  if (closed.length > 0) {
    await transaction.query(
      `DELETE FROM delivery_incident WHERE (channel_id, dedup_key) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`,
      columns(closed),
    );
  }
}

async function hurry(transaction: Transaction, { hurries }: DeliveryPlan, now: Date): Promise<void> {
  if (hurries.length === 0) return;
  await transaction.query(
    `UPDATE delivery SET due_at = $3 WHERE id IN (
       SELECT earlier.id FROM unnest($1::uuid[], $2::boolean[]) AS r(id, is_urgent) JOIN delivery later ON later.id = r.id
       JOIN delivery earlier ON earlier.channel_id = later.channel_id AND earlier.order_key = later.order_key
         AND earlier.sequence < later.sequence
       WHERE earlier.status = 'waiting' AND earlier.due_at > $3 AND (earlier.attempts > 0 OR r.is_urgent)
       FOR UPDATE OF earlier SKIP LOCKED)`,
    [hurries.map(({ deliveryId }) => deliveryId), hurries.map(({ isUrgent }) => isUrgent), now],
  );
}
