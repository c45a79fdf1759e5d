import { expect, test } from '@jest/globals';
import { growthOf, successRate } from './run-totals.js';

test.each([
  [{ total: 4, completed: 2, warning: 1, error: 1, canceled: 0 }, 0.75],
  [{ total: 4, completed: 1, warning: 0, error: 0, canceled: 3 }, 1],
  [{ total: 3, completed: 1, warning: 0, error: 2, canceled: 0 }, 0.3333],
  [{ total: 1, completed: 0, warning: 0, error: 0, canceled: 1 }, null],
])('of %j the part that ended well is %j', (outcomes, rate) => {
  expect(successRate(outcomes)).toBe(rate);
});

test.each([
  [150, 100, 0.5],
  [50, 100, -0.5],
  [0, 100, -1],
  [100, 0, null],
])('%d bytes after %d have grown by %j', (bytes, before, growth) => {
  expect(growthOf(bytes, before)).toBe(growth);
});
