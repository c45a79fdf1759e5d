import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type SendCode } from '../../../domain/notification.js';
import { type DeliveryKind, type DeliveryStatus } from './delivery.js';

/** One message to one channel, from its planning to its arrival or giving up. Its events stand in delivery_event. */
@Entity()
@Index('delivery_once_idx', ['channelId', 'webhookId', 'replay'], { unique: true })
@Index('delivery_newest_idx', ['createdAt', 'id'])
@Index('delivery_of_channel_idx', ['channelId', 'createdAt', 'id'])
@Index('delivery_undelivered_idx', ['status', 'createdAt', 'id'], { where: "status <> 'delivered'" })
// What the worker asks all day must not grow with what was delivered long ago.
@Index('delivery_due_idx', ['channelId', 'dueAt', 'sequence'], { where: "status = 'waiting'" })
@Index('delivery_leased_idx', ['leasedUntil'], { where: "status = 'sending'" })
@Index('delivery_in_order_idx', ['channelId', 'orderKey', 'sequence'], {
  where: "order_key IS NOT NULL AND status IN ('waiting', 'sending')",
})
export class DeliveryEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** Grows in the order of planning. */
  @Column({ type: 'bigint' })
  sequence!: string;

  @Column({ type: 'uuid' })
  channelId!: string;

  /** What the channel was called then; it may be gone. */
  @Column({ type: 'text' })
  channelName!: string;

  @Column({ type: 'text' })
  kind!: DeliveryKind;

  /** The same on every try and every replay, and never that of another content. */
  @Column({ type: 'uuid' })
  webhookId!: string;

  /** 0 as planned; the replays of the same content count from 1. */
  @Column({ type: 'integer' })
  replay!: number;

  @Column({ type: 'text' })
  title!: string;

  /** Further sentences of a message that has no events. */
  @Column({ type: 'jsonb' })
  lines!: readonly string[];

  @Column({ type: 'integer' })
  eventCount!: number;

  /** What followers are collected by; null where each event goes by itself. */
  @Column({ type: 'text', nullable: true })
  groupKey!: string | null;

  /** Those of one key go to their channel one after the other. */
  @Column({ type: 'text', nullable: true })
  orderKey!: string | null;

  @Column({ type: 'text' })
  status!: DeliveryStatus;

  @Column({ type: 'timestamptz', precision: 3 })
  dueAt!: Date;

  /** Tries begun. */
  @Column({ type: 'integer' })
  attempts!: number;

  /** While it is being sent: until when nobody else may. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  leasedUntil!: Date | null;

  /** ProcessPresence.id of who sends it. */
  @Column({ type: 'integer', nullable: true })
  leaseOwner!: number | null;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  /** Of the last try; null before the first. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  deadline!: Date | null;

  /** When it was delivered, given up, superseded or canceled. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  endedAt!: Date | null;

  @Column({ type: 'integer', nullable: true })
  lastStatusCode!: number | null;

  @Column({ type: 'text', nullable: true })
  lastCode!: SendCode | null;

  @Column({ type: 'text', nullable: true })
  lastDetail!: string | null;
}
