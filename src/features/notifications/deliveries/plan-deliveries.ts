import { type Channel, isOpen, isReadByPeople, keepsIncidents } from '../../../domain/channel.js';
import { type EventEnvelope } from '../../../domain/event.js';
import { wants } from './subscription.js';
import { planIncidents } from './plan-incidents.js';
import { planMessages } from './plan-messages.js';
import {
  aloneDelivery,
  type DeliveryPlan,
  emptyPlan,
  type FanOutState,
  type PlanContext,
  quietUntil,
} from './delivery-plan.js';

/**
 * Decides which channels are told of which events, in which pieces, and when. Pure, so that each rule is one row of a table:
 * a service that keeps incidents is told of each beginning and of its end, people get one message instead of two hundred, and
 * whoever takes the plain envelope gets each event.
 */
export function planDeliveries(
  events: readonly EventEnvelope[],
  channels: readonly Channel[],
  state: FanOutState,
  context: PlanContext,
): DeliveryPlan {
  // As they happened: a record of runs that was read late may hold the end of a trouble before its beginning.
  const ordered = events.toSorted((a, b) => a.timestamp.getTime() - b.timestamp.getTime() || runOf(a) - runOf(b));
  return channels
    .map((channel) =>
      planChannel(
        ordered.filter((event) => !isAbout(event, channel)),
        channel,
        state,
        context,
      ),
    )
    .reduce(joined, emptyPlan);
}

/** That a channel fails, or works again, is never sent through the channel itself. */
function isAbout({ type, dedupKey }: EventEnvelope, { id }: Channel): boolean {
  return type.startsWith('channel.') && dedupKey === `channel:${id}`;
}

/** Catalogs know ends to the second: of those within one, the run of the higher id is the later. 0 for what is no run's. */
function runOf({ data }: EventEnvelope): number {
  return typeof data['jobId'] === 'number' ? data['jobId'] : 0;
}

function planChannel(
  events: readonly EventEnvelope[],
  channel: Channel,
  state: FanOutState,
  context: PlanContext,
): DeliveryPlan {
  if (keepsIncidents(channel)) return planIncidents(events, channel, state, context);
  if (!isOpen(channel)) return emptyPlan;
  const wanted = events.filter((event) => wants(channel.subscription, event));
  if (isReadByPeople(channel)) return planMessages(wanted, channel, state, context);
  const deliveries = wanted.map((event) =>
    aloneDelivery(channel, event, quietUntil(channel, event, context.now) ?? context.now, context.newId),
  );
  return { ...emptyPlan, deliveries };
}

function joined(a: DeliveryPlan, b: DeliveryPlan): DeliveryPlan {
  return {
    deliveries: [...a.deliveries, ...b.deliveries],
    additions: [...a.additions, ...b.additions],
    groups: [...a.groups, ...b.groups],
    opened: [...a.opened, ...b.opened],
    closed: [...a.closed, ...b.closed],
    hurries: [...a.hurries, ...b.hurries],
  };
}
