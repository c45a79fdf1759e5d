import { describe, expect, test } from '@jest/globals';
import { type Actor, systemActor } from '../../../domain/actor.js';
import { type Read, ReadCounts } from './read-counts.js';

const start = Date.parse('2026-11-20T21:00:00Z');
const token = (tokenId: string, ip = '192.0.2.1'): Actor => {
  return { ...systemActor, kind: 'token', id: 'u1', name: 'ada', role: 'readonly', tokenId, ip };
};
const read = (values: Partial<Read> = {}): Read => ({
  actor: token('t1'),
  route: 'GET /api/v1/restore/points',
  request: '/api/v1/restore/points',
  at: new Date(start),
  ...values,
});

describe('reads', () => {
  test('are counted by caller, address, route and minute', () => {
    const counts = new ReadCounts();
    const at = (seconds: number): Date => new Date(start + seconds * 1_000);
    for (const values of [
      { at: at(0) },
      { at: at(59) },
      { at: at(59), actor: token('t1', '192.0.2.2') },
      { at: at(59), actor: token('t2') },
      { at: at(59), route: 'GET /api/v1/tokens' },
      { at: at(60) },
    ]) {
      counts.take(read(values));
    }
    const over = counts.takeOver(at(60));
    expect(over.map(({ actor, route, count }) => [actor.tokenId, actor.ip, route.slice(-6), count])).toEqual([
      ['t1', '192.0.2.1', 'points', 2],
      ['t1', '192.0.2.2', 'points', 1],
      ['t2', '192.0.2.1', 'points', 1],
      ['t1', '192.0.2.1', 'tokens', 1],
    ]);
    expect(over[0]).toMatchObject({ firstAt: at(0), lastAt: at(59) });
    expect(counts.takeOver(at(119))).toEqual([]);
    expect(counts.takeOver(at(120))).toHaveLength(1);
    expect(counts.takeAll()).toEqual([]);
  });

  test('name the first five requests that differ', () => {
    const counts = new ReadCounts();
    for (const job of [1, 1, 2, 3, 4, 5, 6]) counts.take(read({ request: `/${job}` }));
    expect(counts.takeAll()).toMatchObject([{ count: 7, requests: ['/1', '/2', '/3', '/4', '/5'] }]);
  });

  test('lose no count beyond the limits, and one caller does not hide another', () => {
    const counts = new ReadCounts({ inAll: 6, ofCaller: 4 });
    for (let index = 0; index < 50; index += 1) counts.take(read({ route: `GET /${index}` }));
    for (const tokenId of ['t2', 't3', 't4', 't5']) counts.take(read({ actor: token(tokenId) }));
    const over = counts.takeAll();
    expect(over.map(({ actor, route, count }) => [actor.tokenId ?? actor.kind, route, count])).toEqual([
      ['t1', 'GET /0', 1],
      ['t1', 'GET /1', 1],
      ['t1', 'GET /2', 1],
      ['t1', 'GET /3', 1],
      ['t1', '(others)', 46],
      ['t2', 'GET /api/v1/restore/points', 1],
      ['system', '(others)', 3],
    ]);
  });
});
