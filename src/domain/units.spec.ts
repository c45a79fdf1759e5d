import { expect, test } from '@jest/globals';
import { formatDuration } from './units.js';

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [7_199, '1 hour'],
  [172_799, '47 hours'],
  [172_800, '2 days'],
  [4 * 86_400 + 5, '4 days'],
])('formats %i seconds as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
