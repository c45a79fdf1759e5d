import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nanosecondsOf, utimesArgument } from './attributes.js';

describe('utimesArgument', () => {
  test('is in the requested microsecond, truncated to microseconds or not', () => {
    const anyTime = fc.tuple(fc.integer({ min: 0, max: 4_000_000_000 }), fc.integer({ min: 0, max: 999_999_999 }));
    fc.assert(
      fc.property(anyTime, ([seconds, nanoseconds]) => {
        const argument = Number(utimesArgument(seconds, nanoseconds));
        const microseconds = Math.floor(nanoseconds / 1000);
        expect(Math.floor(argument * 1e6)).toBe(seconds * 1e6 + microseconds);
        expect(Math.floor(argument)).toBe(seconds);
        expect(Math.floor(Math.floor((argument - seconds) * 1e9) / 1000)).toBe(microseconds);
      }),
      { examples: [[[2_251_799_813, 842_056_990]]] },
    );
  });

  test('is a Date before 1970, where Node would take a number for "now"', () => {
    expect(utimesArgument(-10, 500_000_000)).toEqual(new Date(-9500));
  });
});

test('nanosecondsOf joins seconds and nanoseconds exactly', () => {
  expect(nanosecondsOf(1_700_000_000, 123_456_789)).toBe(1_700_000_000_123_456_789n);
});
