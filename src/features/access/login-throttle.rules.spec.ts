import { describe, expect, test } from '@jest/globals';
import { forgottenAfterMs, pauseSeconds, secondsToWait, throttleRules } from './login-throttle.rules.js';

const lastFailedAt = new Date('2026-11-20T21:00:00.000Z');

function after(ms: number): Date {
  return new Date(lastFailedAt.getTime() + ms);
}

describe('pause', () => {
  test.each([
    [0, 0],
    [4, 0],
    [5, 1],
    [6, 2],
    [7, 4],
    [8, 8],
    [9, 16],
    [10, 30],
    [1000, 30],
    [1_000_000, 30],
  ])('after %i failures of an account from one address is %i s', (failures, seconds) => {
    expect(pauseSeconds(throttleRules.pair, failures)).toBe(seconds);
  });

  test('of an account over all addresses is never longer than 30 s', () => {
    expect(pauseSeconds(throttleRules.account, Number.MAX_SAFE_INTEGER)).toBe(30);
  });
});

describe('waiting', () => {
  test.each([
    [0, 4],
    [1, 4],
    [3_000, 1],
    [3_999, 1],
    [4_000, 0],
    [60_000, 0],
  ])('%i ms after the seventh failure lasts %i s more', (ms, seconds) => {
    expect(secondsToWait(throttleRules.pair, { failures: 7, lastFailedAt }, after(ms))).toBe(seconds);
  });

  test('is over once failures are forgotten', () => {
    const endless = { freeTries: 0, longestPauseSeconds: 1_000_000 };
    const count = { failures: 30, lastFailedAt };
    expect(secondsToWait(endless, count, after(forgottenAfterMs - 1))).toBeGreaterThan(0);
    expect(secondsToWait(endless, count, after(forgottenAfterMs))).toBe(0);
  });

  test('grows no longer when the clock is set back', () => {
    expect(secondsToWait(throttleRules.pair, { failures: 7, lastFailedAt }, after(-3_600_000))).toBe(4);
  });
});
