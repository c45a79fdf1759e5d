import { expect, test } from '@jest/globals';
import { bucketOf, quantileOf, type DayFacts, dayOutcome } from './duration-buckets.js';

const nothing: DayFacts = { statuses: [], isRunning: false, missed: 0, isPending: false, isWatched: true };

test.each<[Partial<DayFacts>, string]>([
  [{}, 'noneDue'],
  [{ isWatched: false }, 'unknown'],
  [{ missed: 1 }, 'missed'],
  [{ missed: 1, isWatched: false }, 'missed'],
  [{ isPending: true }, 'pending'],
  [{ isRunning: true, isPending: true }, 'running'],
  [{ statuses: ['completed'], isWatched: false }, 'completed'],
  [{ statuses: ['completed'], isRunning: true }, 'running'],
  [{ statuses: ['completed', 'warning'] }, 'warning'],
  [{ statuses: ['canceled', 'completed'] }, 'completed'],
  [{ statuses: ['canceled', 'warning'] }, 'warning'],
  [{ statuses: ['canceled', 'error'] }, 'error'],
  [{ statuses: ['canceled'], isRunning: true }, 'running'],
  [{ statuses: ['canceled'], isPending: true }, 'canceled'],
  [{ statuses: ['completed'], missed: 1 }, 'missed'],
  [{ statuses: ['error', 'completed'], missed: 2 }, 'error'],
])('a day with %j is %s', (facts, outcome) => {
  expect(dayOutcome({ ...nothing, ...facts })).toBe(outcome);
});

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
