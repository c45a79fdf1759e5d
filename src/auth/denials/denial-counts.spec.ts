import { describe, expect, test } from '@jest/globals';
import { anonymousActor } from '../../domain/actor.js';
import { DenialCounts } from './denial-counts.js';
import { type Denied } from './denied.js';

const beginning = new Date('2026-11-20T21:00:00Z').getTime();

function denied(members: Partial<Denied> & { readonly ip?: string; readonly second?: number } = {}): Denied {
  const { ip = '192.0.2.1', second = 0, ...others } = members;
  return {
    ...{ action: 'request.denied', outcome: 'denied', code: 'unauthenticated', requiredCapability: null },
    ...{ target: 'route:GET /api/v1/auth/me', presented: null, at: new Date(beginning + second * 1000) },
    actor: anonymousActor({ ip, userAgent: 'x', requestId: 'r' }),
    ...others,
  };
}

const at = (second: number): Date => new Date(beginning + second * 1000);
const many = (counts: DenialCounts, how: number, one = denied()): number =>
  Array.from({ length: how }, () => counts.take(one)).filter(Boolean).length;

describe('refusals of one address', () => {
  test('are recorded one by one up to five in a minute, and then counted', () => {
    const counts = new DenialCounts();
    expect(many(counts, 1_000)).toBe(5);
    expect(counts.takeOver(at(59))).toEqual([]);
    expect(counts.takeOver(at(60))).toMatchObject([
      { address: '192.0.2.1', count: 995, codes: { unauthenticated: 995 }, firstAt: at(0), lastAt: at(0) },
    ]);
    expect(counts.takeOver(at(120))).toEqual([]);
  });

  test('begin anew each minute, and nothing that was counted before is lost', () => {
    const counts = new DenialCounts();
    many(counts, 7);
    expect(many(counts, 7, denied({ second: 60 }))).toBe(5);
    expect(counts.takeOver(at(61)).map(({ count }) => count)).toEqual([2]);
    expect(counts.takeOver(at(120)).map(({ count }) => count)).toEqual([2]);
  });

  test('need no summary while they are few', () => {
    const counts = new DenialCounts();
    many(counts, 5);
    expect(counts.takeOver(at(60))).toEqual([]);
  });

  test('are told apart by caller and by what it was', () => {
    const counts = new DenialCounts();
    const otto = { ...denied().actor, kind: 'session' as const, id: 'otto' };
    for (const one of [denied(), denied({ actor: otto }), denied({ action: 'session.create' })]) {
      expect(many(counts, 6, one)).toBe(5);
    }
    expect(counts.takeAll().map(({ action, actor }) => [action, actor.id])).toEqual([
      ['request.denied', null],
      ['request.denied', 'otto'],
      ['session.create', null],
    ]);
  });

  test('are those of a /64 with IPv6', () => {
    const counts = new DenialCounts();
    const taken = Array.from({ length: 20 }, (_, host) => counts.take(denied({ ip: `2001:db8:0:1::${host}` })));
    expect(taken.filter(Boolean)).toHaveLength(5);
    expect(counts.takeAll()).toMatchObject([{ address: '2001:db8:0:1::/64', count: 15 }]);
  });
});

describe('a summary', () => {
  test('tells the reasons with their numbers, and the first five of what was asked for', () => {
    const counts = new DenialCounts();
    many(counts, 5);
    for (let index = 0; index < 9; index += 1) {
      counts.take(denied({ target: `route:${index}`, code: index < 3 ? 'missing_capability' : 'session_required' }));
    }
    expect(counts.takeAll()).toMatchObject([
      {
        count: 9,
        codes: { missing_capability: 3, session_required: 6 },
        targets: ['route:0', 'route:1', 'route:2', 'route:3', 'route:4'],
      },
    ]);
  });

  test('names no single request', () => {
    const counts = new DenialCounts();
    many(counts, 6);
    expect(counts.takeAll()[0]?.actor).toMatchObject({ ip: '192.0.2.1', requestId: null });
  });
});

describe('more addresses than are told apart', () => {
  test('are counted together, in one record, without one of them losing its own', () => {
    const counts = new DenialCounts({ oneByOne: 5, callers: 10 });
    const taken = Array.from({ length: 50 }, (_, host) => counts.take(denied({ ip: `198.51.100.${host}` })));
    expect(taken.filter(Boolean)).toHaveLength(10);
    expect(many(counts, 6, denied({ ip: '198.51.100.3' }))).toBe(4);
    const summaries = counts.takeAll();
    expect(summaries.map(({ address, count }) => [address, count])).toEqual([
      ['198.51.100.3', 2],
      ['others', 40],
    ]);
    expect(summaries[1]?.actor.ip).toBeNull();
  });

  test('have room again in the next minute', () => {
    const counts = new DenialCounts({ oneByOne: 5, callers: 1 });
    counts.take(denied({ ip: '198.51.100.1' }));
    expect(counts.take(denied({ ip: '198.51.100.2' }))).toBe(false);
    counts.takeOver(at(60));
    expect(counts.take(denied({ ip: '198.51.100.2', second: 60 }))).toBe(true);
  });
});

test('what there is no room for is counted, not dropped', () => {
  const counts = new DenialCounts();
  expect(counts.take(denied(), false)).toBe(false);
  expect(counts.takeAll()).toMatchObject([{ address: '192.0.2.1', count: 1 }]);
});

test('a clock that was set back loses no count', () => {
  const counts = new DenialCounts();
  many(counts, 8, denied({ second: 600 }));
  many(counts, 8, denied({ second: 0 }));
  expect(counts.takeAll().map(({ count }) => count)).toEqual([3, 3]);
});
