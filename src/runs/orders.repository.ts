import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, LessThan, LessThanOrEqual, MoreThan, Not, Repository } from 'typeorm';
import { type TriggeredBy } from '../domain/run.js';
import { type Transaction } from '../platform/database/unit-of-work.js';
import { type OrderState, RunOrderEntity } from './order.entity.js';

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
    const query = this.orders.createQueryBuilder().insert().values(order).orIgnore().returning('id');
    const stored: unknown = (await query.execute()).raw;
    return Array.isArray(stored) && stored.length === 1;
  }

  async markAnswered(id: string, jobId: number, uniqueName: string | null, answer: object): Promise<void> {
    await this.orders.update({ id }, { state: 'answered', jobId, uniqueName, answer });
  }

  /** The Director surely started nothing: the key is free again. */
  async markRefused(id: string): Promise<void> {
    await this.orders.update({ id }, { state: 'refused', key: null });
  }

  async markUnanswered(id: string): Promise<void> {
    const asked: OrderState = 'asked';
    await this.orders.update({ id, state: asked }, { state: 'unanswered' });
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
      select: { id: true, actorKind: true, actorName: true },
      where: { id: In([...new Set(ids)]) },
    });
    return new Map(found.map(({ id, actorKind, actorName }) => [id, { kind: actorKind, name: actorName }]));
  }
}
