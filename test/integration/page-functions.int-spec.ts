import { beforeAll, describe, expect, test } from '@jest/globals';
import { findingCodes } from '../../src/domain/configuration.port.js';
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

test.each([
  [0, 3, '0 von 3 Plätzen enthalten ein Volume.'],
  [1, 3, '1 von 3 Plätzen enthält ein Volume.'],
  [1, 1, '1 von 1 Platz enthält ein Volume.'],
])('in German, %i of %i slots agree with their verb: %s', async (full, all, text) => {
  const { devices } = await pageModule<{ readonly devices: { counted(full: number, all: number): string } }>(
    'features/storage/messages.de.ts',
  );
  expect(devices.counted(full, all)).toBe(text);
});

test.each([
  ['/', true],
  ['//', true],
  ['/./', true],
  ['/ ', false],
  ['/..', false],
  ['/.config', false],
])('a restore to %j goes to the original paths: %s', async (folder, isRoot) => {
  const page = await pageModule<{ isRoot(folder: string): boolean }>('features/restore/replace-policy.ts');
  expect(page.isRoot(folder)).toBe(isRoot);
});

test.each([
  ['2026-11-17', '2026-11-17T11:00:00.000Z'],
  ['9999-12-31', undefined],
  ['2026-11-99', undefined],
])('a search until %s ends with that day where times are shown, or nowhere', async (day, end) => {
  const page = await pageModule<{ dayStart(day: string, zone: string, plus: number): string | undefined }>(
    'features/restore/restore-times.ts',
  );
  expect(page.dayStart(day, 'Pacific/Auckland', 1)).toBe(end);
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

describe('the timing of a schedule', () => {
  interface Cron {
    readonly timingOf: (at: string) => { readonly kind: string };
    readonly cronOf: (timing: object) => string;
  }

  test.each([
    ['5 23 * * *', { kind: 'days', on: { kind: 'daily' }, time: '23:05' }],
    ['5 23 * * SUN', { kind: 'days', on: { kind: 'weekdays', weekdays: [7] }, time: '23:05' }],
    ['5 23 * * MON-SAT', { kind: 'days', on: { kind: 'weekdays', weekdays: [1, 2, 3, 4, 5, 6] }, time: '23:05' }],
    ['0 4 * * SUN#1', { kind: 'days', on: { kind: 'weeks', weekdays: [7], weeks: [1] }, time: '04:00' }],
    ['0 4 15 * *', { kind: 'days', on: { kind: 'monthDays', days: [15] }, time: '04:00' }],
    ['30 */6 * * *', { kind: 'hours', every: 6, minute: 30 }],
    ['0 * * * *', { kind: 'hours', every: 1, minute: 0 }],
  ])('%s has words, and is written as before', async (at, timing) => {
    const { timingOf, cronOf } = await pageModule<Cron>('features/configuration/cron.ts');
    expect(timingOf(at)).toEqual(timing);
    expect(cronOf(timing)).toBe(at);
  });

  test.each([
    '5 23 * * SUN,WED#2',
    '0 */5 * * *',
    '0 3 30 2 *',
    '@daily',
    '0 0 4 * * *',
    '5 23 * * SAT-MON',
    '61 2 * * *',
  ])('%s stays an expression', async (at) => {
    const { timingOf, cronOf } = await pageModule<Cron>('features/configuration/cron.ts');
    expect(timingOf(at)).toEqual({ kind: 'expression', at });
    expect(cronOf(timingOf(at))).toBe(at);
  });

  test('with the days of the week in another form is the same', async () => {
    const { timingOf } = await pageModule<Cron>('features/configuration/cron.ts');
    const sunday = timingOf('5 23 * * SUN');
    expect(['0', '7', 'sun'].map((day) => timingOf(`5 23 * * ${day}`))).toEqual([sunday, sunday, sunday]);
    expect(timingOf('5 23 * * 1-7')).toEqual(timingOf('5 23 * * *'));
  });
});

describe('a selection of folders', () => {
  interface Selection {
    readonly include: readonly string[];
    readonly exclude: readonly string[];
  }
  interface FolderSelection {
    readonly toggled: (selection: Selection, path: string) => Selection;
    readonly isSelected: (selection: Selection, path: string) => boolean;
  }
  const select = () => pageModule<FolderSelection>('features/configuration/folder-selection.ts');
  const nothing: Selection = { include: [], exclude: [] };

  test('has what is in a chosen folder, and leaves out what is cleared there', async () => {
    const { toggled, isSelected } = await select();
    const home = toggled(nothing, '/home');
    const some = toggled(home, '/home/ada/scratch');
    expect(some).toEqual({ include: ['/home'], exclude: ['/home/ada/scratch'] });
    const paths = ['/home', '/home/ada', '/home/ada/scratch', '/home/ada/scratch/a', '/homes', '/'];
    expect(paths.map((path) => isSelected(some, path))).toEqual([true, true, false, false, false, false]);
    expect(toggled(some, '/home/ada/scratch')).toEqual(home);
  });

  test('takes a folder of one that is left out by its own path', async () => {
    const { toggled } = await select();
    const some = { include: ['/home'], exclude: ['/home/ada'] };
    expect(toggled(some, '/home/ada/letters')).toEqual({
      include: ['/home', '/home/ada/letters'],
      exclude: ['/home/ada'],
    });
  });

  test('forgets what was chosen in a folder with the folder', async () => {
    const { toggled } = await select();
    const some = { include: ['/home', '/srv'], exclude: ['/home/ada', '/srv/tmp'] };
    expect(toggled(some, '/home')).toEqual({ include: ['/srv'], exclude: ['/srv/tmp'] });
    expect(toggled({ include: ['/home/ada', '/home/otto'], exclude: [] }, '/home')).toEqual({
      include: ['/home'],
      exclude: [],
    });
  });

  test('of the root folder has everything', async () => {
    const { toggled, isSelected } = await select();
    const all = toggled(nothing, '/');
    expect(all.include).toEqual(['/']);
    expect(isSelected(all, '/etc/hosts')).toBe(true);
  });
});

describe('the operations of a new backup', () => {
  interface Operation {
    readonly op: string;
    readonly type: string;
    readonly name: string;
    readonly value: object;
  }
  interface Plans {
    readonly usualRhythm: object;
    readonly operationsOfPlan: (plan: object, known: object, names: object) => readonly Operation[];
    readonly startsOf: (rhythm: object) => unknown;
  }
  const plans = () => pageModule<Plans>('features/configuration/plan.ts');
  const resource = (type: string, name: string, own: object = {}) => ({ type, name, own, line: 1, usedBy: [] });
  const nightly = [
    { level: 'Full', at: '5 23 * * SUN' },
    { level: 'Incremental', at: '5 23 * * MON-SAT' },
  ];
  const known = {
    clients: [resource('client', 'local')],
    storages: [resource('storage', 'Local', { folder: '/data/volumes' })],
    pools: [resource('pool', 'Default', { retention: '60 days' })],
    filesets: [resource('fileset', 'Letters')],
    schedules: [resource('schedule', 'Nightly', { starts: nightly })],
    jobs: [],
  };
  const names = { schedule: 'daily 23:05', pool: '14 days' };
  const plan = async (changes: object = {}) => ({
    selection: { include: ['/home/ada/Letters'], exclude: [] },
    presets: [],
    patterns: [],
    markerFiles: [],
    oneFilesystem: true,
    client: 'local',
    storage: 'Local',
    folder: '',
    schedule: null,
    rhythm: (await plans()).usualRhythm,
    kept: { retention: '60 days', keep: {} },
    name: '',
    ...changes,
  });

  test('add only what does not exist yet, under names that are free', async () => {
    const { operationsOfPlan } = await plans();
    const operations = operationsOfPlan(await plan(), known, names);
    expect(operations).toEqual([
      { op: 'add', type: 'fileset', name: 'Letters 2', value: { include: ['/home/ada/Letters'] } },
      {
        op: 'add',
        type: 'job',
        name: 'Letters 2',
        value: { client: 'local', fileset: 'Letters 2', schedule: 'Nightly', storage: 'Local', pool: 'Default' },
      },
    ]);
  });

  test('add a storage, a pool, a schedule and a client where they are new', async () => {
    const { operationsOfPlan } = await plans();
    const rhythm = { ...(await plans()).usualRhythm, time: '02:00', full: 'monthly' };
    const other = await plan({
      storage: null,
      folder: ' /mnt/backup/ ',
      kept: { retention: '14 days', keep: { monthly: 6 } },
      rhythm,
      presets: ['trash'],
      patterns: ['*.iso'],
      markerFiles: ['.nobackup'],
      oneFilesystem: false,
      name: 'Papers',
    });
    const operations = operationsOfPlan(other, { ...known, clients: [] }, names);
    expect(operations.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'client local',
      'storage backup',
      'pool 14 days',
      'fileset Papers',
      'schedule daily 23:05',
      'job Papers',
    ]);
    expect(operations.map(({ value }) => value)).toEqual([
      {},
      { folder: '/mnt/backup' },
      { retention: '14 days', keep: { monthly: 6 } },
      {
        include: ['/home/ada/Letters'],
        exclude: ['*.iso'],
        excludePresets: ['trash'],
        markerFiles: ['.nobackup'],
        oneFilesystem: false,
      },
      {
        starts: [
          { level: 'Full', at: '0 2 * * SUN#1' },
          { level: 'Incremental', at: '0 2 * * *' },
        ],
      },
      { client: 'local', fileset: 'Papers', schedule: 'daily 23:05', storage: 'backup', pool: '14 days' },
    ]);
  });

  test('leave out the folder of a storage that a chosen folder contains', async () => {
    const { operationsOfPlan } = await plans();
    const selection = { include: ['/data'], exclude: [] };
    const [fileset] = operationsOfPlan(await plan({ selection }), known, names);
    expect(fileset?.value).toEqual({ include: ['/data'], exclude: ['/data/volumes'] });
  });

  test('have no schedule where none is wanted, and no keep rules without a retention', async () => {
    const { operationsOfPlan } = await plans();
    const kept = { retention: null, keep: {} };
    const operations = operationsOfPlan(await plan({ schedule: '', kept }), known, { ...names, pool: 'forever' });
    expect(operations.map(({ type, value }) => [type, value])).toEqual([
      ['pool', {}],
      ['fileset', { include: ['/home/ada/Letters'] }],
      ['job', { client: 'local', fileset: 'Letters 2', storage: 'Local', pool: 'forever' }],
    ]);
  });
});

test('a form changes the fields that differ, after the name', async () => {
  interface Edited {
    readonly name: string;
    readonly values: object;
  }
  interface ResourceOperations {
    readonly operationsOf: (type: string, before: Edited, after: Edited) => unknown;
  }
  const { operationsOf } = await pageModule<ResourceOperations>('features/configuration/resource-operations.ts');
  const before = { name: 'Home', values: { name: 'Home', priority: 5, pool: 'Default', level: 'Full' } };
  const after = { name: 'Houses', values: { priority: 5, pool: 'Long', enabled: false } };
  expect(operationsOf('job', before, after)).toEqual([
    { op: 'rename', type: 'job', name: 'Home', value: 'Houses' },
    { op: 'set', type: 'job', name: 'Houses', path: 'pool', value: 'Long' },
    { op: 'unset', type: 'job', name: 'Houses', path: 'level' },
    { op: 'set', type: 'job', name: 'Houses', path: 'enabled', value: false },
  ]);
  expect(
    operationsOf('job', before, { name: 'Home', values: { priority: 5, pool: 'Default', level: 'Full' } }),
  ).toEqual([]);
});

test('each code of a finding has a German sentence, except those with the words of the Director', async () => {
  interface Messages {
    readonly configurationChange: { readonly found: (code: string, params: object) => string };
  }
  const { configurationChange } = await pageModule<Messages>('features/configuration/messages.de.ts');
  const params = {
    at: 'a',
    path: 'b',
    folder: 'c',
    storage: 'd',
    other: 'e',
    otherFolder: 'f',
    type: 'g',
    name: 'h',
    count: 2,
  };
  const without = findingCodes.filter((code) => configurationChange.found(code, params) === '');
  expect(without).toEqual(['invalid', 'rejected']);
});
