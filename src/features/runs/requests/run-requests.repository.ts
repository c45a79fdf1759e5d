import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, LessThan, LessThanOrEqual, MoreThan, Not, Repository } from 'typeorm';
import { type RestoreFacts } from '../../../domain/restore-facts.js';
import { idOfCaller } from '../../../domain/principal.js';
import { type RefusalCode } from '../../../domain/errors.js';
import { type TriggeredBy } from '../../../domain/run.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { type RequestedMedia, RunOrderEntity } from './order.entity.js';
import { type UnrecordedOrder } from './pending-audit-action.js';

/** Orders to start runs, and the idempotency keys they were given under. */
@Injectable()
export class OrdersRepository {
  constructor(@InjectRepository(RunOrderEntity) private readonly orders: Repository<RunOrderEntity>) {}

  /** The order given under this key after `since`, or null. */
  findByKey(caller: string, key: string, since: Date): Promise<RunOrderEntity | null> {
    return this.orders.findOneBy({ caller, key, createdAt: MoreThan(since) });
  }

  /** Stores a new order; false where another holds its key. The unique index decides between requests that come at once. */
  async insert(order: RunOrderEntity): Promise<boolean> {
    const query = this.orders
      .createQueryBuilder()
      .insert()
      .values(order as never)
      .orIgnore()
      .returning('id');
    const stored: unknown = (await query.execute()).raw;
    return Array.isArray(stored) && stored.length === 1;
  }

  /** Answers what is to be recorded of the order, once: null where it was answered or recorded before. */
  async markAnswered(
    transaction: Transaction,
    id: string,
    { jobId, uniqueName }: Pick<RunOrderEntity, 'jobId' | 'uniqueName'>,
    answer: object,
  ): Promise<UnrecordedOrder | null> {
    const now = "state = 'answered', job_id = $2, unique_name = $3, answer = $4";
    return this.settle(transaction, now, [id, jobId, uniqueName, answer]);
  }

  /** The Director surely started nothing: the key is free again. Answers what is to be recorded of the order, once. */
  async markRefused(transaction: Transaction, id: string): Promise<UnrecordedOrder | null> {
    return this.settle(transaction, "state = 'refused', key = NULL", [id]);
  }

  /** Answers what is to be recorded of the order, once, and leaves it as it is otherwise. */
  async takeUnrecorded(transaction: Transaction, id: string): Promise<UnrecordedOrder | null> {
    return this.settle(transaction, 'state = run_order.state', [id]);
  }

  /** The Director's answer was not heard, for this reason. */
  async markUnanswered(id: string, code: RefusalCode): Promise<void> {
    await this.orders.query(
      `UPDATE run_order SET state = 'unanswered', audit = audit || jsonb_build_object('code', $2::text)
       WHERE id = $1 AND state = 'asked'`,
      [id, code],
    );
  }

  /** Orders from before this time of which nothing is recorded yet, oldest first, at most 100. */
  listUnrecorded(before: Date): Promise<RunOrderEntity[]> {
    const where = { audit: Not(IsNull()), createdAt: LessThan(before) };
    return this.orders.find({ where, order: { createdAt: 'ASC' }, take: 100 });
  }

  /** Frees keys that were given at or before this time, all or one caller's. */
  async releaseKeys(until: Date, owner?: { readonly caller: string; readonly key: string }): Promise<void> {
    await this.orders.update({ key: Not(IsNull()), ...owner, createdAt: LessThanOrEqual(until) }, { key: null });
  }

  async deleteBefore(time: Date): Promise<void> {
    await this.orders.delete({ createdAt: LessThan(time) });
  }

  /** Who gave these orders, by order id; those not known are absent. */
  async actorsOf(ids: readonly string[], transaction?: Transaction): Promise<ReadonlyMap<string, TriggeredBy>> {
    const orders = transaction?.getRepository(RunOrderEntity) ?? this.orders;
    const found = await orders.find({
      select: { id: true, caller: true, actorKind: true, actorName: true },
      where: { id: In([...new Set(ids)]) },
    });
    return new Map(
      found.map(({ id, caller, actorKind, actorName }) => [
        id,
        { kind: actorKind, id: idOfCaller(caller), name: actorName },
      ]),
    );
  }

  /** What these orders of restores asked for, by order id; others are absent. */
  async restoresOf(ids: readonly string[], transaction?: Transaction): Promise<ReadonlyMap<string, RestoreFacts>> {
    const orders = transaction?.getRepository(RunOrderEntity) ?? this.orders;
    const found = await orders.find({
      select: { id: true, restore: true },
      where: { id: In([...new Set(ids)]), restore: Not(IsNull()) },
    });
    return new Map(found.flatMap(({ id, restore }) => (restore === null ? [] : [[id, restore]])));
  }

  /** The pools and storages that these orders chose, by order id; others are absent. */
  async mediaOf(ids: readonly string[]): Promise<ReadonlyMap<string, RequestedMedia>> {
    const found = await this.orders.find({
      select: { id: true, media: true },
      where: { id: In([...new Set(ids)]), media: Not(IsNull()) },
    });
    return new Map(found.flatMap(({ id, media }) => (media === null ? [] : [[id, media]])));
  }

  /** The lock makes the second of two that settle one order find nothing to record. */
  private async settle(
    transaction: Transaction,
    assignments: string,
    values: readonly unknown[],
  ): Promise<UnrecordedOrder | null> {
    const [rows] = await transaction.query<[{ audit: UnrecordedOrder | null }[], number]>(
      `UPDATE run_order SET ${assignments}, audit = NULL
       FROM (SELECT id, audit FROM run_order WHERE id = $1 FOR UPDATE) AS held
       WHERE run_order.id = held.id RETURNING held.audit`,
      [...values],
    );
    return rows[0]?.audit ?? null;
  }
}
