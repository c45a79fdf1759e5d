import { beforeAll, describe, expect, test } from '@jest/globals';
import { formatDuration } from '../../src/domain/units.js';
import { pageModule } from '../harness/browser/page-module.js';

interface Format {
  ago(time: string, now: number): string;
  age(seconds: number): string;
  duration(seconds: number | null): string;
}

const hour = 3600;
const day = 24 * hour;
let format: Format;

beforeAll(async () => {
  format = await pageModule<Format>('components/format.ts');
});

describe('an age', () => {
  const now = Date.parse('2026-11-20T21:00:00Z');
  const agoOf = (seconds: number) => format.ago(new Date(now - seconds * 1000).toISOString(), now);

  test.each([
    [59, '59 seconds', '59 s'],
    [90, '1 minute', '1 min'],
    [hour - 1, '59 minutes', '59 min'],
    [22 * hour - 1, '21 hours', '21 h'],
    [36 * hour, '36 hours', '36 h'],
    [2 * day - 1, '47 hours', '47 h'],
    [6 * day - 1, '5 days', '5 d'],
  ])('of %i seconds is the same whole number everywhere: %s', (seconds, inWords, short) => {
    expect([agoOf(seconds), format.age(seconds), formatDuration(seconds)]).toEqual([`${inWords} ago`, short, inWords]);
  });
});

test.each([
  [0, '0 s'],
  [119.7, '2 min'],
  [1_205, '20 min 5 s'],
  [36 * hour, '36 h'],
  [36 * hour + 60, '36 h 1 min'],
  [4 * day, '4 d'],
  [4 * day + 5 * hour, '4 d 5 h'],
])('a span of %d seconds has no zeros behind it: %s', (seconds, text) => {
  expect(format.duration(seconds)).toBe(text);
});

describe('the problems of a log', () => {
  interface LogProblems {
    readonly problemsOf: (lines: readonly { readonly id: number; readonly text: string }[]) => ReadonlySet<number>;
  }

  const report = (termination: string, failed: number) =>
    [
      'embedded-dir JobId 9: Embedded Director 2026-11-20 21:00:00:',
      '  Client:                 "failed-over"',
      '  Where:                  "/srv/missing"',
      `  Files Failed:           ${failed}`,
      `  Errors:                 ${failed}`,
      '  FD termination status:  OK',
      `  Termination:            ${termination}`,
    ].join('\n');

  async function problemsIn(...texts: readonly string[]): Promise<string[]> {
    const { problemsOf } = await pageModule<LogProblems>('features/runs/log-problems.ts');
    const ids = problemsOf(texts.map((text, id) => ({ id, text })));
    return texts.filter((_, id) => ids.has(id));
  }

  const start = 'embedded-dir JobId 9: Start Restore JobId 9, Job=missing-files.2026-11-20_21.00.00_09';
  const warning = 'embedded-dir JobId 9: Warning: Could not stat "/srv/x": ERR=No such file or directory';
  const fatal = 'embedded-dir JobId 9: Fatal error: Nothing that the fileset includes could be read.';

  test('are none where a restore ended well, whatever its report names and counts', async () => {
    expect(await problemsIn(start, '1 of 1 restored; 12 bytes.', report('Restore OK', 0))).toEqual([]);
  });

  test('are its messages and not the report that sums them up', async () => {
    expect(await problemsIn(start, warning, fatal, report('*** Restore Error ***', 2))).toEqual([warning, fatal]);
  });

  test('are the report where nothing else says what went wrong', async () => {
    const bad = report('*** Restore Error ***', 1);
    expect(await problemsIn(start, bad)).toEqual([bad]);
  });
});

test('what is typical is learned from backups that saved something, and is not said where there are too few', async () => {
  interface Compared {
    readonly files: number;
    readonly bytes: number;
    readonly durationSeconds: number;
  }
  const { usualOf } = await pageModule<{ readonly usualOf: (good: readonly Compared[]) => object | null }>(
    'features/runs/usual-run.ts',
  );
  const empty = { files: 0, bytes: 0, durationSeconds: 33 };
  const full = { files: 4, bytes: 400, durationSeconds: 10 };
  expect(usualOf([empty, full, empty, full, empty, full, empty])).toEqual({
    of: 3,
    seconds: 10,
    files: 4,
    bytes: 400,
    speed: 40,
  });
  expect(usualOf([empty, empty, empty, full])).toBeNull();
});

test('only a good run that is far from typical is unusual', async () => {
  interface RunStatusModule {
    readonly isUnusual: (run: object) => boolean;
  }
  const { isUnusual } = await pageModule<RunStatusModule>('components/run-status.ts');
  const small = [{ kind: 'small', value: 0, usual: 400 }];
  expect(isUnusual({ status: 'completed', outliers: small })).toBe(true);
  expect(isUnusual({ status: 'warning', outliers: small })).toBe(false);
  expect(isUnusual({ status: 'error', outliers: small })).toBe(false);
  expect([isUnusual({ status: 'completed' }), isUnusual({ status: 'completed', outliers: [] })]).toEqual([
    false,
    false,
  ]);
});

test('a schedule is in words on the clock of the reader, where it has a rule on that clock', async () => {
  interface Start {
    readonly at: string;
    readonly level: string;
  }
  interface SchedulePattern {
    readonly patternOf: (starts: readonly Start[], isCut: boolean, zone: string, now: number) => unknown;
  }
  const { patternOf } = await pageModule<SchedulePattern>('components/schedule-pattern.ts');
  const first = Date.parse('2026-11-20T01:14:00Z');
  const starts = Array.from({ length: 40 }, (_, index) => {
    return { at: new Date(first + index * day * 1000).toISOString(), level: 'Full' };
  });
  const dailyAt = (minutes: number) => ({ rules: [{ level: 'Full', on: { kind: 'daily' }, times: [minutes] }] });
  expect(patternOf(starts, false, 'UTC', first)).toEqual(dailyAt(74));
  expect(patternOf(starts, false, 'Europe/Berlin', first)).toEqual(dailyAt(134));
});

test('a run of a day that has not ended is one that runs or waits', async () => {
  interface WorstFirst {
    readonly countsOf: (day: object) => Record<string, number>;
    readonly partsOf: (counts: object) => unknown;
  }
  const { countsOf, partsOf } = await pageModule<WorstFirst>('features/overview/by-severity.ts');
  const counts = countsOf({ runs: 3, completed: 1, warning: 0, error: 0, canceled: 0, missed: 0 });
  expect(partsOf(counts)).toEqual([
    { outcome: 'unfinished', count: 2 },
    { outcome: 'completed', count: 1 },
  ]);
});

test('a filter by several states names each of them', async () => {
  interface Option {
    readonly value: string;
    readonly text: string;
  }
  interface RunFilters {
    readonly withChosen: (options: readonly Option[], chosen: string | undefined) => readonly Option[];
  }
  const { withChosen } = await pageModule<RunFilters>('features/runs/with-chosen.ts');
  const failed = { value: 'error', text: 'Failed' };
  const warned = { value: 'warning', text: 'Succeeded with warnings' };
  expect(withChosen([failed, warned], 'error,warning').at(-1)).toEqual({
    value: 'error,warning',
    text: 'Failed, Succeeded with warnings',
  });
  expect(withChosen([failed], 'error')).toEqual([failed]);
  expect(withChosen([failed], 'other').at(-1)).toEqual({ value: 'other', text: 'other' });
});
