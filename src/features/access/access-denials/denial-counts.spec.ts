import { describe, expect, test } from '@jest/globals';
import { anonymousActor } from '../../../domain/actor.js';
import { DenialCounts, type AccessDenial } from './denial-counts.js';

const beginning = new Date('2026-11-20T21:00:00Z').getTime();

function denied(
  members: Partial<AccessDenial> & { readonly ip?: string; readonly second?: number } = {},
): AccessDenial {
  const { ip = '192.0.2.1', second = 0, ...others } = members;
  return {
    action: 'request.denied',
    outcome: 'denied',
    code: 'unauthenticated',
    requiredCapability: null,
    target: 'route:GET /api/v1/auth/me',
    presented: null,
    at: new Date(beginning + second * 1000),
    actor: anonymousActor({ ip, userAgent: 'x', requestId: 'r' }),
    ...others,
  };
}

const at = (second: number): Date => new Date(beginning + second * 1000);
const many = (counts: DenialCounts, how: number, one = denied()): number =>
  Array.from({ length: how }, () => counts.take(one)).filter(Boolean).length;

describe('denials of one address', () => {
  test('are recorded one by one up to five in a minute, and then counted', () => {
    const counts = new DenialCounts();
    expect(many(counts, 1_000)).toBe(5);
    expect(counts.takeOver(at(59))).toEqual([]);
    expect(counts.takeOver(at(60))).toMatchObject([
      { address: '192.0.2.1', count: 995, codes: { unauthenticated: 995 }, firstAt: at(0), lastAt: at(0) },
    ]);
    expect(counts.takeOver(at(120))).toEqual([]);
  });

  test('start over each minute, and no earlier count is lost', () => {
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

  test('are separated by caller and by kind', () => {
    const counts = new DenialCounts();
    const otto = { ...denied().actor, kind: 'session' as const, id: 'otto' };
    for (const one of [denied(), denied({ actor: otto }), denied({ action: 'session.create' })]) {
      expect(many(counts, 6, one)).toBe(5);
    }
    expect(counts.takeAll().map(({ action, actor }) => [action, actor.id])).toEqual([
      ['request.denied', 'otto'],
      ['request.denied', null],
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
  test('list the reasons with their numbers, and the first five targets', () => {
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

describe('a flood from many addresses', () => {
  const ipOf = (host: number): string => `10.0.${host >> 8}.${host & 255}`;
  const addresses = 5_000;

  test.each(['anonymous', 'token'] as const)('is at most 300 records a minute, with nothing uncounted: %s', (kind) => {
    const counts = new DenialCounts();
    let single = 0;
    for (const second of [0, 20, 40])
      for (let host = 0; host < addresses; host += 1) {
        const one = denied({ ip: ipOf(host), second });
        single += Number(counts.take({ ...one, actor: { ...one.actor, kind } }));
      }
    const summaries = counts.takeOver(at(60));
    expect(single + summaries.length).toBeLessThanOrEqual(300);
    expect(single + summaries.reduce((sum, { count }) => sum + count, 0)).toBe(3 * addresses);
    expect(counts.takeOver(at(120))).toEqual([]);
  });

  test('ends in one summary with the number of denials and of addresses', () => {
    const counts = new DenialCounts({ ofStrangers: 0, callers: 4, summaries: 3 });
    for (let host = 0; host < 10; host += 1) many(counts, host + 1, denied({ ip: ipOf(host) }));
    expect(counts.takeAll().map(({ address, count, addresses: from }) => [address, count, from])).toEqual([
      [ipOf(3), 4, 1],
      [ipOf(2), 3, 1],
      ['others', 48, 8],
    ]);
  });

  test('of strangers leaves single records and a summary of their own to signed-in callers', () => {
    const counts = new DenialCounts();
    for (let host = 0; host < addresses; host += 1) many(counts, 7, denied({ ip: ipOf(host) }));
    expect(many(counts, 6, denied({ actor: { ...denied().actor, kind: 'session', id: 'otto' } }))).toBe(5);
    expect(counts.takeAll()[0]).toMatchObject({ actor: { id: 'otto' }, count: 1 });
  });

  test('lets no address lose its own count', () => {
    const counts = new DenialCounts({ callers: 10 });
    const taken = Array.from({ length: 50 }, (_, host) => counts.take(denied({ ip: ipOf(host) })));
    expect(taken.filter(Boolean)).toHaveLength(10);
    expect(many(counts, 6, denied({ ip: ipOf(3) }))).toBe(4);
    const summaries = counts.takeAll();
    expect(summaries.map(({ address, count }) => [address, count])).toEqual([
      [ipOf(3), 2],
      ['others', 40],
    ]);
    expect(summaries[1]?.actor.ip).toBeNull();
  });

  test('leaves room in the next minute', () => {
    const counts = new DenialCounts({ callers: 1 });
    counts.take(denied({ ip: ipOf(1) }));
    expect(counts.take(denied({ ip: ipOf(2) }))).toBe(false);
    counts.takeOver(at(60));
    expect(counts.take(denied({ ip: ipOf(2), second: 60 }))).toBe(true);
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
