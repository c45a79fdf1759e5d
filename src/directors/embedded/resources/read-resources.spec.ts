import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { filesetIdentity, loadDirectorFile } from './director-file.js';
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

describe('director.yaml', () => {
  test('is read with its defaults filled in', () => {
    const resources = readResources(good, 'embedded');
    expect(resources.jobs[0]).toEqual({
      name: 'Backup Home',
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
    expect(resources.pools[0]).toEqual({ name: 'Default', volumeBytes: 5 * 2 ** 30, retentionSeconds: 1_209_600 });
    expect(resources.filesets[0]).toMatchObject({ include: ['/home'], oneFilesystem: true });
    expect(resources.schedules[0]?.starts[0]?.level).toBe('Full');
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
      'clients: [{ name: local }]',
      'clients: [{ name: local }, { name: local }]',
      'clients[1].name: local is used twice',
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

  test('all errors are reported together, and invalid YAML with its line', () => {
    expect(faultsOf(good.replace('5 GiB', 'x').replace('2 weeks', 'y')).split('\n')).toHaveLength(2);
    expect(faultsOf('jobs: [')).toMatch(/^director\.yaml: .*line 1/);
    expect(faultsOf(`${good}---\n${good}`)).toBe(
      'director.yaml: has several YAML documents; the second begins in line 8. Keep one',
    );
  });

  test('is written on the first start, can be read, and is left alone later', () => {
    const folder = mkdtempSync(join(tmpdir(), 'director-file-'));
    const first = loadDirectorFile(folder, '/opt/console', 'embedded');
    expect(first.filesets[0]?.include).toEqual(['/opt/console', join(folder, 'director.yaml')]);
    expect(first.filesets[0]?.exclude).toContain('node_modules');
    expect(first.schedules[0]?.starts.map(({ level }) => level)).toEqual(['Full', 'Incremental']);
    const file = join(folder, 'director.yaml');
    expect(readFileSync(file, 'utf8')).toContain('# - name: BackupHome');
    writeFileSync(file, good);
    expect(loadDirectorFile(folder, '/opt/console', 'embedded').jobs[0]?.name).toBe('Backup Home');
    rmSync(folder, { recursive: true });
  });

  test('the commented example becomes a valid job when its marks are taken away', () => {
    const folder = mkdtempSync(join(tmpdir(), 'director-file-'));
    loadDirectorFile(folder, '/opt/console', 'embedded');
    const text = readFileSync(join(folder, 'director.yaml'), 'utf8').replace(/^ {2}# (?=- name| {2}\w+:)/gm, '  ');
    expect(readResources(text, 'embedded').jobs.map(({ name }) => name)).toEqual(['BackupConsole', 'BackupHome']);
    rmSync(folder, { recursive: true });
  });

  test("a fileset's identity does not depend on the order of its lists", () => {
    const [fileset] = readResources(good, 'embedded').filesets;
    const other = { ...fileset!, exclude: ['b', 'a'] };
    expect(filesetIdentity({ ...other, exclude: ['a', 'b'] })).toEqual(filesetIdentity(other));
    expect(filesetIdentity(other).md5).not.toBe(filesetIdentity(fileset!).md5);
  });
});

test.each(['<<: *a', 'jobs: *nightly', `a: &a [x]\nb: &b [${'*a, '.repeat(200)}]\nc: [${'*b, '.repeat(200)}]`])(
  'aliases that cannot be followed are a fault of director.yaml: %#',
  (text) => {
    expect(faultsOf(text)).toMatch(/^director\.yaml: .*alias/i);
  },
);
