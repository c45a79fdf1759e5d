import { expect, test } from '@jest/globals';
import { type DayFacts, dayOutcome } from './day-outcomes.js';

const nothing: DayFacts = { statuses: new Set(), isRunning: false, missed: 0, isPending: false, isWatched: true };

test.each<[Partial<DayFacts>, string]>([
  [{}, 'noneDue'],
  [{ isWatched: false }, 'unknown'],
  [{ missed: 1 }, 'missed'],
  [{ missed: 1, isWatched: false }, 'missed'],
  [{ isPending: true }, 'pending'],
  [{ isRunning: true, isPending: true }, 'running'],
  [{ statuses: new Set(['completed']), isWatched: false }, 'completed'],
  [{ statuses: new Set(['completed']), isRunning: true }, 'running'],
  [{ statuses: new Set(['completed', 'warning']) }, 'warning'],
  [{ statuses: new Set(['completed', 'canceled']) }, 'canceled'],
  [{ statuses: new Set(['completed']), missed: 1 }, 'missed'],
  [{ statuses: new Set(['error', 'completed']), missed: 2 }, 'error'],
])('a day with %j is %s', (facts, outcome) => {
  expect(dayOutcome({ ...nothing, ...facts })).toBe(outcome);
});
