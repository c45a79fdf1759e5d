import { expect, test } from '@jest/globals';
import { type DayFacts, dayOutcome } from './day-outcomes.js';

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
