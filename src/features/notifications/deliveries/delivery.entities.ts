import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type SendCode, type RecipientOutcome } from '../../../domain/notification.js';
import { type DeliveryKind, type DeliveryStatus, type AttemptVerdict } from './delivery.js';
import { type Severity } from '../../../domain/event.js';

/** One try to send, as its sender saw it. */
@Entity()
@Index(['deliveryId', 'at'])
export class DeliveryAttemptEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'uuid' })
  deliveryId!: string;

  /** When it began. */
  @Column({ type: 'timestamptz', precision: 3 })
  at!: Date;

  @Column({ type: 'integer' })
  durationMs!: number;

  @Column({ type: 'integer', nullable: true })
  statusCode!: number | null;

  @Column({ type: 'text' })
  verdict!: AttemptVerdict;

  /** null: from before this code existed, or when `detail` is enough. */
  @Column({ type: 'text', nullable: true })
  code!: SendCode | null;

  @Column({ type: 'text' })
  detail!: string;

  @Column({ type: 'text', nullable: true })
  excerpt!: string | null;

  /** Of a mail: what the server answered for each recipient of this try. null where it did not. */
  @Column({ type: 'jsonb', nullable: true })
  recipients!: readonly RecipientOutcome[] | null;

  /** null: it was the last. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  nextTryAt!: Date | null;
}

/** The events of a delivery. */
@Entity()
// An event goes to a channel once, whichever process plans it; replays are requested by a user.
@Index('delivery_event_once_idx', ['eventId', 'channelId'], { unique: true, where: 'replay = 0' })
@Index('delivery_event_of_event_idx', ['eventId', 'deliveryId'])
export class DeliveryEventEntity {
  @PrimaryColumn({ type: 'uuid' })
  deliveryId!: string;

  @PrimaryColumn({ type: 'uuid' })
  eventId!: string;

  @Column({ type: 'uuid' })
  channelId!: string;

  @Column({ type: 'integer' })
  replay!: number;
}

/** The newest message of a group on a channel, which collects later events until it is sent. */
@Entity()
export class DeliveryGroupEntity {
  @PrimaryColumn({ type: 'uuid' })
  channelId!: string;

  @PrimaryColumn({ type: 'text' })
  groupKey!: string;

  /** When the message before that one was due. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  lastAt!: Date | null;

  /** The highest severity in that message. */
  @Column({ type: 'text', default: 'info' })
  lastSeverity!: Severity;

  @Column({ type: 'uuid' })
  deliveryId!: string;

  /** The highest severity in this one. */
  @Column({ type: 'text', default: 'info' })
  severity!: Severity;
}

/** The channel was notified, or is about to be, that this problem began, and not yet that it ended. */
@Entity()
export class DeliveryIncidentEntity {
  @PrimaryColumn({ type: 'uuid' })
  channelId!: string;

  @PrimaryColumn({ type: 'text' })
  dedupKey!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  openedAt!: Date;
}

/** Tries to reach a channel that failed since the last one that arrived. */
@Entity()
export class DeliveryStreakEntity {
  @PrimaryColumn({ type: 'uuid' })
  channelId!: string;

  @Column({ type: 'integer' })
  failures!: number;

  @Column({ type: 'timestamptz', precision: 3 })
  since!: Date;

  /** Whether the channel was marked for this streak. */
  @Column({ type: 'boolean' })
  reported!: boolean;
}

/** One message to one channel, from its planning to its end. Its events are in delivery_event. */
@Entity()
@Index('delivery_once_idx', ['channelId', 'webhookId', 'replay'], { unique: true })
@Index('delivery_newest_idx', ['createdAt', 'id'])
@Index('delivery_of_channel_idx', ['channelId', 'createdAt', 'id'])
@Index('delivery_undelivered_idx', ['status', 'createdAt', 'id'], { where: "status <> 'delivered'" })
// The worker queries this constantly: its cost must not grow with old deliveries.
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

  /** The key by which later events are collected; null if each event is sent alone. */
  @Column({ type: 'text', nullable: true })
  groupKey!: string | null;

  /** Those of one key go to their channel one after the other. */
  @Column({ type: 'text', nullable: true })
  orderKey!: string | null;

  @Column({ type: 'text' })
  status!: DeliveryStatus;

  @Column({ type: 'timestamptz', precision: 3 })
  dueAt!: Date;

  /** Tries started. */
  @Column({ type: 'integer' })
  attempts!: number;

  /** During sending: until when no other process may send it. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  leasedUntil!: Date | null;

  /** InstanceLiveness.id of who sends it. */
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
