import { type Channel } from '../../../domain/channel.js';
import { type EventEnvelope, type Severity } from '../../../domain/event.js';
import { endOfQuiet } from './quiet-hours.js';
import { type DeliveryKind } from './delivery.js';

export interface PlannedDelivery {
  readonly id: string;
  readonly channel: Channel;
  readonly kind: DeliveryKind;
  readonly webhookId: string;
  readonly title: string;
  readonly lines: readonly string[];
  /** Oldest first. */
  readonly eventIds: readonly string[];
  readonly groupKey: string | null;
  readonly orderKey: string | null;
  readonly status: 'waiting' | 'superseded';
  readonly dueAt: Date;
}

/** Events that join a message that is not sent yet. It gets a new id, because its content changes. */
export interface BatchAppend {
  readonly deliveryId: string;
  readonly channelId: string;
  readonly webhookId: string;
  readonly title: string;
  readonly eventIds: readonly string[];
  readonly dueAt: Date;
}

/** A message that still collects, as it is now. */
export interface OpenBatch {
  readonly deliveryId: string;
  readonly dueAt: Date;
  readonly eventCount: number;
}

export interface GroupState {
  /** When the last message that nothing more can join was due; null: there was none. */
  readonly lastAt: Date | null;
  /** null: sending has started. */
  readonly collecting: OpenBatch | null;
  /** The highest severity of what opened the window and of what was collected in it. */
  readonly lastSeverity: Severity;
  readonly severity: Severity;
}

/** What must be remembered to plan. Keys are those of `stateKey`. */
export interface FanOutState {
  readonly incidents: ReadonlySet<string>;
  readonly groups: ReadonlyMap<string, GroupState>;
}

export interface GroupChange {
  readonly channelId: string;
  readonly groupKey: string;
  /** Of the message before `deliveryId`. */
  readonly lastAt: Date | null;
  readonly lastSeverity: Severity;
  readonly deliveryId: string;
  readonly severity: Severity;
}

export interface IncidentChange {
  readonly channelId: string;
  readonly dedupKey: string;
}

/** Earlier deliveries of the same subject must not delay this one. */
export interface Expedite {
  readonly deliveryId: string;
  /** Also those that only wait for the end of quiet hours. */
  readonly isUrgent: boolean;
}

export interface DeliveryPlan {
  readonly deliveries: readonly PlannedDelivery[];
  readonly additions: readonly BatchAppend[];
  readonly groups: readonly GroupChange[];
  readonly opened: readonly IncidentChange[];
  readonly closed: readonly IncidentChange[];
  readonly hurries: readonly Expedite[];
}

export interface PlanContext {
  readonly now: Date;
  readonly newId: () => string;
}

export const emptyPlan: DeliveryPlan = {
  deliveries: [],
  additions: [],
  groups: [],
  opened: [],
  closed: [],
  hurries: [],
};

export function stateKey(channelId: string, key: string): string {
  return `${channelId} ${key}`;
}

const staleMs = 24 * 3600 * 1000;

/** So long ago that it is news of the past: the console or the Director was away. */
export function isStale(event: EventEnvelope, now: Date): boolean {
  return now.getTime() - event.timestamp.getTime() > staleMs;
}

/** Until when quiet hours delay an event; null: they do not. */
export function quietUntil({ subscription }: Channel, { severity }: EventEnvelope, now: Date): Date | null {
  if (subscription.quietHours === null || severity === 'critical') return null;
  const end = endOfQuiet(subscription.quietHours, now);
  return end > now ? end : null;
}

/** An event that is sent alone. */
export function aloneDelivery(
  channel: Channel,
  event: EventEnvelope,
  dueAt: Date,
  newId: () => string,
): PlannedDelivery {
  return {
    id: newId(),
    channel,
    kind: 'event',
    webhookId: event.id,
    title: event.summary,
    lines: [],
    eventIds: [event.id],
    groupKey: null,
    orderKey: null,
    status: 'waiting',
    dueAt,
  };
}
