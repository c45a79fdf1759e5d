import { expect, test } from '@jest/globals';
import { bucketOf, quantileOf } from './duration-buckets.js';

const bucketsOf = (seconds: readonly number[]) => seconds.map((value) => ({ bucket: bucketOf(value), runs: 1 }));

test('the median and the 95th of a hundred runs are within five in a hundred', () => {
  const buckets = bucketsOf(Array.from({ length: 100 }, (_, index) => (index + 1) * 60));
  expect(Math.abs((quantileOf(buckets, 0.5) ?? 0) / 3000 - 1)).toBeLessThanOrEqual(0.05);
  expect(Math.abs((quantileOf(buckets, 0.95) ?? 0) / 5700 - 1)).toBeLessThanOrEqual(0.05);
});

test.each([0, 1, 2, 3, 5, 8])('%d seconds stay what they are', (seconds) => {
  expect(quantileOf(bucketsOf([seconds]), 0.5)).toBe(seconds);
});

test('of no runs there is no duration', () => {
  expect(quantileOf([], 0.5)).toBeNull();
});
