import { describe, expect, test } from '@jest/globals';
import { type ForecastQuery, forecastOf, type Forecast, poolFindings } from './pool-forecast.js';

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
        id: 'pool.Tapes',
        component: 'storage',
        status: 'warn',
        value: 4,
        unit: 'days',
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

  test('reports no pools that have more time or no data', () => {
    expect(poolFindings(outlook({ expected: onDay(28) }), now)).toEqual([]);
    expect(poolFindings(outlook({ state: 'unknown', gap: 'no_capacity', expected: null }), now)).toEqual([]);
    expect(poolFindings(outlook({ state: 'steady', earliest: null, expected: null }), now)).toEqual([]);
  });
});

const gib = 2 ** 30;
const dayMs = 86_400_000;
const dayIn = (days: number): Date => new Date(Date.UTC(2026, 10, 20) + days * dayMs);

function query(changes: Partial<ForecastQuery> = {}): ForecastQuery {
  const usual = { now, daily: new Array<number>(30).fill(gib), remainingBytes: 10 * gib };
  return { ...usual, releases: [], holdSeconds: null, hasKeepRules: false, ...changes };
}

/** Numbers from 0 to 1, the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function anyQuery(next: () => number): ForecastQuery {
  const daily = Array.from({ length: 7 + Math.floor(next() * 84) }, () => (next() < 0.3 ? 0 : next() * 40 * gib));
  const releases = Array.from({ length: Math.floor(next() * 20) }, () => {
    return { at: new Date(now.getTime() + (next() * 400 - 30) * dayMs), bytes: next() * 100 * gib };
  });
  const holdSeconds = next() < 0.3 ? null : Math.floor(next() * 200 * 86_400);
  return query({ daily, remainingBytes: next() * 3_000 * gib, releases, holdSeconds });
}

const late = (time: Date | null): number => time?.getTime() ?? Number.POSITIVE_INFINITY;
const bounds = ['earliest', 'expected', 'latest'] as const;
const seeds = Array.from({ length: 60 }, (_, index) => index + 1);

describe('when a pool is full', () => {
  test('is the free space divided by the daily bytes, without spread if each day was alike', () => {
    expect(forecastOf(query())).toEqual({
      state: 'fills',
      gap: null,
      earliest: dayIn(10),
      expected: dayIn(10),
      latest: dayIn(10),
      days: 30,
      horizonDays: 120,
      bytesPerDay: gib,
      stddevBytesPerDay: 0,
    });
  });

  test('is a range that grows with the spread of the days', () => {
    const daily = Array.from({ length: 30 }, (_, day) => (day % 2) * 2 * gib);
    const { earliest, expected, latest } = forecastOf(query({ daily }));
    expect(expected).toEqual(dayIn(10));
    expect(earliest).toEqual(dayIn(7));
    expect(latest).toEqual(dayIn(17));
  });

  test('needs at least seven days', () => {
    const forecast = forecastOf(query({ daily: new Array<number>(6).fill(gib) }));
    expect(forecast).toMatchObject({
      state: 'unknown',
      gap: 'too_few_days',
      days: 6,
      expected: null,
      bytesPerDay: null,
    });
    expect(forecastOf(query({ daily: new Array<number>(7).fill(gib) }))).toMatchObject({ state: 'fills', days: 7 });
  });

  test('needs a known capacity', () => {
    const forecast = forecastOf(query({ remainingBytes: null }));
    expect(forecast).toMatchObject({ state: 'unknown', gap: 'no_capacity', expected: null, bytesPerDay: gib });
  });

  test('is not known where keep rules decide when space is freed, until there is none', () => {
    const given = { hasKeepRules: true, daily: new Array<number>(30).fill(gib) };
    for (const remainingBytes of [gib, 3_000 * gib]) {
      const forecast = forecastOf(query({ ...given, remainingBytes }));
      expect(forecast).toMatchObject({ state: 'unknown', gap: 'keep_rules', expected: null, bytesPerDay: gib });
    }
    expect(forecastOf(query({ ...given, remainingBytes: 0 }))).toMatchObject({ state: 'full', gap: null });
  });

  test.each([
    [7, 28],
    [30, 120],
    [90, 360],
  ])('after %d days of history is forecast for %d days', (days, horizonDays) => {
    const of = (remainingDays: number) =>
      forecastOf(query({ daily: new Array<number>(days).fill(gib), remainingBytes: remainingDays * gib }));
    expect(of(horizonDays)).toMatchObject({ state: 'fills', horizonDays, expected: dayIn(horizonDays) });
    expect(of(horizonDays + 1)).toMatchObject({ state: 'steady', horizonDays, expected: null });
  });

  test('is now if there is no space, regardless of the daily bytes', () => {
    const full = { state: 'full', earliest: dayIn(0), expected: dayIn(0), latest: dayIn(0) };
    expect(forecastOf(query({ remainingBytes: 0 }))).toMatchObject(full);
    expect(forecastOf(query({ remainingBytes: -5, daily: new Array<number>(7).fill(0) }))).toMatchObject(full);
  });

  test('is never where nothing is written', () => {
    const forecast = forecastOf(query({ daily: new Array<number>(90).fill(0) }));
    expect(forecast).toMatchObject({ state: 'steady', earliest: null, expected: null, latest: null, bytesPerDay: 0 });
  });

  test('is later by what retention frees until then, and what is already free counts immediately', () => {
    const releases = [{ at: new Date(now.getTime() + 5 * dayMs), bytes: 4 * gib }];
    expect(forecastOf(query({ releases })).expected).toEqual(dayIn(14));
    const past = [{ at: new Date(now.getTime() - 50 * dayMs), bytes: 2 * gib }];
    expect(forecastOf(query({ releases: past })).expected).toEqual(dayIn(12));
    const tooLate = [{ at: new Date(now.getTime() + 11 * dayMs), bytes: 4 * gib }];
    expect(forecastOf(query({ releases: tooLate })).expected).toEqual(dayIn(10));
  });

  test('is never if the data expires before the pool is full', () => {
    expect(forecastOf(query({ holdSeconds: 9 * 86_400 }))).toMatchObject({ state: 'steady', expected: null });
    expect(forecastOf(query({ holdSeconds: 11 * 86_400 }))).toMatchObject({ state: 'fills', expected: dayIn(10) });
  });

  test('is between the earliest and the latest time', () => {
    const wrong = seeds.filter((seed) => {
      const { earliest, expected, latest } = forecastOf(anyQuery(numbers(seed)));
      return late(earliest) > late(expected) || late(expected) > late(latest);
    });
    expect(wrong).toEqual([]);
  });

  test('is never later for more daily bytes, on any days', () => {
    const wrong = seeds.filter((seed) => {
      const next = numbers(seed);
      const before = anyQuery(next);
      const more = before.daily.map((bytes) => bytes + (next() < 0.5 ? 0 : next() * 10 * gib));
      return late(forecastOf({ ...before, daily: more }).expected) > late(forecastOf(before).expected);
    });
    expect(wrong).toEqual([]);
  });

  test('moves with all its bounds: never later for more each day, never sooner for more room', () => {
    const wrong = seeds.filter((seed) => {
      const next = numbers(seed);
      const before = anyQuery(next);
      const more = next() * 10 * gib;
      const written = forecastOf({ ...before, daily: before.daily.map((bytes) => bytes + more) });
      const room = forecastOf({ ...before, remainingBytes: (before.remainingBytes ?? 0) + next() * 100 * gib });
      const usual = forecastOf(before);
      return bounds.some((one) => late(written[one]) > late(usual[one]) || late(room[one]) < late(usual[one]));
    });
    expect(wrong).toEqual([]);
  });
});
