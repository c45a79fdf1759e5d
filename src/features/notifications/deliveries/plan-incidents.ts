import { type Channel, isOpen } from '../../../domain/channel.js';
import { type EventEnvelope, isEnd } from '../../../domain/event.js';
import { wants } from './subscription.js';
import {
  aloneDelivery,
  type DeliveryPlan,
  emptyPlan,
  type FanOutState,
  type Hurry,
  type IncidentChange,
  isStale,
  type PlanContext,
  type PlannedDelivery,
  quietUntil,
  stateKey,
} from './delivery-plan.js';

/**
 * For services that keep an incident open until it is resolved: each beginning that the channel wants, and the end of each
 * that it was told of, whatever the subscription says of the end. Never an end without its beginning.
 */
export function planIncidents(
  events: readonly EventEnvelope[],
  channel: Channel,
  state: FanOutState,
  context: PlanContext,
): DeliveryPlan {
  const told = events.filter((event) => isEnd(event.type) || beginsFor(channel, event));
  const known = new Set(told.map(({ dedupKey }) => dedupKey).filter((key) => isKnown(state, channel, key)));
  const open = new Set(known);
  const deliveries: PlannedDelivery[] = [];
  const hurries: Hurry[] = [];
  for (const [at, event] of told.entries()) {
    if (isEnd(event.type) && !open.has(event.dedupKey)) continue;
    // Of the past only the latest state of a subject is news.
    const isOver = isStale(event, context.now) && told.slice(at + 1).some((later) => later.dedupKey === event.dedupKey);
    if (isOver) {
      if (isOpen(channel)) deliveries.push({ ...ordered(channel, event, context), status: 'superseded' });
      continue;
    }
    if (isEnd(event.type)) open.delete(event.dedupKey);
    else open.add(event.dedupKey);
    if (channel.disabledAt !== null) continue;
    const delivery = ordered(channel, event, context);
    deliveries.push(delivery);
    hurries.push({ deliveryId: delivery.id, isUrgent: !isEnd(event.type) && delivery.dueAt <= context.now });
  }
  const named = (keys: readonly string[]) => keys.map((dedupKey) => ({ channelId: channel.id, dedupKey }));
  const opened = named([...open].filter((key) => !known.has(key)));
  return { ...emptyPlan, deliveries, hurries, opened, closed: named([...known].filter((key) => !open.has(key))) };
}

/** Ends of incidents whose trouble is over without an event. */
export function planIncidentEnds(
  over: readonly IncidentChange[],
  channels: readonly Channel[],
  { now, newId }: PlanContext,
): DeliveryPlan {
  const deliveries = over.flatMap(({ channelId, dedupKey }): PlannedDelivery[] => {
    const channel = channels.find(({ id }) => id === channelId);
    if (!channel || channel.disabledAt !== null) return [];
    return [
      {
        id: newId(),
        channel,
        kind: 'incident_end',
        webhookId: newId(),
        lines: [],
        eventIds: [],
        title: 'There were no failed logins for an hour.',
        groupKey: null,
        orderKey: dedupKey,
        status: 'waiting',
        dueAt: now,
      },
    ];
  });
  const hurries = deliveries.map(({ id }): Hurry => ({ deliveryId: id, isUrgent: false }));
  return { ...emptyPlan, deliveries, hurries, closed: over };
}

function isKnown(state: FanOutState, channel: Channel, dedupKey: string): boolean {
  return state.incidents.has(stateKey(channel.id, dedupKey));
}

function beginsFor(channel: Channel, event: EventEnvelope): boolean {
  if (event.type.startsWith('api_token.') || !isOpen(channel)) return false;
  return wants(channel.subscription, event);
}

/** An end waits for nothing but its beginning, which the order of deliveries sees to. */
function ordered(channel: Channel, event: EventEnvelope, context: PlanContext): PlannedDelivery {
  const quiet = isEnd(event.type) ? null : quietUntil(channel, event, context.now);
  return { ...aloneDelivery(channel, event, quiet ?? context.now, context.newId), orderKey: event.dedupKey };
}
