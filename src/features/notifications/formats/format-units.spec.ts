import { expect, test } from '@jest/globals';
import { countOf, formatBytes, formatSpan, timeInWords } from './format-units.js';

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.00 KiB'],
  [104_857_600, '100 MiB'],
  [3_517_224_011, '3.28 GiB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});

test.each([
  [-5, '0 seconds'],
  [0.4, '0 seconds'],
  [1, '1 second'],
  [59, '59 seconds'],
  [61, '1 minute 1 second'],
  [3_600, '1 hour'],
  [3_605, '1 hour'],
  [273_600, '3 days 4 hours'],
  [172_800, '2 days'],
])('%d seconds are %s', (seconds, words) => {
  expect(formatSpan(seconds)).toBe(words);
});

test('counts use singular and plural, times their zone', () => {
  expect([countOf(1, 'file'), countOf(1204, 'file')]).toEqual(['1 file', '1,204 files']);
  expect(timeInWords(new Date('2026-11-22T03:12:07.900Z'))).toBe('2026-11-22 03:12:07 UTC');
});
