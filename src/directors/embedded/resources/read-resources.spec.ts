import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { filesetIdentity, writeDefaultDirectorFile } from './director-file.js';
import { readResources } from './read-resources.js';

const good = `
clients: [{ name: local }]
storages: [{ name: Local, folder: /var/backups }]
pools: [{ name: Default, volumeSize: 5 GiB, retention: 2 weeks }]
filesets: [{ name: Home, include: [/home/, /home] , exclude: ["*.iso"] }]
schedules: [{ name: Nightly, starts: [{ level: full, at: "5 23 * * *" }] }]
jobs: [{ name: Backup Home, client: local, fileset: Home, storage: Local, pool: Default, schedule: Nightly }]
`;
const faultsOf = (text: string): string => {
  try {
    readResources(text, 'embedded');
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

const blocks = `
clients:
  - name: local
storages:
  - { name: Local, folder: /var/backups }
pools: [{ name: Default }]
filesets:
  - name: Home
    include: [/home]
jobs:
  - name: Backup
    client: local
    fileset: Home
    storage: Local
    pool: Default
`;

describe('an error of director.yaml has its line and column', () => {
  test.each([
    ['fileset: Home', 'fileset: Nope', 'there is no fileset named Nope (line 13, column 5)'],
    ['fileset: Home', 'filset: Home', 'jobs[0].filset: is unknown; known are '],
    ['    fileset: Home\n', '', 'jobs[0].fileset: is missing (line 11, column 5)'],
    ['folder: /var/backups', 'folder: var', 'that starts with a slash (line 5, column 20)'],
    ['include: [/home]', 'include: [/home, 1]', 'filesets[0].include: must be a list of strings (line 9, column 5)'],
    [
      'pools: [{ name: Default }]',
      'pools: [{ name: Default }, x]',
      'pools[1]: must be a mapping of names to values (line 6, column 28)',
    ],
    ['pools: [{ name: Default }]', 'pools: []', 'pools: at least one entry is required (line 6, column 1)'],
    ['include: [/home]', 'include: [*.iso]', 'Put a value that starts with * in quotes (line 9, column 15)'],
    ['  - name: Home', '  - name: Home\n   include: x', ' at line 9, column '],
  ])('%s → %s', (from, to, sentence) => {
    expect(blocks).toContain(from);
    expect(faultsOf(blocks.replace(from, to))).toContain(sentence);
  });

  test('also where an alias leads to it, and of a field with an odd name', () => {
    const shared = `schedules:\n  - { name: A, starts: &s [{ at: x }] }\n  - { name: B, starts: *s }${blocks}`;
    expect(faultsOf(shared)).toContain('schedules[1].starts[0].at: x is not a cron expression');
    expect(faultsOf(shared).match(/line 2, column 30/g)).toHaveLength(2);
    expect(faultsOf(`${blocks}    "a.b[0]: c": 1\n`)).toMatch(/\(line 11, column 5\)$/);
  });

  test('except where no line shows it', () => {
    expect(faultsOf(blocks.replace('pools:', 'more:'))).toMatch(
      /^director\.yaml: pools: at least one entry is required$/m,
    );
  });
});

describe('director.yaml', () => {
  test('is read with its defaults filled in', () => {
    const resources = readResources(good, 'embedded');
    expect(resources.jobs[0]).toEqual({
      name: 'Backup Home',
      type: 'Backup',
      client: 'local',
      fileset: 'Home',
      schedule: 'Nightly',
      storage: 'Local',
      pool: 'Default',
      level: 'Incremental',
      priority: 10,
      maxRunSeconds: null,
      enabled: true,
    });
    expect(resources.pools[0]).toEqual({
      name: 'Default',
      volumeBytes: 5 * 2 ** 30,
      retentionSeconds: 1_209_600,
      keep: null,
    });
    expect(resources.filesets[0]).toEqual({
      name: 'Home',
      include: ['/home'],
      exclude: ['*.iso'],
      excludePresets: [],
      markerFiles: [],
      oneFilesystem: true,
    });
    expect(resources.schedules[0]?.starts[0]?.level).toBe('Full');
  });

  test('a verify job reads backups of all jobs, or of those that it names', () => {
    const jobsOf = (fields: string) =>
      readResources(
        good.replace('schedule: Nightly }]', `schedule: Nightly }, { name: Verify, type: Verify${fields} }]`),
        'embedded',
      ).jobs;
    const none = { client: null, fileset: null, storage: null, pool: null };
    const defaults = { priority: 10, maxRunSeconds: null, enabled: true };
    const job = { name: 'Verify', type: 'Verify', schedule: null, ...defaults, ...none };
    expect(jobsOf('')[1]).toEqual({ ...job, jobs: null, runs: 'newest' });
    expect(jobsOf(', jobs: [Backup Home, Backup Home], runs: all')[1]).toEqual({
      ...job,
      jobs: ['Backup Home'],
      runs: 'all',
    });
  });

  test.each([
    [
      'fileset: Home, storage',
      'fileset: Nope, storage',
      'director.yaml: jobs[0].fileset: there is no fileset named Nope',
    ],
    ['folder: /var/backups', 'folder: var', 'director.yaml: storages[0].folder: var must be an absolute path'],
    ['5 GiB', '5 parsec', 'director.yaml: pools[0].volumeSize: must be a size, such as 2 GiB or 500 MB'],
    ['2 weeks', 'soon', 'director.yaml: pools[0].retention: must be a duration, such as 60 days or 1 year'],
    ['2 weeks', '2 weeks, keep: { daily: 0 }', 'pools[0].keep.daily: must be a whole number from 1 to 100000'],
    ['2 weeks', '2 weeks, keep: { last: 3, daily: }', 'pools[0].keep.daily: must be a whole number from 1 to 100000'],
    ['2 weeks', '2 weeks, keep: { last: 1.5 }', 'pools[0].keep.last: must be a whole number from 1 to 100000'],
    ['2 weeks', '2 weeks, keep: { last: "7" }', 'pools[0].keep.last: must be a whole number from 1 to 100000'],
    ['2 weeks', '2 weeks, keep: {}', 'pools[0].keep: must have at least one of last, daily, weekly, monthly, yearly'],
    ['2 weeks', '2 weeks, keep: ', 'pools[0].keep: must have at least one of last, daily, weekly, monthly, yearly'],
    ['2 weeks', '2 weeks, keep: 7', 'pools[0].keep: must be a mapping of names to values'],
    ['2 weeks', '2 weeks, keep: { hourly: 24 }', 'pools[0].keep.hourly: is unknown; known are last, daily, weekly,'],
    [
      'retention: 2 weeks',
      'keep: { last: 3 }',
      'pools[0].keep: needs "retention": without it the volumes of this pool',
    ],
    [
      'pool: Default,',
      'pool: Default, maxRunTime: 25 days,',
      'director.yaml: jobs[0].maxRunTime: must be a duration of at most 24 days',
    ],
    ['level: full', 'level: some', 'director.yaml: schedules[0].starts[0].level: must be one of Full, '],
    ['5 23 * * *', '5 25 * * *', 'director.yaml: schedules[0].starts[0].at: 5 25 * * * is not a cron expression'],
    ['name: Backup Home', 'name: "a\\tb"', 'director.yaml: jobs[0].name: must not contain control'],
    ['name: Backup Home', 'name: "a\\ud800b"', 'director.yaml: jobs[0].name: must not contain control'],
    [
      'name: Backup Home',
      'name: "a\\u202eb"',
      'director.yaml: jobs[0].name: must not contain control or text-direction',
    ],
    ['name: Backup Home', 'name: " a"', 'director.yaml: jobs[0].name: must not start or end with a space'],
    ['name: Backup Home', 'name: "a\\u00a0"', 'director.yaml: jobs[0].name: must not start or end with a space'],
    ['name: Backup Home', 'name: "a,b"', 'director.yaml: jobs[0].name: must not contain a comma'],
    ['name: Backup Home', 'name: ".."', 'director.yaml: jobs[0].name: must not be . or ..'],
    ['name: Backup Home', `name: ${'é'.repeat(64)}`, 'director.yaml: jobs[0].name: has 128 bytes; the maximum is 127'],
    [
      'name: Backup Home',
      'name: RestoreFiles',
      'director.yaml: jobs[0].name: RestoreFiles is the name of the built-in',
    ],
    ['schedule: Nightly }', 'shedule: Nightly }', 'director.yaml: jobs[0].shedule: is unknown; known are name'],
    ['include: [/home/, /home]', 'include: []', 'director.yaml: filesets[0].include: must name at least one file'],
    [
      'exclude: ["*.iso"]',
      'excludePresets: [trash, cashes]',
      'director.yaml: filesets[0].excludePresets: cashes is unknown; known are system, caches, trash, developer',
    ],
    [
      'exclude: ["*.iso"]',
      'markerFiles: .nobackup',
      'director.yaml: filesets[0].markerFiles: must be a list of strings',
    ],
    [
      'exclude: ["*.iso"]',
      'markerFiles: [a/.nobackup]',
      'director.yaml: filesets[0].markerFiles: a/.nobackup must be the name of a file, without a folder',
    ],
    [
      'exclude: ["*.iso"]',
      'markerFiles: ["*.tag"]',
      'director.yaml: filesets[0].markerFiles: *.tag must be the whole name of a file; wildcards are not supported',
    ],
    ['exclude: ["*.iso"]', 'markerFiles: [.]', 'director.yaml: filesets[0].markerFiles: . must be the name of a file'],
    ['exclude: ["*.iso"]', `markerFiles: [${'x'.repeat(256)}]`, 'has more than 255 bytes'],
    [
      'clients: [{ name: local }]',
      'clients: [{ name: local }, { name: local }]',
      'clients[1].name: local is used twice',
    ],
    [
      'name: Backup Home',
      'type: Copy, name: Backup Home',
      'director.yaml: jobs[0].type: must be one of Backup, Verify',
    ],
    [
      'schedule: Nightly }]',
      'schedule: Nightly }, { name: V, type: Verify, jobs: [V] }]',
      'director.yaml: jobs[1].jobs: there is no backup job named V',
    ],
    [
      'schedule: Nightly }]',
      'schedule: Nightly }, { name: V, type: Verify, jobs: [] }]',
      'director.yaml: jobs[1].jobs: must name at least one job',
    ],
    [
      'schedule: Nightly }]',
      'schedule: Nightly }, { name: V, type: Verify, client: local }]',
      'director.yaml: jobs[1].client: is unknown; known are name',
    ],
    ['clients: [{ name: local }]', 'clients: {}', 'director.yaml: clients: must be a list'],
    [
      'clients:',
      'director: { timezone: Moon/Base }\nclients:',
      'director.timezone: Moon/Base is not a known time zone',
    ],
  ])('%s → %s is rejected with its path and a message', (from, to, sentence) => {
    expect(good).toContain(from);
    expect(faultsOf(good.replace(from, to))).toContain(sentence);
  });

  test.each(['recent', 'run', 'a/b', '../up', 'Größe ändern', `it's "x"`, '50% ?&#+;', '日本 🗄', '-x', 'é'.repeat(63)])(
    'takes the name %s',
    (name) => {
      const text = good.replace('name: Backup Home', `name: ${JSON.stringify(name)}`);
      expect(readResources(text, 'embedded').jobs[0]?.name).toBe(name);
    },
  );

  test('keep rules are read; one that is absent is none', () => {
    const text = good.replace('2 weeks', '2 weeks, keep: { daily: 14, yearly: 100000 }');
    expect(readResources(text, 'embedded').pools[0]?.keep).toEqual({
      last: null,
      daily: 14,
      weekly: null,
      monthly: null,
      yearly: 100_000,
    });
  });

  test('all errors are reported together, and invalid YAML with its line', () => {
    expect(faultsOf(good.replace('5 GiB', 'x').replace('2 weeks', 'y')).split('\n')).toHaveLength(2);
    expect(faultsOf('jobs: [')).toMatch(/^director\.yaml: .*line 1/);
    expect(faultsOf(`${good}---\n${good}`)).toBe(
      'director.yaml: has several YAML documents; the second begins in line 8. Keep one',
    );
  });

  test('names presets and marker files of a fileset, each once', () => {
    const rules = 'excludePresets: [trash, caches, trash], markerFiles: [.nobackup, CACHEDIR.TAG, .nobackup]';
    expect(readResources(good.replace('exclude: ["*.iso"]', rules), 'embedded').filesets[0]).toMatchObject({
      exclude: [],
      excludePresets: ['caches', 'trash'],
      markerFiles: ['.nobackup', 'CACHEDIR.TAG'],
    });
  });

  test('is written for a first start, and can be read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'director-file-'));
    writeDefaultDirectorFile(folder, '/opt/console', 'embedded');
    const text = readFileSync(join(folder, 'director.yaml'), 'utf8');
    const first = readResources(text, 'embedded');
    expect(first.filesets[0]?.include).toEqual(['/opt/console', join(folder, 'director.yaml')]);
    expect(first.filesets[0]?.exclude).toContain('node_modules');
    expect(first.schedules[0]?.starts.map(({ level }) => level)).toEqual(['Full', 'Incremental']);
    expect(text).toContain('# - name: BackupHome');
    rmSync(folder, { recursive: true });
  });

  test('the commented example becomes a valid job when its marks are taken away', () => {
    const folder = mkdtempSync(join(tmpdir(), 'director-file-'));
    writeDefaultDirectorFile(folder, '/opt/console', 'embedded');
    const text = readFileSync(join(folder, 'director.yaml'), 'utf8').replace(/^ {2}# (?=- name| {2}\w+:)/gm, '  ');
    expect(readResources(text, 'embedded').jobs.map(({ name }) => name)).toEqual([
      'BackupConsole',
      'BackupHome',
      'VerifyBackups',
    ]);
    rmSync(folder, { recursive: true });
  });

  test("a fileset's identity does not depend on the order of its lists", () => {
    const [fileset] = readResources(good, 'embedded').filesets;
    const other = { ...fileset!, exclude: ['b', 'a'] };
    expect(filesetIdentity({ ...other, exclude: ['a', 'b'] })).toEqual(filesetIdentity(other));
    expect(filesetIdentity(other).md5).not.toBe(filesetIdentity(fileset!).md5);
  });

  describe("a fileset's identity", () => {
    const [fileset] = readResources(good, 'embedded').filesets;
    const identityWith = (more: object): string => filesetIdentity({ ...fileset!, ...more }).content;

    test('without presets and marker files is the one of earlier versions, so that an update needs no new Full', () => {
      expect(identityWith({})).toBe('{"include":["/home"],"exclude":["*.iso"],"oneFilesystem":true}');
    });

    test('has the patterns of its presets: a preset that changes is a changed fileset', () => {
      expect(identityWith({ excludePresets: ['developer'], exclude: [] })).toContain('"exclude":[".mypy_cache/",');
    });

    test('has its marker files in any order', () => {
      const content = identityWith({ markerFiles: ['b', 'a'] });
      expect(content).toContain('"markerFiles":["a","b"]');
      expect(identityWith({ markerFiles: ['a', 'b'] })).toBe(content);
    });
  });
});

test.each(['<<: *a', 'jobs: *nightly', `a: &a [x]\nb: &b [${'*a, '.repeat(200)}]\nc: [${'*b, '.repeat(200)}]`])(
  'aliases that cannot be followed are a fault of director.yaml: %#',
  (text) => {
    expect(faultsOf(text)).toMatch(/^director\.yaml: .*alias/i);
  },
);
