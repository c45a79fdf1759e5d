import { Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import { type EventEnvelope, type EventType } from '../../../domain/event.js';
import { countCap, type PageRequest, type Slice, sliceOf, type Total, totalOf } from '../../../domain/pagination.js';
import { advisoryLocks } from '../../../database/advisory-locks.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { DeliveryAttemptEntity, DeliveryEventEntity, DeliveryEntity } from './delivery.entities.js';
import { type DeliveryStatus, kindsWithoutEvents } from './delivery.js';

export interface DeliveryFilter {
  readonly channel?: string;
  readonly event?: string;
  readonly status?: readonly DeliveryStatus[];
  /** Inclusive, by when they were planned. */
  readonly since?: Date;
  /** Exclusive. */
  readonly until?: Date;
}

export interface DeliveryWithEvents {
  readonly delivery: DeliveryEntity;
  /** The first of its events. */
  readonly eventIds: readonly string[];
}

export type DeliveredEvent = Pick<EventEnvelope, 'id' | 'type' | 'timestamp' | 'severity' | 'summary'>;

/** The deliveries to replay. */
export interface ReplayChoice {
  readonly id?: string;
  readonly channel?: string;
  readonly since?: Date;
  readonly until?: Date;
  readonly status: readonly DeliveryStatus[];
}

const eventsInList = 10;
const mostShown = 100;

/** Only deliveries that still have events; of a range only the first sending of each, if no replay is in progress. */
const replayText = `WITH chosen AS (
    SELECT d.*, gen_random_uuid() AS new_id,
      (SELECT max(o.replay) + 1 FROM delivery o WHERE o.channel_id = d.channel_id AND o.webhook_id = d.webhook_id) AS new_replay
    FROM delivery d
    WHERE d.status = ANY ($1::text[]) AND ($2::uuid IS NULL OR d.id = $2) AND ($3::uuid IS NULL OR d.channel_id = $3)
      AND ($4::timestamptz IS NULL OR d.created_at >= $4) AND ($5::timestamptz IS NULL OR d.created_at < $5)
      AND (d.kind IN (${kindsWithoutEvents.map((kind) => `'${kind}'`).join(', ')}) OR EXISTS (
        SELECT 1 FROM delivery_event l JOIN event e ON e.id = l.event_id WHERE l.delivery_id = d.id))
      AND ($2::uuid IS NOT NULL OR (d.replay = 0 AND NOT EXISTS (
        SELECT 1 FROM delivery o WHERE o.channel_id = d.channel_id AND o.webhook_id = d.webhook_id AND o.replay > 0
          AND o.status IN ('waiting', 'sending'))))
    ORDER BY d.created_at, d.sequence LIMIT $6
  ), made AS (
    INSERT INTO delivery (id, sequence, channel_id, channel_name, kind, webhook_id, replay, title, lines, event_count,
      group_key, order_key, status, due_at, attempts, created_at)
    SELECT new_id, nextval('delivery_sequence_seq'), channel_id, channel_name, kind, webhook_id, new_replay, title, lines,
      event_count, NULL, order_key, 'waiting', $7, 0, $7
    FROM (SELECT * FROM chosen ORDER BY created_at, sequence) AS ordered
    RETURNING id
  ), linked AS (
    INSERT INTO delivery_event (delivery_id, event_id, channel_id, replay)
    SELECT chosen.new_id, l.event_id, l.channel_id, chosen.new_replay FROM chosen JOIN delivery_event l ON l.delivery_id = chosen.id
  )
  SELECT id FROM made`;

@Injectable()
export class DeliveriesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  async list(filter: DeliveryFilter, page: PageRequest): Promise<Slice<DeliveryWithEvents>> {
    const query = this.matching(filter);
    const total = page.count === true ? await countOf(query.clone()) : undefined;
    if (page.after) {
      const [at, id] = page.after;
      query.andWhere('(delivery.created_at, delivery.id) < (:at, :id)', { at, id });
    }
    query
      .orderBy('delivery.created_at', 'DESC')
      .addOrderBy('delivery.id', 'DESC')
      .limit(page.limit + 1);
    const rows = await query.getMany();
    const slice = sliceOf(rows, page.limit, (row) => [row.createdAt.toISOString(), row.id], total);
    return { ...slice, items: await this.withEvents(slice.items) };
  }

  async find(id: string): Promise<DeliveryWithEvents | null> {
    const row = await this.dataSource.getRepository(DeliveryEntity).findOneBy({ id });
    return row && ((await this.withEvents([row]))[0] ?? null);
  }

  /** Oldest first; the latest hundred. */
  async attemptsOf(deliveryId: string): Promise<DeliveryAttemptEntity[]> {
    const repository = this.dataSource.getRepository(DeliveryAttemptEntity);
    const rows = await repository.find({ where: { deliveryId }, order: { at: 'DESC', id: 'DESC' }, take: mostShown });
    return rows.reverse();
  }

  /** Oldest first; the first hundred. */
  eventsOf(deliveryId: string): Promise<DeliveredEvent[]> {
    return this.dataSource.query(
      `SELECT e.id, e.type, e."timestamp", e.severity, e.summary FROM delivery_event d JOIN event e ON e.id = d.event_id
       WHERE d.delivery_id = $1 ORDER BY e."timestamp", e.id LIMIT $2`,
      [deliveryId, mostShown],
    );
  }

  /** Waits until no other request plans replays of this channel; the lock ends with the transaction. */
  async lockQueue(transaction: Transaction, channelId: string): Promise<void> {
    await transaction.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
      advisoryLocks.deliveryReplay,
      channelId,
    ]);
  }

  /** The deliveries that contain events of other types, or an event that was deleted. */
  async withOtherEvents(deliveryIds: readonly string[], types: readonly EventType[]): Promise<ReadonlySet<string>> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT DISTINCT d.delivery_id AS id FROM delivery_event d LEFT JOIN event e ON e.id = d.event_id
       WHERE d.delivery_id = ANY ($1::uuid[]) AND (e.id IS NULL OR e.type <> ALL ($2::text[]))`,
      [deliveryIds, types],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Plans replays of the chosen deliveries, at most `limit`, oldest first. Returns the new ids. */
  async replay(transaction: Transaction, choice: ReplayChoice, now: Date, limit: number): Promise<string[]> {
    const { id = null, channel = null, since = null, until = null, status } = choice;
    const values = [status, id, channel, since, until, limit, now];
    const rows = await transaction.query<{ id: string }[]>(replayText, values);
    return rows.map((row) => row.id);
  }

  /** Deletes at most `limit` that ended and were planned before; returns how many. Pending ones are kept at any age. */
  async deleteOlder(before: Date, limit: number): Promise<number> {
    const [row] = await this.dataSource.query<{ count: number }[]>(
      `WITH gone AS (
         DELETE FROM delivery WHERE id IN (SELECT id FROM delivery WHERE created_at < $1
           AND status NOT IN ('waiting', 'sending') ORDER BY created_at, id LIMIT $2) RETURNING id
       ), attempts AS (DELETE FROM delivery_attempt USING gone WHERE delivery_id = gone.id),
       links AS (DELETE FROM delivery_event USING gone WHERE delivery_id = gone.id)
       SELECT count(*)::integer AS count FROM gone`,
      [before, limit],
    );
    return row?.count ?? 0;
  }

  private matching({ channel, event, status, since, until }: DeliveryFilter): SelectQueryBuilder<DeliveryEntity> {
    const query = this.dataSource.getRepository(DeliveryEntity).createQueryBuilder('delivery');
    if (channel !== undefined) query.andWhere('delivery.channel_id = :channel', { channel });
    if (status !== undefined) {
      query.andWhere('delivery.status IN (:...status)', { status: [...status] });
      // Spelled as in the partial index: PostgreSQL does not derive it from a list of parameters.
      if (!status.includes('delivered')) query.andWhere("delivery.status <> 'delivered'");
    }
    if (since !== undefined) query.andWhere('delivery.created_at >= :since', { since });
    if (until !== undefined) query.andWhere('delivery.created_at < :until', { until });
    if (event !== undefined) {
      query.andWhere('delivery.id IN (SELECT delivery_id FROM delivery_event WHERE event_id = :event)', { event });
    }
    return query;
  }

  private async withEvents(rows: readonly DeliveryEntity[]): Promise<DeliveryWithEvents[]> {
    const ids = rows.map(({ id }) => id);
    const links = await this.dataSource.query<Pick<DeliveryEventEntity, 'deliveryId' | 'eventId'>[]>(
      `SELECT wanted.id AS "deliveryId", l.event_id AS "eventId" FROM unnest($1::uuid[]) AS wanted(id)
       CROSS JOIN LATERAL (SELECT event_id FROM delivery_event WHERE delivery_id = wanted.id ORDER BY event_id LIMIT $2) AS l`,
      [ids, eventsInList],
    );
    const byDelivery = new Map<string, string[]>();
    for (const { deliveryId, eventId } of links) {
      byDelivery.set(deliveryId, [...(byDelivery.get(deliveryId) ?? []), eventId]);
    }
    return rows.map((delivery) => ({ delivery, eventIds: byDelivery.get(delivery.id) ?? [] }));
  }
}

async function countOf(query: SelectQueryBuilder<DeliveryEntity>): Promise<Total> {
  const rows = await query
    .select('1', 'one')
    .limit(countCap + 1)
    .getRawMany();
  return totalOf(rows.length);
}
