import { expect, test } from '@jest/globals';
import { inOneUnit } from './spans.js';

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [7_199, '1 hour'],
  [86_400, '1 day'],
  [4 * 86_400 + 5, '4 days'],
])('says %i seconds as %s', (seconds, text) => {
  expect(inOneUnit(seconds)).toBe(text);
});
