import { describe, expect, test } from '@jest/globals';
import { compareKeys, pageOfWhole } from './whole-list.js';

describe('pageOfWhole', () => {
  const rows = ['b', 'd', 'a', 'c'];
  const keyOf = (row: string) => [row];

  test('sorts by key and continues after it', () => {
    const first = pageOfWhole(rows, { limit: 2, count: true }, keyOf);
    expect(first).toEqual({ items: ['a', 'b'], next: ['b'], total: { value: 4, exact: true } });
    expect(pageOfWhole(rows, { limit: 2, after: ['b'] }, keyOf)).toEqual({ items: ['c', 'd'], next: null });
  });

  test('continues where the row it ended on is gone', () => {
    expect(pageOfWhole(['a', 'c'], { limit: 5, after: ['b'] }, keyOf).items).toEqual(['c']);
  });
});

test.each([
  [[1, 'a'], [1, 'b'], -1],
  [[10], [9], 1],
  [[null, 'z'], ['a'], -1],
  [['a'], ['a', 'b'], -1],
  [['x', 2], ['x', 2], 0],
])('orders key %j against %j', (a, b, order) => {
  expect(compareKeys(a, b)).toBe(order);
});
