import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  In,
  IsNull,
  LessThan,
  LessThanOrEqual,
  MoreThan,
  Not,
  Repository,
  Column,
  Entity,
  Index,
  PrimaryColumn,
} from 'typeorm';
import { type Actor } from '../../../domain/actor.js';
import { type RestoreFacts } from '../../../domain/restore-facts.js';
import { idOfCaller } from '../../../domain/principal.js';
import { type ErrorCode } from '../../../domain/error-codes.js';
import { type TriggeredBy } from '../../../domain/run.js';
import { type Transaction } from '../../../database/unit-of-work.js';
import { type Changes } from '../../audit/audit-recorder.js';

/** Where a run writes to, if the caller chose it. */
export interface RequestedMedia {
  readonly pool?: string;
  readonly storage?: string;
}

/** The audit action of a run request. */
export interface PendingAuditAction {
  readonly action: 'job.run' | 'job.rerun' | 'restore.run';
  /** `<kind>:<director>:<name or job id>`. */
  readonly target: string;
  /** The requested settings, as changes of members. */
  readonly changes: Changes;
}

/** The audit record of a request whose outcome is not known yet, stored with the request. */
export interface UnrecordedOrder extends PendingAuditAction {
  readonly actor: Actor;
  /** Why the Director's answer was not heard. */
  readonly code?: ErrorCode;
}

/** What is known of the Director's answer. */
type OrderState = 'asked' | 'unanswered' | 'answered' | 'refused';

/**
 * A request to start a run, stored before the Director is called. Its id is part of the run's Comment. With it the run is found
 * after a lost answer, and attributed to its caller.
 */
@Entity()
@Index('run_order_caller_key', ['caller', 'key'], { unique: true, where: 'key IS NOT NULL' })
@Index('run_order_created_at', ['createdAt'])
@Index('run_order_unrecorded_idx', ['createdAt'], { where: 'audit IS NOT NULL' })
export class RunOrderEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** callerKey of the principal: whose keys must not meet those of others. */
  @Column({ type: 'text' })
  caller!: string;

  /** The Idempotency-Key; null if none was given, it has expired, or the Director rejected the request. */
  @Column({ type: 'text', nullable: true })
  key!: string | null;

  /** Operation and path, for example `rerunRun /7`. */
  @Column({ type: 'text' })
  route!: string;

  /** SHA-256 of the canonical body, in base64url. */
  @Column({ type: 'text' })
  bodyHash!: string;

  @Column({ type: 'text' })
  director!: string;

  @Column({ type: 'text' })
  actorKind!: 'session' | 'token';

  /** User or token name at that time. */
  @Column({ type: 'text' })
  actorName!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'text' })
  state!: OrderState;

  /** InstanceLiveness's id of the instance that called the Director; null in requests from before this column. */
  @Column({ type: 'integer', nullable: true })
  placedBy!: number | null;

  @Column({ type: 'integer', nullable: true })
  jobId!: number | null;

  @Column({ type: 'text', nullable: true })
  uniqueName!: string | null;

  /** The body of the first answer. */
  @Column({ type: 'jsonb', nullable: true })
  answer!: object | null;

  /** What a restore was requested to do; null for other runs. */
  @Column({ type: 'jsonb', nullable: true })
  restore!: RestoreFacts | null;

  /** Pool and storage that were chosen; null where none was. A catalog has those of a run only from its start. */
  @Column({ type: 'jsonb', nullable: true })
  media!: RequestedMedia | null;

  /** The audit record to be written once the outcome of the request is known; null: it is written. */
  @Column({ type: 'jsonb', nullable: true })
  audit!: UnrecordedOrder | null;
}

/** Requests to start runs, and their idempotency keys. */
@Injectable()
export class RunRequestsRepository {
  constructor(@InjectRepository(RunOrderEntity) private readonly orders: Repository<RunOrderEntity>) {}

  /** The order given under this key after `since`, or null. */
  findByKey(caller: string, key: string, since: Date): Promise<RunOrderEntity | null> {
    return this.orders.findOneBy({ caller, key, createdAt: MoreThan(since) });
  }

  /** Stores a new request; false if another has its key. The unique index decides between concurrent requests. */
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

  /** Returns the audit action, only once: null if the request was answered or recorded before. */
  async markAnswered(
    transaction: Transaction,
    id: string,
    { jobId, uniqueName }: Pick<RunOrderEntity, 'jobId' | 'uniqueName'>,
    answer: object,
  ): Promise<UnrecordedOrder | null> {
    const now = "state = 'answered', job_id = $2, unique_name = $3, answer = $4";
    return this.settle(transaction, now, [id, jobId, uniqueName, answer]);
  }

  /** The Director definitely started nothing: the key is free again. Returns the audit action, only once. */
  async markRejected(transaction: Transaction, id: string): Promise<UnrecordedOrder | null> {
    return this.settle(transaction, "state = 'refused', key = NULL", [id]);
  }

  /** Returns the audit action, only once, and changes nothing else. */
  async takeUnrecorded(transaction: Transaction, id: string): Promise<UnrecordedOrder | null> {
    return this.settle(transaction, 'state = run_order.state', [id]);
  }

  /** The Director's answer was not heard, for this reason. */
  async markUnanswered(id: string, code: ErrorCode): Promise<void> {
    await this.orders.query(
      `UPDATE run_order SET state = 'unanswered', audit = audit || jsonb_build_object('code', $2::text)
       WHERE id = $1 AND state = 'asked'`,
      [id, code],
    );
  }

  /** Requests from before this time without an audit record, oldest first, at most 100. */
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

  /** The callers of these requests, by request id; unknown ones are absent. */
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

  /** The options of these restore requests, by request id; unknown ones are absent. */
  async restoresOf(ids: readonly string[], transaction?: Transaction): Promise<ReadonlyMap<string, RestoreFacts>> {
    const orders = transaction?.getRepository(RunOrderEntity) ?? this.orders;
    const found = await orders.find({
      select: { id: true, restore: true },
      where: { id: In([...new Set(ids)]), restore: Not(IsNull()) },
    });
    return new Map(found.flatMap(({ id, restore }) => (restore === null ? [] : [[id, restore]])));
  }

  /** The pools and storages chosen in these requests, by request id; others are absent. */
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
