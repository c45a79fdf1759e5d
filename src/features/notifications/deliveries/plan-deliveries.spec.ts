import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { makeChannel, makeEvent, nights } from '../../../../test/harness/builders/notifications.js';
import { type Channel } from '../../../domain/channel.js';
import { eventTypes, type EventEnvelope, isEnd } from '../../../domain/event.js';
import { planDeliveries, type DeliveryPlan, type FanOutState, type GroupState, stateKey } from './plan-deliveries.js';

const now = new Date('2026-11-20T21:00:00.000Z');
const morning = new Date('2026-11-21T06:00:00.000Z');
let lastId = 0;

beforeEach(() => {
  lastId = 0;
});

const nothing: FanOutState = { incidents: new Set(), groups: new Map() };

function plan(
  events: readonly EventEnvelope[],
  channels: readonly Channel[],
  state: FanOutState = nothing,
): DeliveryPlan {
  return planDeliveries(events, channels, state, { now, newId: () => `id-${(lastId += 1)}` });
}

function ago(seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000);
}

/** What goes out, as `kind status seconds-from-now events`. */
function notified({ deliveries }: DeliveryPlan, events: readonly EventEnvelope[]): string[] {
  return deliveries.map(({ kind, status, dueAt, eventIds }) => {
    const positions = eventIds.map((id) => events.findIndex((event) => event.id === id));
    return `${kind} ${status} +${(dueAt.getTime() - now.getTime()) / 1000} ${positions.join()}`;
  });
}

function withGroup(channel: Channel, groupKey: string, group: GroupState): FanOutState {
  return { ...nothing, groups: new Map([[stateKey(channel.id, groupKey), group]]) };
}

/** What opened the window was as severe as what follows. */
const grave = { lastSeverity: 'error', severity: 'error' } as const;

const failed = (what = 'one') => makeEvent('job.completed.error', { what });
const done = (what = 'one') => makeEvent('job.completed.ok', { what });

describe('a channel of plain envelopes', () => {
  test('gets each event it wants by itself, under the id of the event', () => {
    const events = [failed('a'), done('a'), failed('b')];
    const planned = plan(events, [makeChannel('standard', { patterns: ['job.completed.error'] })]);
    expect(notified(planned, events)).toEqual(['event waiting +0 0', 'event waiting +0 2']);
    expect(planned.deliveries[0]).toMatchObject({ webhookId: events[0]?.id, orderKey: null, groupKey: null });
  });

  test.each([
    ['paused', { pausedAt: now }],
    ['switched off', { disabledAt: now }],
    ['above the severity', { minSeverity: 'critical' }],
    ['of other patterns', { patterns: ['client.**'] }],
  ] as const)('gets nothing: %s', (_why, wish) => {
    expect(plan([failed()], [makeChannel('standard', wish)])).toEqual(plan([], []));
  });

  test('waits for the end of its quiet hours, one event after the other, except what is critical', () => {
    const events = [failed('a'), makeEvent('client.silence.crit'), failed('b')];
    const planned = notified(plan(events, [makeChannel('standard', { quietHours: nights })]), events);
    expect(planned).toEqual(['event waiting +32400 0', 'event waiting +0 1', 'event waiting +32400 2']);
  });

  test('gets what happened long ago one by one', () => {
    const events = ['a', 'b'].map((what) => makeEvent('job.completed.error', { what, timestamp: ago(90_000) }));
    expect(notified(plan(events, [makeChannel('standard')]), events)).toHaveLength(2);
  });
});

describe.each(['pagerduty', 'opsgenie', 'alertmanager'] as const)('a channel that keeps incidents: %s', (format) => {
  test('is notified of a beginning and of its end, in order', () => {
    const channel = makeChannel(format);
    const begun = plan([failed()], [channel]);
    expect(begun.opened).toEqual([{ channelId: channel.id, dedupKey: 'job:main:one' }]);
    expect(begun.deliveries[0]).toMatchObject({ orderKey: 'job:main:one' });
    const state = { ...nothing, incidents: new Set([stateKey(channel.id, 'job:main:one')]) };
    const over = plan([done()], [channel], state);
    expect(over.closed).toEqual([{ channelId: channel.id, dedupKey: 'job:main:one' }]);
    expect(over.hurries).toEqual([{ deliveryId: over.deliveries[0]?.id, isUrgent: false }]);
  });

  test('is notified of no end without its beginning', () => {
    expect(plan([done()], [makeChannel(format)])).toEqual(plan([], []));
  });

  test.each([
    ['pattern', { patterns: ['job.completed.error'] }],
    ['severity', { minSeverity: 'error' }],
    ['quiet hours', { quietHours: nights }],
    ['a pause, after which it goes out', { pausedAt: now }],
  ] as const)('is notified of the end of what it knows regardless of the %s', (_what, wish) => {
    const channel = makeChannel(format, wish);
    const events = [done()];
    const state = { ...nothing, incidents: new Set([stateKey(channel.id, 'job:main:one')]) };
    expect(notified(plan(events, [channel], state), events)).toEqual(['event waiting +0 0']);
  });

  test('forgets an incident that ends while it is switched off', () => {
    const channel = makeChannel(format, { disabledAt: now });
    const state = { ...nothing, incidents: new Set([stateKey(channel.id, 'job:main:one')]) };
    expect(plan([done()], [channel], state)).toMatchObject({ deliveries: [], closed: [{ channelId: channel.id }] });
  });

  test('hears nothing of tokens', () => {
    expect(plan([makeEvent('api_token.create')], [makeChannel(format)]).deliveries).toEqual([]);
  });

  test('does not delay what is critical behind what quiet hours delay', () => {
    const events = [makeEvent('client.silence.warn'), makeEvent('client.silence.crit')];
    const planned = plan(events, [makeChannel(format, { quietHours: nights })]);
    expect(notified(planned, events)).toEqual(['event waiting +32400 0', 'event waiting +0 1']);
    expect(planned.hurries.at(-1)).toEqual({ deliveryId: planned.deliveries[1]?.id, isUrgent: true });
  });

  test('gets only the latest state of each subject when it all happened long ago', () => {
    const events = [
      makeEvent('job.completed.error', { what: 'a', timestamp: ago(200_000) }),
      makeEvent('job.completed.warning', { what: 'a', timestamp: ago(190_000) }),
      makeEvent('job.completed.error', { what: 'b', timestamp: ago(180_000) }),
      makeEvent('job.completed.ok', { what: 'b', timestamp: ago(170_000) }),
    ];
    const planned = plan(events, [makeChannel(format)]);
    expect(notified(planned, events)).toEqual(['event superseded +0 0', 'event waiting +0 1', 'event superseded +0 2']);
    expect(planned.opened.map(({ dedupKey }) => dedupKey)).toEqual(['job:main:a']);
  });

  test('hears of a trouble and its end in the order in which they happened, not in which they were read', () => {
    const events = [
      makeEvent('job.completed.ok', { timestamp: now }),
      makeEvent('job.completed.error', { timestamp: ago(60) }),
    ];
    expect(notified(plan(events, [makeChannel(format)]), events)).toEqual(['event waiting +0 1', 'event waiting +0 0']);
  });

  test('hears of two runs that ended within one second in the order of their ids', () => {
    const events = [
      makeEvent('job.completed.ok', { data: { jobId: 10 } }),
      makeEvent('job.completed.error', { data: { jobId: 9 } }),
    ];
    expect(notified(plan(events, [makeChannel(format)]), events)).toEqual(['event waiting +0 1', 'event waiting +0 0']);
  });
});

test('that a channel fails, or works again, is never sent through the channel itself', () => {
  const [own, other] = [makeChannel('standard'), makeChannel('slack')];
  const events = [makeEvent('channel.failing', { what: own.id }), makeEvent('channel.recovered', { what: own.id })];
  expect(plan(events, [own, other]).deliveries.map(({ channel }) => channel.name)).toEqual(['slack']);
});

describe.each(['email', 'slack', 'teams'] as const)('a channel that people read: %s', (format) => {
  const channel = makeChannel(format);

  test('gets the first of a group immediately, under the id of the event', () => {
    const events = [failed()];
    const planned = plan(events, [channel]);
    expect(notified(planned, events)).toEqual(['event waiting +0 0']);
    expect(planned.deliveries[0]).toMatchObject({ webhookId: events[0]?.id, groupKey: 'job:main' });
    expect(planned.groups).toEqual([
      {
        channelId: channel.id,
        groupKey: 'job:main',
        lastAt: null,
        deliveryId: planned.deliveries[0]?.id,
        lastSeverity: 'info',
        severity: 'error',
      },
    ]);
  });

  test('gets many of a group that come together as one, under an id of its own', () => {
    const events = [failed('a'), failed('b'), done('c')];
    const planned = plan(events, [channel]);
    expect(notified(planned, events)).toEqual(['summary waiting +0 0,1,2']);
    expect(events.map(({ id }) => id)).not.toContain(planned.deliveries[0]?.webhookId);
    expect(planned.deliveries[0]?.title).toBe('3 events, latest: job.completed.ok of c');
  });

  test('has groups of each Director, of its silent clients, and of tokens', () => {
    const events = [
      failed('a'),
      makeEvent('job.completed.error', { director: 'other' }),
      makeEvent('client.silence.warn'),
      makeEvent('api_token.create'),
    ];
    const keys = plan(events, [channel]).deliveries.map(({ groupKey }) => groupKey);
    expect(keys).toEqual(['job:main', 'job:other', 'silence:main', 'api_token']);
  });

  test('gets what follows within five minutes of the last message at their end', () => {
    const events = [failed()];
    const state = withGroup(channel, 'job:main', { lastAt: ago(60), collecting: null, ...grave });
    expect(notified(plan(events, [channel], state), events)).toEqual(['event waiting +240 0']);
  });

  test('gets what is more severe than what opened the window immediately, with all that was collected', () => {
    const dueAt = new Date(now.getTime() + 100_000);
    const opened = { lastAt: ago(200), lastSeverity: 'info', severity: 'info' } as const;
    const events = [failed()];
    const alone = withGroup(channel, 'job:main', { ...opened, collecting: null });
    expect(notified(plan(events, [channel], alone), events)).toEqual(['event waiting +0 0']);
    const collecting = { deliveryId: 'there', dueAt, eventCount: 7 };
    const planned = plan(events, [channel], withGroup(channel, 'job:main', { ...opened, collecting }));
    expect(planned.additions).toMatchObject([{ deliveryId: 'there', dueAt: now }]);
    expect(planned.groups).toMatchObject([{ lastSeverity: 'info', severity: 'error' }]);
    const milder = withGroup(channel, 'job:main', { lastAt: ago(200), collecting: null, ...grave });
    expect(notified(plan([makeEvent('job.completed.warning')], [channel], milder), [])).toEqual([
      'event waiting +100 -1',
    ]);
  });

  test('gets what comes after five minutes immediately', () => {
    const events = [failed()];
    const state = withGroup(channel, 'job:main', { lastAt: ago(300), collecting: null, ...grave });
    expect(notified(plan(events, [channel], state), events)).toEqual(['event waiting +0 0']);
  });

  test('has followers join the message that still collects, which gets another id and is not put off', () => {
    const dueAt = new Date(now.getTime() + 100_000);
    const collecting = { deliveryId: 'there', dueAt, eventCount: 7 };
    const events = [failed('a'), failed('b')];
    const planned = plan(events, [channel], withGroup(channel, 'job:main', { lastAt: ago(200), collecting, ...grave }));
    expect(planned.deliveries).toEqual([]);
    expect(planned.additions).toEqual([
      {
        deliveryId: 'there',
        channelId: channel.id,
        webhookId: 'id-1',
        dueAt,
        title: '9 events, latest: job.completed.error of b',
        eventIds: events.map(({ id }) => id),
      },
    ]);
    expect(planned.groups[0]).toMatchObject({ lastAt: ago(200), deliveryId: 'there' });
  });

  test('begins another summary when one is full', () => {
    const collecting = { deliveryId: 'there', dueAt: now, eventCount: 999 };
    const events = Array.from({ length: 3 }, (_, at) => failed(`${at}`));
    const planned = plan(events, [channel], withGroup(channel, 'job:main', { lastAt: null, collecting, ...grave }));
    expect(planned.additions[0]?.eventIds).toHaveLength(1);
    expect(notified(planned, events)).toEqual(['summary waiting +0 1,2']);
  });

  test('gets the silence of two hundred clients of a Director that is away as one message, and no other for six hours', () => {
    const silent = (what: string) => makeEvent('client.silence.warn', { what, data: { directorReachable: false } });
    const events = Array.from({ length: 200 }, (_, at) => silent(`client-${at}`));
    const planned = plan(events, [channel]);
    expect(planned.deliveries.map(({ kind, eventIds, dueAt }) => [kind, eventIds.length, dueAt])).toEqual([
      ['summary', 200, new Date(now.getTime() + 30_000)],
    ]);
    const later = withGroup(channel, 'silence:main', { lastAt: ago(3600), collecting: null, ...grave });
    expect(notified(plan([silent('late')], [channel], later), [])).toEqual(['event waiting +18000 -1']);
  });

  test('has news of a client whose Director answers not wait for those whose Director is away', () => {
    const dueAt = new Date(now.getTime() + 18_000_000);
    const collecting = { deliveryId: 'there', dueAt, eventCount: 3 };
    const state = withGroup(channel, 'silence:main', { lastAt: ago(3600), collecting, ...grave });
    expect(plan([makeEvent('client.silence.ok')], [channel], state).additions[0]?.dueAt).toEqual(now);
  });

  test('gets what quiet hours delay as one message at their end, and what is critical immediately', () => {
    const events = [failed('a'), makeEvent('client.silence.crit'), makeEvent('client.silence.warn', { what: 'b' })];
    const planned = plan(events, [makeChannel(format, { quietHours: nights })]);
    expect(notified(planned, events)).toEqual([
      `summary waiting +${(morning.getTime() - now.getTime()) / 1000} 0,2`,
      'event waiting +0 1',
    ]);
  });

  test('gets what happened long ago as one message, across groups', () => {
    const types = ['job.completed.error', 'client.silence.warn', 'api_token.create'] as const;
    const events = types.map((type) => makeEvent(type, { timestamp: ago(90_000) }));
    expect(notified(plan(events, [channel]), events)).toEqual(['summary waiting +30 0,1,2']);
  });
});

describe('any events and channels', () => {
  const someEvents = fc.array(
    fc.record({
      type: fc.constantFrom(...eventTypes),
      what: fc.constantFrom('a', 'b'),
      age: fc.integer({ min: 0, max: 200_000 }),
    }),
    { maxLength: 40 },
  );
  const made = (rows: readonly { type: (typeof eventTypes)[number]; what: string; age: number }[]) =>
    rows.map(({ type, what, age }) => makeEvent(type, { what, timestamp: ago(age) }));

  test('each event is in exactly one message of each channel that takes all', () => {
    fc.assert(
      fc.property(someEvents, fc.constantFrom(null, nights), (rows, quietHours) => {
        const events = made(rows);
        for (const format of ['standard', 'email', 'slack', 'teams'] as const) {
          const { deliveries } = plan(events, [makeChannel(format, { quietHours })]);
          const all = deliveries.flatMap(({ eventIds }) => eventIds);
          expect(all.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
          expect(new Set(deliveries.map(({ webhookId }) => webhookId)).size).toBe(deliveries.length);
        }
      }),
    );
  });

  test('one that keeps incidents sees each subject begin before it ends, end at most once, and open ones are remembered', () => {
    fc.assert(
      fc.property(someEvents, fc.subarray(['job:main:a', 'silence:main:b']), (rows, before) => {
        const events = made(rows);
        const channel = makeChannel('pagerduty', { minSeverity: 'warning' });
        const incidents = new Set(before.map((key) => stateKey(channel.id, key)));
        const planned = plan(events, [channel], { ...nothing, incidents });
        const open = new Set(before);
        for (const { eventIds, status } of planned.deliveries) {
          const event = events.find(({ id }) => id === eventIds[0])!;
          if (status === 'superseded') continue;
          if (!isEnd(event.type)) open.add(event.dedupKey);
          else expect(open.delete(event.dedupKey)).toBe(true);
        }
        const remembered = new Set(before);
        for (const { dedupKey } of planned.opened) remembered.add(dedupKey);
        for (const { dedupKey } of planned.closed) remembered.delete(dedupKey);
        expect(remembered).toEqual(open);
      }),
    );
  });
});
