import { describe, expect, test } from '@jest/globals';
import { type KeepRules } from '../../../domain/keep-rules.js';
import { type Expiry, expiry, type ExpiryTerms, type RetainedRun } from './retention.js';

const none: KeepRules = { last: null, daily: null, weekly: null, monthly: null, yearly: null };

/** A run alone on the volume of its number. */
function run(jobId: number, at: string, more: Partial<RetainedRun> = {}): RetainedRun {
  const seconds = new Date(at).getTime() / 1000;
  const series = { group: 'local/Home', job: 'Home', pool: 'Default' };
  return { ...series, jobId, level: 'F', at: seconds, startedAt: seconds, isGood: true, volumes: [jobId], ...more };
}

interface Given {
  readonly keepRules?: ExpiryTerms['keepRules'];
  readonly timezone?: string;
  readonly damaged?: readonly number[];
  readonly now?: string;
}

/** The retention of every volume is over. */
function decide(runs: readonly RetainedRun[], rules: Partial<KeepRules>, given: Given = {}): Expiry {
  const { damaged = [], now = '2040-01-01', timezone = 'UTC' } = given;
  const keepRules = given.keepRules ?? new Map([['Default', { ...none, ...rules }]]);
  const volumes = [...new Set(runs.flatMap((one) => one.volumes))].map((mediaId) => ({
    mediaId,
    isExpired: true,
    isDamaged: damaged.includes(mediaId),
  }));
  return expiry(runs, volumes, { inUse: [], keepRules, timezone, now: new Date(now) });
}

/** `<job id> <rules>` of each run that a rule or the chain of another run keeps. */
function kept(runs: readonly RetainedRun[], rules: Partial<KeepRules>, given: Given = {}): readonly string[] {
  return [...decide(runs, rules, given).kept]
    .map(([jobId, reasons]) => [jobId, ...reasons.filter((reason) => reason !== 'newest')])
    .filter(({ length }) => length > 1)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map((words) => words.join(' '));
}

const daily = (from: string, days: number): readonly RetainedRun[] =>
  Array.from({ length: days }, (_, index) =>
    run(index + 1, new Date(Date.parse(from) + index * 86_400_000).toISOString()),
  );

describe('keep rules', () => {
  test('last keeps the newest runs', () => {
    expect(kept(daily('2026-05-01T22:00Z', 5), { last: 2 })).toEqual(['4 last', '5 last']);
  });

  test('daily keeps the newest run of each of the newest days that have one', () => {
    const runs = [
      run(1, '2026-05-01T08:00Z'),
      run(2, '2026-05-01T20:00Z'),
      run(3, '2026-05-09T08:00Z'),
      run(4, '2026-05-20T08:00Z'),
      run(5, '2026-05-20T20:00Z'),
    ];
    expect(kept(runs, { daily: 3 })).toEqual(['2 daily', '3 daily', '5 daily']);
  });

  test('each rule counts for itself, and all that keep a run are named', () => {
    const runs = daily('2026-04-27T22:00Z', 8);
    expect(kept(runs, { last: 2, daily: 3, weekly: 2, monthly: 2, yearly: 5 })).toEqual([
      '4 monthly',
      '6 daily',
      '7 last daily weekly',
      '8 last daily weekly monthly yearly',
    ]);
  });

  test('a rule for more runs than there are keeps all, and no run is no error', () => {
    expect(kept(daily('2026-05-01T22:00Z', 2), { daily: 9 })).toEqual(['1 daily', '2 daily']);
    expect(decide([], { daily: 9 })).toEqual({ volumes: [], kept: new Map() });
  });

  test('of runs of the same second the one with the higher job id is newer', () => {
    expect(kept([run(8, '2026-05-01T22:00Z'), run(7, '2026-05-01T22:00Z')], { last: 1 })).toEqual(['8 last']);
  });

  test('jobs count for themselves, and so do clients, filesets and pools', () => {
    const runs = [
      run(1, '2026-05-01T22:00Z'),
      run(2, '2026-05-02T22:00Z', { job: 'Other' }),
      run(3, '2026-05-03T22:00Z', { group: 'local/Other' }),
      run(4, '2026-05-04T22:00Z', { pool: 'Other' }),
      run(5, '2026-05-05T22:00Z', { pool: 'Without' }),
    ];
    const rules = { ...none, last: 1 };
    const keepRules = new Map([
      ['Default', rules],
      ['Other', rules],
    ]);
    expect(kept(runs, {}, { keepRules })).toEqual(['1 last', '2 last', '3 last', '4 last']);
  });

  test('a volume leaves only when no run on it is kept', () => {
    const runs = [
      run(1, '2026-05-01T22:00Z'),
      run(2, '2026-05-02T22:00Z', { volumes: [1, 2] }),
      run(3, '2026-05-03T22:00Z'),
    ];
    expect(decide(runs, { last: 1 })).toMatchObject({ volumes: [1, 2] });
    expect(decide(runs, { last: 2 })).toMatchObject({ volumes: [] });
  });
});

describe('days, weeks, months and years', () => {
  test('are those of the time zone', () => {
    const runs = [run(1, '2026-05-01T21:30Z'), run(2, '2026-05-01T22:30Z')];
    expect(kept(runs, { daily: 2 }, { timezone: 'UTC' })).toEqual(['2 daily']);
    expect(kept(runs, { daily: 2 }, { timezone: 'Europe/Berlin' })).toEqual(['1 daily', '2 daily']);
  });

  test('a day of 23 hours and a day of 25 hours count once', () => {
    const runs = [
      run(1, '2026-03-28T23:30+01:00'),
      run(2, '2026-03-29T00:30+01:00'),
      run(3, '2026-03-29T23:30+02:00'),
      run(4, '2026-03-30T00:30+02:00'),
      run(5, '2026-10-25T00:30+02:00'),
      run(6, '2026-10-25T02:30+02:00'),
      run(7, '2026-10-25T02:30+01:00'),
      run(8, '2026-10-25T23:30+01:00'),
      run(9, '2026-10-26T00:30+01:00'),
    ];
    const names = ['1 daily', '3 daily', '4 daily', '8 daily', '9 daily'];
    expect(kept(runs, { daily: 9 }, { timezone: 'Europe/Berlin' })).toEqual(names);
  });

  test('a day that a change of the clock begins twice counts once', () => {
    // At 00:01 of November 7 the clock went back to 23:01 of November 6.
    const runs = [
      run(1, '2010-11-06T12:00Z'),
      run(2, '2010-11-07T00:00:30-02:30'),
      run(3, '2010-11-06T23:30-03:30'),
      run(4, '2010-11-07T00:30-03:30'),
    ];
    expect(kept(runs, { daily: 9 }, { timezone: 'America/St_Johns' })).toEqual(['3 daily', '4 daily']);
  });

  test('a leap day is a day of its own, and the last of its month', () => {
    const runs = [
      run(1, '2028-02-28T12:00Z'),
      run(2, '2028-02-29T12:00Z'),
      run(3, '2028-03-01T12:00Z'),
      run(4, '2029-02-28T12:00Z'),
    ];
    expect(kept(runs, { daily: 3, monthly: 3, yearly: 2 })).toEqual([
      '2 daily monthly',
      '3 daily monthly yearly',
      '4 daily monthly yearly',
    ]);
  });

  test('week 53 goes from one year into the next', () => {
    const runs = [
      run(1, '2026-12-27T12:00Z'),
      run(2, '2026-12-28T12:00Z'),
      run(3, '2026-12-31T12:00Z'),
      run(4, '2027-01-03T12:00Z'),
      run(5, '2027-01-04T12:00Z'),
    ];
    expect(kept(runs, { weekly: 3 })).toEqual(['1 weekly', '4 weekly', '5 weekly']);
    expect(kept(runs, { yearly: 2 })).toEqual(['3 yearly', '5 yearly']);
  });

  test('the last days of December can belong to week 1', () => {
    const runs = [run(1, '2024-12-29T12:00Z'), run(2, '2024-12-30T12:00Z'), run(3, '2025-01-05T12:00Z')];
    expect(kept(runs, { weekly: 9 })).toEqual(['1 weekly', '3 weekly']);
  });
});

describe('the chain of a kept run', () => {
  const chain = ['F', 'I', 'D', 'I', 'I', 'F', 'I'].map((level, index) =>
    run(index + 1, new Date(Date.UTC(2026, 4, index + 1)).toISOString(), { level }),
  );

  test('is kept: its Full, Differential and Incrementals', () => {
    const runs = chain.filter(({ jobId }) => jobId < 6);
    expect(kept(runs, { last: 1 })).toEqual(['1 chain', '3 chain', '4 chain', '5 last']);
    expect(decide(runs, { last: 1 })).toMatchObject({ volumes: [2] });
  });

  test('leads through runs of other jobs and pools', () => {
    const runs = [
      run(1, '2026-05-01T12:00Z', { pool: 'Without', job: 'Other' }),
      run(2, '2026-05-02T12:00Z', { level: 'I' }),
      run(3, '2026-05-03T12:00Z', { pool: 'Without', job: 'Other' }),
    ];
    expect(decide(runs, { last: 1 }).volumes).toEqual([]);
    expect(kept(runs, { last: 1 })).toEqual(['1 chain', '2 last']);
  });

  test('takes no place of a rule', () => {
    expect(kept(chain, { last: 3 })).toEqual(['1 chain', '3 chain', '4 chain', '5 last', '6 last chain', '7 last']);
  });
});

describe('runs that cannot serve', () => {
  test('one that read nothing takes no place, and stays in the chains that lead through it', () => {
    const runs = [
      run(1, '2026-05-01T12:00Z'),
      run(2, '2026-05-02T12:00Z', { level: 'I' }),
      run(3, '2026-05-03T12:00Z', { level: 'I', isGood: false }),
      run(4, '2026-05-04T12:00Z', { level: 'I' }),
      run(5, '2026-05-05T12:00Z', { level: 'I', isGood: false }),
    ];
    expect(kept(runs, { last: 2 })).toEqual(['1 chain', '2 last chain', '3 chain', '4 last chain']);
  });

  test('one on a damaged volume takes no place and keeps its own, and so does what is built upon it', () => {
    const runs = [
      run(1, '2026-05-01T12:00Z'),
      run(2, '2026-05-02T12:00Z'),
      run(3, '2026-05-03T12:00Z'),
      run(4, '2026-05-04T12:00Z', { level: 'I' }),
    ];
    expect(kept(runs, { last: 2 }, { damaged: [3] })).toEqual(['1 last', '2 last', '3 last chain', '4 last']);
  });

  test('one that is dated ahead takes no place before its date, and is kept', () => {
    const runs = daily('2026-05-01T22:00Z', 5);
    const now = '2026-05-03T22:00Z';
    expect(kept(runs, { last: 2 }, { now })).toEqual(['2 last', '3 last', '4 time', '5 time']);
  });

  test('those of a week in which the clock was ahead stay of different days when their dates were corrected', () => {
    const ahead = daily('2029-05-01T22:00Z', 7).map((one, index) => ({
      ...one,
      jobId: index + 3,
      volumes: [index + 3],
    }));
    const at = Date.parse('2026-05-10T08:00Z') / 1000;
    const runs = [
      run(1, '2025-05-01T22:00Z'),
      run(2, '2026-05-02T22:00Z'),
      ...ahead.map((one) => ({ ...one, at })),
      run(10, '2026-05-10T22:00Z'),
    ];
    const kept8 = ['3', '4', '5', '6', '7', '8', '9', '10'];
    expect(kept(runs, { daily: 8 }).map((words) => words.split(' ')[0])).toEqual(['1', '2', ...kept8]);
    expect(kept(runs, { yearly: 2 })).toEqual(['1 yearly', '9 yearly', '10 yearly']);
  });

  test('one that is dated at the beginning of time is the oldest', () => {
    expect(kept([run(1, '1970-01-01T00:00Z'), run(2, '2026-05-01T12:00Z')], { last: 1, yearly: 2 })).toEqual([
      '1 yearly',
      '2 last yearly',
    ]);
  });
});
