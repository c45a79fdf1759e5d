import { expect, test } from '@jest/globals';
import { rangeFrom, remaining, type KeysetRange, type RunPosition } from './keyset-range.js';

const at = (generation: number, jobId: number): RunPosition => ({ generation, jobId });
const between = (low: RunPosition, high: RunPosition): KeysetRange => ({ low, high });

test('a list without bounds has no limits', () => {
  expect(remaining([null], null, 'newest')).toEqual(between(at(0, 0), at(2_147_483_647, 2_147_483_647)));
});

test('the narrower end of all ranges applies', () => {
  const days = between(at(1, 100), at(2, 50));
  expect(remaining([days, rangeFrom(at(1, 200))], null, 'newest')).toEqual(between(at(1, 200), at(2, 50)));
});

test.each([
  { sort: 'newest', after: at(1, 150), left: between(at(1, 100), at(1, 149)) },
  { sort: 'newest', after: at(3, 7), left: between(at(1, 100), at(2, 50)) },
  { sort: 'oldest', after: at(1, 150), left: between(at(1, 151), at(2, 50)) },
  { sort: 'oldest', after: at(1, 3), left: between(at(1, 100), at(2, 50)) },
] as const)('a page by $sort goes on right after $after.generation/$after.jobId', ({ sort, after, left }) => {
  expect(remaining([between(at(1, 100), at(2, 50))], after, sort)).toEqual(left);
});

test.each([
  { sort: 'newest', after: at(1, 100) },
  { sort: 'newest', after: at(0, 500) },
  { sort: 'oldest', after: at(2, 50) },
] as const)('nothing is left by $sort after $after.generation/$after.jobId', ({ sort, after }) => {
  expect(remaining([between(at(1, 100), at(2, 50))], after, sort)).toBe('nothing');
});
