import { expect, test } from '@jest/globals';
import { type KeepRules } from '../../../domain/keep-rules.js';
import { expiry, type RetainedRun } from '../volumes/retention.js';
import { DraftedStarts } from './preview-schedule.js';
import { type DraftedRetention, previewRetention } from './preview-retention.js';

const since = new Date('2026-01-01T00:00:00Z');
const end = new Date('2028-01-01T00:00:00Z');
const day = 86_400;
const none: KeepRules = { last: null, daily: null, weekly: null, monthly: null, yearly: null };

const nightly: DraftedRetention = {
  timezone: 'Europe/Berlin',
  starts: [
    { level: 'Incremental', at: '5 23 * * *' },
    { level: 'Differential', at: '5 23 * * WED' },
    { level: 'Full', at: '5 23 * * SUN' },
  ],
  retentionSeconds: 14 * day,
  keep: null,
};

const letters: Readonly<Record<string, string>> = { Full: 'F', Differential: 'D', Incremental: 'I' };

/** What is left at the end if volumes expire after each run, as they do in reality. */
function keptByDailyExpiry({ retentionSeconds, keep, timezone, starts }: DraftedRetention): string[] {
  const keepRules = new Map(keep === null ? [] : [['p', keep]]);
  let runs: readonly RetainedRun[] = [];
  const expire = (now: Date): void => {
    const volumes = runs.map(({ jobId, at }) => ({
      mediaId: jobId,
      isExpired: retentionSeconds !== null && (at + retentionSeconds) * 1000 < now.getTime(),
      isDamaged: false,
    }));
    const gone = new Set(expiry(runs, volumes, { inUse: [], keepRules, timezone, now }).volumes);
    runs = runs.filter(({ jobId }) => !gone.has(jobId));
  };
  const all = new DraftedStarts({ starts, timezone }).between(since, end, 100_000);
  all.forEach(({ at, level }, jobId) => {
    const seconds = at.getTime() / 1000;
    const letter = jobId === 0 ? 'F' : (letters[level] ?? '');
    const run = { jobId, group: 'g', job: 'j', pool: 'p', level: letter, at: seconds, startedAt: seconds };
    runs = [...runs, { ...run, isGood: true, volumes: [jobId] }];
    expire(at);
  });
  expire(end);
  return runs.map(({ at }) => new Date(at * 1000).toISOString()).reverse();
}

const rules: readonly (readonly [string, Partial<DraftedRetention>])[] = [
  ['a retention alone', {}],
  ['keep rules', { keep: { ...none, daily: 7, weekly: 5, monthly: 12, yearly: 3 } }],
  ['the last runs', { keep: { ...none, last: 40 }, retentionSeconds: day }],
  ['rules of months, with Incrementals far from their Full', {
    keep: { ...none, monthly: 24 },
    starts: [
      { level: 'Incremental', at: '0 4 * * *' },
      { level: 'Full', at: '0 4 15 * *' },
    ],
  }],
  ['a single Full, on which all build', { starts: [{ level: 'Incremental', at: '0 4 * * MON' }] }],
]; // prettier-ignore

test.each(rules)('runs that %s keep are those that remain when volumes expire after each run', async (_, changes) => {
  const draft = { ...nightly, ...changes };
  const preview = await previewRetention(draft, since);
  expect(preview).toMatchObject({ since, until: end, timezone: 'Europe/Berlin' });
  expect(preview.kept.map(({ at }) => at.toISOString())).toEqual(keptByDailyExpiry(draft));
});

test('each run that is kept has its reasons', async () => {
  const { kept, runs } = await previewRetention({ ...nightly, keep: { ...none, monthly: 2 } }, since);
  expect(runs).toBe(730);
  expect(kept[0]).toEqual({
    at: new Date('2027-12-31T22:05:00Z'),
    level: 'Incremental',
    reasons: ['time', 'newest', 'monthly'],
  });
  const older = kept.filter(({ at }) => at < new Date('2027-12-01T00:00:00Z'));
  expect(older.map(({ at, level, reasons }) => `${at.toISOString().slice(0, 10)} ${level} ${reasons.join()}`)).toEqual([
    '2027-11-30 Incremental monthly',
    '2027-11-29 Incremental chain',
    '2027-11-28 Full chain',
  ]);
});

test('without retention every run is kept', async () => {
  const { kept, runs } = await previewRetention({ ...nightly, retentionSeconds: null }, since);
  expect(kept).toHaveLength(runs);
});

test('a schedule that starts every minute ends the preview early, and says when', async () => {
  const often = { ...nightly, starts: [{ level: 'Incremental' as const, at: '* * * * *' }] };
  const { runs, until } = await previewRetention(often, since);
  expect(runs).toBeLessThan(10_000);
  expect(until).toEqual(new Date(since.getTime() + runs * 60_000));
});

test('start times that never come do not end the preview early', async () => {
  // To search for one of them takes 30 ms or more, which would be done again for each week.
  const never = [0, 1, 2, 3, 4].map((minute) => ({
    level: 'Full' as const,
    at: `${minute} 0 31 2,4 +MON#5,TUE#5,WED#5`,
  }));
  const { until, kept } = await previewRetention({ ...nightly, starts: [...never, ...nightly.starts] }, since);
  expect(until).toEqual(end);
  expect(kept).toEqual((await previewRetention(nightly, since)).kept);
});

test('a schedule without a start keeps nothing', async () => {
  expect(await previewRetention({ ...nightly, starts: [] }, since)).toMatchObject({ runs: 0, kept: [], until: end });
});
