import { type Channel, isOpen, isReadByPeople, keepsIncidents } from '../../../domain/channel.js';
import { type EventEnvelope, isEnd, isAudited, isGraver, type Severity } from '../../../domain/event.js';
import { matchesSubscription } from './subscription.js';
import { endOfQuiet } from './quiet-hours.js';
import { type DeliveryKind, mostEventsOfSummary } from './delivery.js';

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

/**
 * For services that keep an incident open until it is resolved: each beginning that matches the subscription, and the end of each
 * reported beginning, even if the subscription excludes it. Never an end without its beginning.
 */
function planIncidents(
  events: readonly EventEnvelope[],
  channel: Channel,
  state: FanOutState,
  context: PlanContext,
): DeliveryPlan {
  const notified = events.filter((event) => isEnd(event.type) || beginsFor(channel, event));
  const known = new Set(notified.map(({ dedupKey }) => dedupKey).filter((key) => isKnown(state, channel, key)));
  const open = new Set(known);
  const deliveries: PlannedDelivery[] = [];
  const hurries: Expedite[] = [];
  for (const [at, event] of notified.entries()) {
    if (isEnd(event.type) && !open.has(event.dedupKey)) continue;
    // Of the past only the latest state of a subject is news.
    const isOver =
      isStale(event, context.now) && notified.slice(at + 1).some((later) => later.dedupKey === event.dedupKey);
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
  const hurries = deliveries.map(({ id }): Expedite => ({ deliveryId: id, isUrgent: false }));
  return { ...emptyPlan, deliveries, hurries, closed: over };
}

function isKnown(state: FanOutState, channel: Channel, dedupKey: string): boolean {
  return state.incidents.has(stateKey(channel.id, dedupKey));
}

function beginsFor(channel: Channel, event: EventEnvelope): boolean {
  if (event.type.startsWith('api_token.') || !isOpen(channel)) return false;
  return matchesSubscription(channel.subscription, event);
}

/** An end waits for nothing but its beginning, which the order of deliveries sees to. */
function ordered(channel: Channel, event: EventEnvelope, context: PlanContext): PlannedDelivery {
  const quiet = isEnd(event.type) ? null : quietUntil(channel, event, context.now);
  return { ...aloneDelivery(channel, event, quiet ?? context.now, context.newId), orderKey: event.dedupKey };
}

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
 * For channels that people read: the first message of a group is sent immediately, and later events within the window become one
 * message at its end. A more severe event ends the window: the message is sent immediately, with everything collected. Quiet hours
 * give one message at their end, and events that happened long ago one message in total.
 */
function planMessages(
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
  readonly additions: readonly BatchAppend[];
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

  function addition(to: OpenBatch, more: readonly EventEnvelope[], due: Date): BatchAppend {
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

/**
 * Decides which channels get which events, in which messages, and when. Pure, so that each rule is one row of a table. A service
 * that keeps incidents gets each beginning and its end, people get one message instead of two hundred, and receivers of the plain
 * envelope get each event.
 */
export function planDeliveries(
  events: readonly EventEnvelope[],
  channels: readonly Channel[],
  state: FanOutState,
  context: PlanContext,
): DeliveryPlan {
  // In the order in which they happened: a late sync may store the end of a problem before its beginning.
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

/** Catalogs store ends in whole seconds: within one, the run of the higher id is the later. 0 for other events. */
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
  const wanted = events.filter((event) => matchesSubscription(channel.subscription, event));
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
