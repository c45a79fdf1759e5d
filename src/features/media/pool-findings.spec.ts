import { describe, expect, test } from '@jest/globals';
import { type Forecast } from './pool-forecast.js';
import { poolFindings } from './pool-outlooks.port.js';

const now = new Date('2026-11-20T13:00:00Z');
const onDay = (day: number): Date => new Date(Date.UTC(2026, 10, day));

function outlook(changes: Partial<Forecast>): Parameters<typeof poolFindings>[0] {
  const usual = { state: 'fills', gap: null, earliest: onDay(23), expected: onDay(25), latest: null } as const;
  return [
    {
      pool: 'Tapes',
      forecast: { ...usual, days: 30, horizonDays: 120, bytesPerDay: 1, stddevBytesPerDay: 1, ...changes },
      disk: null,
    },
  ];
}

describe('health of pools', () => {
  test('warns of a pool that is expected to be full within a week', () => {
    expect(poolFindings(outlook({}), now)).toMatchObject([
      {
        ...{ id: 'pool.Tapes', component: 'storage', status: 'warn', value: 4, unit: 'days' },
        code: 'pool.filling',
        params: { pool: 'Tapes', expected: onDay(25).toISOString(), earliest: onDay(23).toISOString() },
        message: 'Pool Tapes is expected to be full on 2026-11-25 (not before 2026-11-23).',
      },
    ]);
  });

  test('warns of a pool that has no room left', () => {
    const full = outlook({ state: 'full', earliest: onDay(20), expected: onDay(20), latest: onDay(20) });
    expect(poolFindings(full, now)).toMatchObject([
      { code: 'pool.full', message: 'Pool Tapes has no free space.', value: 0 },
    ]);
  });

  test('says nothing of pools that have more time, or of which nothing is known', () => {
    expect(poolFindings(outlook({ expected: onDay(28) }), now)).toEqual([]);
    expect(poolFindings(outlook({ state: 'unknown', gap: 'no_capacity', expected: null }), now)).toEqual([]);
    expect(poolFindings(outlook({ state: 'steady', earliest: null, expected: null }), now)).toEqual([]);
  });
});
