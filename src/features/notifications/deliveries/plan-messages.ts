import { type Channel } from '../../../domain/channel.js';
import { type EventEnvelope, isAudited, isGraver, type Severity } from '../../../domain/event.js';
import { mostEventsOfSummary } from './delivery.js';
import {
  type Addition,
  aloneDelivery,
  type Collecting,
  type DeliveryPlan,
  emptyPlan,
  type FanOutState,
  type GroupChange,
  type GroupState,
  isStale,
  type PlanContext,
  type PlannedDelivery,
  quietUntil,
  stateKey,
} from './delivery-plan.js';

const windowMs = 5 * 60_000;
/** All clients of a Director that is away fall silent one after the other: that is one trouble. */
const unreachableWindowMs = 6 * 3600_000;
/** What comes in a row is waited for, where a moment more or less is nothing to the reader. */
const settleMs = 30_000;

/** Events of one group, and when a message of them would be due. */
interface Heap {
  readonly groupKey: string;
  readonly events: readonly EventEnvelope[];
  readonly dueAt: Date;
}

const unknownGroup: GroupState = { lastAt: null, collecting: null, lastSeverity: 'info', severity: 'info' };

/**
 * For channels that people read: the first message of a group goes at once, and what follows within the window is one message
 * at its end. What is graver than what opened the window ends it: the message goes at once, with all that it has collected. What quiet hours hold back is one message at theirs, and what happened long ago one message in all.
 */
export function planMessages(
  wanted: readonly EventEnvelope[],
  channel: Channel,
  state: FanOutState,
  context: PlanContext,
): DeliveryPlan {
  const plans = heapsOf(wanted, channel, state, context).map((heap) => {
    const group = state.groups.get(stateKey(channel.id, heap.groupKey)) ?? unknownGroup;
    return planHeap(heap, channel, group, context);
  });
  return {
    ...emptyPlan,
    deliveries: plans.flatMap(({ deliveries }) => deliveries),
    additions: plans.flatMap(({ additions }) => additions),
    groups: plans.map(({ group }) => group),
  };
}

function heapsOf(
  wanted: readonly EventEnvelope[],
  channel: Channel,
  state: FanOutState,
  context: PlanContext,
): readonly Heap[] {
  const heaps = new Map<string, EventEnvelope[]>();
  for (const event of wanted) {
    const key = groupKeyOf(event, channel, context.now);
    heaps.set(key, [...(heaps.get(key) ?? []), event]);
  }
  return [...heaps].map(([groupKey, events]) => {
    const group = state.groups.get(stateKey(channel.id, groupKey)) ?? unknownGroup;
    return { groupKey, events, dueAt: dueOf(groupKey, events, channel, group, context.now) };
  });
}

function groupKeyOf(event: EventEnvelope, channel: Channel, now: Date): string {
  if (quietUntil(channel, event, now) !== null) return 'quiet';
  if (isStale(event, now)) return 'stale';
  // `job:<director>:<job>` and `silence:<director>:<client>`: the Director's own name has no colon.
  return isAudited(event.type)
    ? (event.type.split('.')[0] ?? event.type)
    : event.dedupKey.split(':').slice(0, 2).join(':');
}

function dueOf(
  groupKey: string,
  events: readonly EventEnvelope[],
  channel: Channel,
  { lastAt, lastSeverity }: GroupState,
  now: Date,
): Date {
  const [first] = events;
  if (groupKey === 'quiet' && first) return quietUntil(channel, first, now) ?? now;
  if (groupKey === 'stale') return later(now, settleMs);
  const isOfAbsence = events.every(({ data }) => data['directorReachable'] === false);
  const soonest = isOfAbsence ? later(now, settleMs) : now;
  if (lastAt === null || isGraver(gravestOf(events), lastSeverity)) return soonest;
  const windowEnd = later(lastAt, isOfAbsence ? unreachableWindowMs : windowMs);
  return windowEnd > soonest ? windowEnd : soonest;
}

interface HeapPlan {
  readonly deliveries: readonly PlannedDelivery[];
  readonly additions: readonly Addition[];
  readonly group: GroupChange;
}

function planHeap(heap: Heap, channel: Channel, before: GroupState, { newId }: PlanContext): HeapPlan {
  const { groupKey, events } = heap;
  const { lastAt, lastSeverity, collecting } = before;
  const gravest = gravestOf(events);
  const dueAt = collecting !== null && collecting.dueAt < heap.dueAt ? collecting.dueAt : heap.dueAt;
  const room = collecting === null ? 0 : Math.max(0, mostEventsOfSummary - collecting.eventCount);
  const [joining, rest] = [events.slice(0, room), events.slice(room)];
  const additions = collecting === null || joining.length === 0 ? [] : [addition(collecting, joining, dueAt)];
  const deliveries = chunks(rest, mostEventsOfSummary).map((chunk) => message(chunk));
  const deliveryId = deliveries.at(-1)?.id ?? collecting?.deliveryId ?? '';
  const severity = collecting !== null && isGraver(before.severity, gravest) ? before.severity : gravest;
  return {
    deliveries,
    additions,
    group: { channelId: channel.id, groupKey, lastAt, lastSeverity, deliveryId, severity },
  };

  function message(chunk: readonly EventEnvelope[]): PlannedDelivery {
    const [first] = chunk;
    if (first && chunk.length === 1) return { ...aloneDelivery(channel, first, dueAt, newId), groupKey };
    return {
      id: newId(),
      channel,
      kind: 'summary',
      webhookId: newId(),
      title: titleOf(chunk.length, chunk),
      lines: [],
      eventIds: chunk.map(({ id }) => id),
      groupKey,
      orderKey: null,
      status: 'waiting',
      dueAt,
    };
  }

  function addition(to: Collecting, more: readonly EventEnvelope[], due: Date): Addition {
    const title = titleOf(to.eventCount + more.length, more);
    const eventIds = more.map(({ id }) => id);
    return { deliveryId: to.deliveryId, channelId: channel.id, webhookId: newId(), title, eventIds, dueAt: due };
  }
}

function gravestOf(events: readonly EventEnvelope[]): Severity {
  return events.reduce<Severity>((gravest, { severity }) => (isGraver(severity, gravest) ? severity : gravest), 'info');
}

function titleOf(count: number, latest: readonly EventEnvelope[]): string {
  return `${count} events, latest: ${latest.at(-1)?.summary ?? ''}`;
}

function chunks<T>(all: readonly T[], size: number): (readonly T[])[] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, at) => all.slice(at * size, (at + 1) * size));
}

function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
