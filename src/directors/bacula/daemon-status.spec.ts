import { expect, test } from '@jest/globals';
import { readTime } from './daemon-status.js';

test('the time of a Director is read in its zone', () => {
  expect(readTime('Thu 26-Nov-2026 17:22:11\n', 'Europe/Berlin')).toEqual(new Date('2026-11-26T16:22:11Z'));
  expect(readTime('26-Nov-2026 17:22:11', 'UTC')).toEqual(new Date('2026-11-26T17:22:11Z'));
});

test.each(['', 'time: is an invalid command.', '26-Abc-2026 17:22:11'])('%j contains no time', (text) => {
  expect(readTime(text, 'UTC')).toBeNull();
});
