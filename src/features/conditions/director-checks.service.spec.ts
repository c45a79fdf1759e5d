import { expect, test } from '@jest/globals';
import { type Forecast } from '../media/pool-forecast.js';
import { poolFilling } from './director-checks.service.js';

const now = new Date('2026-11-20T13:00:00Z');

/** `days` null: steady; undefined: no forecast. `free` in percent of its disk, null: not known. */
function resultOf(days: number | null | undefined, free: number | null): string | null {
  const expected = typeof days === 'number' ? new Date(now.getTime() + days * 86_400_000) : null;
  const state: Forecast['state'] = days === undefined ? 'unknown' : days === null ? 'steady' : 'fills';
  const forecast = { state, gap: null, earliest: null, expected, latest: null };
  const disk = free === null ? null : { freeBytes: free, totalBytes: 100 };
  const figures = { days: 30, horizonDays: 120, bytesPerDay: 1, stddevBytesPerDay: 1 };
  return poolFilling({ pool: 'Default', forecast: { ...forecast, ...figures }, disk }, now);
}

test.each([
  [6.9, 50, 'bad'],
  [7, 50, 'between'],
  [10, 50, 'between'],
  [10.1, 50, 'good'],
  [null, 9.9, 'bad'],
  [null, 10, 'between'],
  [null, 12, 'between'],
  [null, 12.1, 'good'],
  [6, 5, 'bad'],
  [8, 12.1, 'between'],
  [11, 11, 'between'],
  [11, null, 'good'],
  [6, null, 'bad'],
  [undefined, 9, 'bad'],
  [undefined, 13, 'good'],
  [undefined, null, null],
] as const)('a pool that is full in %p days, with %p %% of its disk free, is %p', (days, free, result) => {
  expect(resultOf(days, free)).toBe(result);
});
