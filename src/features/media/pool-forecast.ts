import { type Release } from '../../domain/volumes.js';
import { type HealthFinding } from '../../domain/verdict.js';

export interface ForecastQuery {
  readonly now: Date;
  /** Bytes written into the pool on each whole day, without gaps, oldest first; the last one is yesterday. */
  readonly daily: readonly number[];
  /** Bytes that can still be written now; null: unknown. */
  readonly remainingBytes: number | null;
  /** Space that retention frees; times in the past count as free now. */
  readonly releases: readonly Release[];
  /** After how long new data expires; null: never. */
  readonly holdSeconds: number | null;
  /** Keep rules decide what is freed: the retention of the volumes does not show when. */
  readonly hasKeepRules: boolean;
}

export const forecastStates = ['fills', 'steady', 'full', 'unknown'] as const;
/** `steady`: not expected to fill within the days that the forecast covers; `full`: there is no room now. */
export type ForecastState = (typeof forecastStates)[number];

export const forecastGaps = ['too_few_days', 'no_capacity', 'keep_rules'] as const;
/** Why there is no forecast. */
export type ForecastGap = (typeof forecastGaps)[number];

export interface Forecast {
  readonly state: ForecastState;
  readonly gap: ForecastGap | null;
  /** When it is full. With the confidence it is between the first and the last; null: not within the days covered. */
  readonly earliest: Date | null;
  readonly expected: Date | null;
  readonly latest: Date | null;
  /** Whole days that the forecast was made from. */
  readonly days: number;
  /** Days from now on that it covers. */
  readonly horizonDays: number;
  readonly bytesPerDay: number | null;
  /** Standard deviation of the daily bytes. */
  readonly stddevBytesPerDay: number | null;
}

/** How probable it is that the pool fills between the earliest and the latest time. */
export const forecastConfidence = 0.8;
/** Standard deviations of a normal distribution for this confidence. */
const deviations = 1.2816;

export const leastDays = 7;
export const mostDays = 90;
/** Forecast days for each day of history: a few weeks do not predict years. */
const horizonShare = 4;
const dayMs = 86_400_000;

interface Rate {
  readonly days: number;
  readonly horizon: number;
  readonly mean: number;
  readonly spread: number;
}

/**
 * When a pool is full if it continues as in the days before: the average daily bytes with their spread, less what retention frees.
 * The bounds cover both the sum of many days and the error of the measured average.
 */
export function forecastOf(query: ForecastQuery): Forecast {
  const { daily, remainingBytes } = query;
  const none = { earliest: null, expected: null, latest: null };
  if (daily.length < leastDays) return { ...none, ...unmeasured(daily.length), state: 'unknown', gap: 'too_few_days' };
  const rate = rateOf(daily);
  const growth = {
    days: rate.days,
    horizonDays: rate.horizon,
    bytesPerDay: Math.round(rate.mean),
    stddevBytesPerDay: Math.round(rate.spread),
  };
  if (remainingBytes === null) return { ...none, ...growth, state: 'unknown', gap: 'no_capacity' };
  const expected = fillDay(query, remainingBytes, rate, 0);
  if (query.hasKeepRules && expected !== 0) return { ...none, ...growth, state: 'unknown', gap: 'keep_rules' };
  const times = {
    earliest: dateOf(query.now, fillDay(query, remainingBytes, rate, deviations)),
    expected: dateOf(query.now, expected),
    latest: dateOf(query.now, fillDay(query, remainingBytes, rate, -deviations)),
  };
  const state = expected === 0 ? 'full' : expected === null ? 'steady' : 'fills';
  return { ...times, ...growth, state, gap: null };
}

function unmeasured(days: number): Pick<Forecast, 'days' | 'horizonDays' | 'bytesPerDay' | 'stddevBytesPerDay'> {
  return { days, horizonDays: 0, bytesPerDay: null, stddevBytesPerDay: null };
}

function rateOf(daily: readonly number[]): Rate {
  const days = daily.length;
  const mean = daily.reduce((sum, bytes) => sum + bytes, 0) / days;
  const squares = daily.reduce((sum, bytes) => sum + (bytes - mean) ** 2, 0);
  return { days, horizon: horizonShare * days, mean, spread: Math.sqrt(squares / (days - 1)) };
}

/** The first day from now on whose end finds no room; null: none within the horizon. */
function fillDay(query: ForecastQuery, room: number, rate: Rate, shift: number): number | null {
  const written = writtenUntil(rate, shift);
  const retentionDays = query.holdSeconds === null ? rate.horizon + 1 : Math.ceil(query.holdSeconds / 86_400);
  const given = releasedBytes(query, rate.horizon);
  for (let day = 0; day <= rate.horizon; day += 1) {
    const growth = (written[day] ?? 0) - (day < retentionDays ? 0 : (written[day - retentionDays] ?? 0));
    if (room + (given[day] ?? 0) - growth <= 0) return day;
  }
  return null;
}

/**
 * Bytes written by the end of each day from now on. The sum of t days strays by the spread and the root of t, and by t times the
 * error of the average, which falls with the root of the days that it was measured on.
 */
function writtenUntil({ mean, spread, days, horizon }: Rate, shift: number): readonly number[] {
  const sums: number[] = [];
  let most = 0;
  for (let day = 0; day <= horizon; day += 1) {
    most = Math.max(most, mean * day + shift * spread * Math.sqrt(day + day ** 2 / days));
    sums.push(most);
  }
  return sums;
}

/** Bytes given back by the end of each day from now on. */
function releasedBytes({ now, releases }: ForecastQuery, horizon: number): readonly number[] {
  const onDay = new Array<number>(horizon + 1).fill(0);
  for (const { at, bytes } of releases) {
    const day = Math.max(0, Math.ceil((at.getTime() - now.getTime()) / dayMs));
    if (day <= horizon) onDay[day] = (onDay[day] ?? 0) + bytes;
  }
  let sum = 0;
  return onDay.map((bytes) => (sum += bytes));
}

/** The beginning of that day, for the figure is no better than a day. */
function dateOf(now: Date, days: number | null): Date | null {
  return days === null ? null : new Date(Math.floor(now.getTime() / dayMs + days) * dayMs);
}

export interface PoolSpaceForecast {
  readonly pool: string;
  readonly forecast: Forecast;
  /** That its volumes are on; null: not known, or no disk. */
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null;
}

const warnMs = 7 * 86_400_000;

/** Findings on pools that are full, or expected to be within a week; on others there is none. */
export function poolFindings(outlooks: readonly PoolSpaceForecast[], now: Date): HealthFinding[] {
  return outlooks.flatMap(({ pool, forecast: { state, expected, earliest, latest } }) => {
    if (expected === null || expected.getTime() - now.getTime() > warnMs) return [];
    const days = Math.max(0, Math.round((expected.getTime() - now.getTime()) / 86_400_000));
    const when = state === 'full' ? 'has no free space' : `is expected to be full on ${dayOf(expected)}`;
    const range = state === 'full' ? '' : ` (${rangeOf(earliest, latest)})`;
    return [
      {
        id: `pool.${pool}`,
        component: 'storage',
        status: 'warn' as const,
        value: days,
        unit: 'days',
        code: state === 'full' ? ('pool.full' as const) : ('pool.filling' as const),
        params: { pool, ...times({ expected, earliest, latest }) },
        message: `Pool ${pool} ${when}${range}.`,
        hint: 'Free space, add volumes or a disk, or shorten the retention. GET /api/v1/storage-media/pools shows what limits the pool.',
      },
    ];
  });
}

/** Those that the forecast covers. */
function times(of: Readonly<Record<string, Date | null>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(of).flatMap(([name, time]) => (time === null ? [] : [[name, time.toISOString()]])),
  );
}

/** Without a latest time: the forecast does not reach that far. */
function rangeOf(earliest: Date | null, latest: Date | null): string {
  const first = dayOf(earliest ?? new Date(0));
  return latest === null ? `not before ${first}` : `between ${first} and ${dayOf(latest)}`;
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
