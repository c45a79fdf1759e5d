import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type EventEnvelope } from '../../../domain/event.js';
import { type RecipientOutcome, type SendCode } from '../../../domain/notification.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { type AttemptVerdict, type DeliveryKind, type DeliveryStatus } from './delivery.js';

/** A delivery that only this process may send until its lease expires. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly channelId: string;
  readonly kind: DeliveryKind;
  readonly webhookId: string;
  readonly title: string;
  readonly lines: readonly string[];
  /** The dedupKey of the subject whose events are sent in order. */
  readonly orderKey: string | null;
  readonly createdAt: Date;
  /** Including this try. Together with the owner it identifies the claim. */
  readonly attempts: number;
  readonly deadline: Date;
}

export interface Claim {
  /** Channels and how many of each. */
  readonly rooms: ReadonlyMap<string, number>;
  readonly now: Date;
  readonly leasedUntil: Date;
  readonly deadline: Date;
  readonly owner: number;
}

/** What becomes of a claimed delivery. */
export interface TryResult {
  readonly status: DeliveryStatus;
  readonly dueAt: Date | null;
  readonly at: Date;
  readonly now: Date;
  readonly durationMs: number;
  readonly verdict: AttemptVerdict;
  readonly statusCode: number | null;
  readonly code: SendCode | null;
  readonly detail: string;
  readonly excerpt: string | null;
  readonly recipients: readonly RecipientOutcome[] | null;
}

/**
 * One lateral query for each channel, so that the backlog of one hides no other. Of an order key only the earliest unfinished
 * delivery can be chosen, wherever the others are.
 */
const claimText = `WITH chosen AS (
    SELECT d.id FROM unnest($1::uuid[], $2::integer[]) AS open(channel_id, room)
    CROSS JOIN LATERAL (
      SELECT w.id FROM delivery w
      WHERE w.channel_id = open.channel_id AND w.status = 'waiting' AND w.due_at <= $3
        AND NOT EXISTS (SELECT 1 FROM delivery earlier WHERE w.order_key IS NOT NULL AND earlier.channel_id = w.channel_id
          AND earlier.order_key = w.order_key AND earlier.order_key IS NOT NULL AND earlier.sequence < w.sequence
          AND earlier.status IN ('waiting', 'sending'))
      ORDER BY w.due_at, w.sequence LIMIT open.room FOR UPDATE SKIP LOCKED
    ) AS d
  )
  UPDATE delivery SET status = 'sending', attempts = attempts + 1, leased_until = $4, lease_owner = $5,
    deadline = COALESCE(deadline, $6)
  FROM chosen WHERE delivery.id = chosen.id
  RETURNING delivery.id, channel_id AS "channelId", kind, webhook_id AS "webhookId", title, lines,
    order_key AS "orderKey", created_at AS "createdAt", attempts, deadline, sequence`;

/** Who sends what: claims, leases and results. */
@Injectable()
export class DeliveryQueue {
  constructor(private readonly dataSource: DataSource) {}

  /** In the order of their planning. */
  async claim({ rooms, now, leasedUntil, deadline, owner }: Claim): Promise<ClaimedDelivery[]> {
    const [rows] = await this.dataSource.query<[(ClaimedDelivery & { readonly sequence: string })[], number]>(
      claimText,
      [[...rooms.keys()], [...rooms.values()], now, leasedUntil, owner, deadline],
    );
    return rows.toSorted((a, b) => Number(a.sequence) - Number(b.sequence));
  }

  /** Oldest first. Fewer than were planned where events are not kept any more. */
  eventsOf(deliveryId: string): Promise<EventEnvelope[]> {
    return this.dataSource.query(
      `SELECT e.id, e.type, e."timestamp", e.severity, e.source, e.subject, e.dedup_key AS "dedupKey", e.summary, e.data, e.links
       FROM delivery_event d JOIN event e ON e.id = d.event_id WHERE d.delivery_id = $1 ORDER BY e."timestamp", e.id`,
      [deliveryId],
    );
  }

  /**
   * The answers of mail servers for recipients, oldest first. A replay of an incomplete delivery also goes only to those who have
   * not accepted it.
   */
  async recipientsOf({ id }: ClaimedDelivery): Promise<RecipientOutcome[]> {
    return this.dataSource.query(
      `SELECT r.address, r.status, r."statusCode" FROM delivery own
       JOIN delivery d ON d.channel_id = own.channel_id AND d.webhook_id = own.webhook_id AND d.replay <= own.replay
         AND (d.id = own.id OR d.status IN ('failed', 'superseded', 'canceled'))
       JOIN delivery_attempt a ON a.delivery_id = d.id
       CROSS JOIN LATERAL jsonb_to_recordset(a.recipients) AS r(address text, status text, "statusCode" integer)
       WHERE own.id = $1 AND (d.id = own.id OR r.status = 'accepted') ORDER BY a.at`,
      [id],
    );
  }

  /** Records a try. false: the claim had expired, and another process decides the outcome. */
  async finish(transaction: Transaction, claimed: ClaimedDelivery, owner: number, result: TryResult): Promise<boolean> {
    await insertAttempt(transaction, claimed.id, result);
    const { status, dueAt, now, statusCode, code, detail } = result;
    const [, count] = await transaction.query<[unknown[], number]>(
      `UPDATE delivery SET status = $4, due_at = COALESCE($5, due_at), leased_until = NULL, lease_owner = NULL,
         ended_at = CASE WHEN $4 = 'waiting' THEN NULL ELSE $6::timestamptz END, last_status_code = $7, last_detail = $8,
         last_code = $9
       WHERE id = $1 AND lease_owner = $2 AND attempts = $3 AND status = 'sending'`,
      [claimed.id, owner, claimed.attempts, status, dueAt, now, statusCode, detail, code],
    );
    return count > 0;
  }

  /** As if it had not been claimed. */
  async release({ id, attempts }: ClaimedDelivery, owner: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE delivery SET status = 'waiting', attempts = attempts - 1, leased_until = NULL, lease_owner = NULL
       WHERE id = $1 AND lease_owner = $2 AND attempts = $3 AND status = 'sending'`,
      [id, owner, attempts],
    );
  }

  /** When the next one is due that is not due yet; null: none waits for its time. */
  async nextDue(channels: readonly string[], now: Date): Promise<Date | null> {
    const [row] = await this.dataSource.query<{ next: Date | null }[]>(
      `SELECT min(d.due_at) AS next FROM unnest($1::uuid[]) AS open(channel_id) CROSS JOIN LATERAL (
         SELECT due_at FROM delivery WHERE channel_id = open.channel_id AND status = 'waiting' AND due_at > $2
         ORDER BY due_at LIMIT 1) AS d`,
      [channels, now],
    );
    return row?.next ?? null;
  }

  /** Processes whose leases expire before this time. */
  async owners(before: Date): Promise<number[]> {
    const rows = await this.dataSource.query<{ owner: number }[]>(
      `SELECT DISTINCT lease_owner AS owner FROM delivery WHERE status = 'sending' AND leased_until <= $1`,
      [before],
    );
    return rows.map(({ owner }) => owner);
  }

  /** Reclaims abandoned deliveries: expired leases, and those of `dead` processes that expire before `before`. Returns how many. */
  async takeBack(transaction: Transaction, now: Date, before: Date, dead: readonly number[]): Promise<number> {
    // A message that kills the process which sends it must not be the first thing that each new process does.
    const [rows] = await transaction.query<[{ id: string; at: Date }[], number]>(
      `UPDATE delivery SET status = 'waiting', leased_until = NULL, lease_owner = NULL, last_status_code = NULL,
         last_detail = $4, last_code = 'console_stopped', due_at = CASE WHEN attempts <= 3 THEN $1::timestamptz ELSE $1::timestamptz + interval '5 minutes' END
       WHERE status = 'sending' AND (leased_until <= $1 OR (leased_until <= $2 AND lease_owner = ANY ($3::integer[])))
       RETURNING id, due_at AS at`,
      [now, before, dead, lostDetail],
    );
    const nothing = { status: 'waiting', statusCode: null, excerpt: null, recipients: null, durationMs: 0 } as const;
    for (const { id, at } of rows) {
      await insertAttempt(transaction, id, {
        ...nothing,
        at: now,
        now,
        dueAt: at,
        verdict: 'unknown',
        code: 'console_stopped',
        detail: lostDetail,
      });
    }
    return rows.length;
  }
}

const lostDetail =
  'The console ended during this attempt. It is unknown whether the message was delivered, so it is sent again.';

async function insertAttempt(transaction: Transaction, deliveryId: string, result: TryResult): Promise<void> {
  const { at, durationMs, statusCode, verdict, code, detail, excerpt, recipients, status, dueAt } = result;
  await transaction.query(
    `INSERT INTO delivery_attempt (id, delivery_id, at, duration_ms, status_code, verdict, detail, excerpt, next_try_at, code,
       recipients)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      randomUUID(),
      deliveryId,
      at,
      durationMs,
      statusCode,
      verdict,
      detail,
      excerpt,
      status === 'waiting' ? dueAt : null,
      code,
      recipients && JSON.stringify(recipients),
    ],
  );
}
