import { describe, expect, test } from '@jest/globals';
import { parseDirectorYaml } from '../resources/parse-director-yaml.js';
import { readResources } from '../resources/read-resources.js';
import { type Renames } from '../resources/renames.js';
import { findingsOf, newIncludes, placed } from './configuration-findings.js';

const text = `director: { timezone: UTC }
clients: [{ name: local }]
storages:
  - { name: Local, folder: /var/backups }
  - { name: Usb, folder: /mnt/usb }
pools: [{ name: Default }]
filesets:
  - { name: Home, include: [/home] }
  - name: Etc
    include: [/etc, /opt]
    exclude: []
schedules:
  - name: Nightly
    starts:
      - { level: Full, at: "5 23 * * *" }
jobs: []
`;

function findings(
  changes: readonly (readonly [from: string, to: string])[],
  { from = text, renames = [] }: { readonly from?: string; readonly renames?: Renames } = {},
) {
  let edited = from;
  for (const [old, next] of changes) {
    expect(edited).toContain(old);
    edited = edited.replaceAll(old, next);
  }
  const [before, after] = [readResources(from, 'embedded'), readResources(edited, 'embedded')];
  const now = new Date('2026-11-28T20:00:00Z');
  const found = findingsOf({ before, after, renames, now, dataFolder: '/var/lib/console' });
  const yaml = parseDirectorYaml(edited);
  return { edited, found: found.map((finding) => placed(finding, yaml)) };
}

test('sound definitions have no finding', () => {
  expect(findings([]).found).toEqual([]);
});

test('a start time that never occurs is an error, with its line and column', () => {
  expect(findings([['5 23 * * *', '0 3 30 2 *']]).found).toEqual([
    {
      severity: 'error',
      code: 'schedule_never_starts',
      place: 'schedules[0].starts[0].at',
      line: 15,
      column: 24,
      message: '0 3 30 2 * never occurs: no date matches it',
      params: { schedule: 'Nightly', at: '0 3 30 2 *' },
    },
  ]);
});

describe('folders of storages', () => {
  test.each([
    ['/var/backups', 'is also the folder of storage Local'],
    ['/var/backups/usb', 'overlaps with the folder /var/backups of storage Local'],
    ['/var', 'overlaps with the folder /var/backups of storage Local'],
  ])('%s %s', (folder, sentence) => {
    expect(findings([['/mnt/usb', folder]]).found).toMatchObject([
      {
        severity: 'error',
        code: 'storage_folders_overlap',
        place: 'storages[1].folder',
        line: 5,
        message: expect.stringContaining(sentence),
      },
    ]);
  });

  test('one with a name that begins alike does not overlap', () => {
    expect(findings([['/mnt/usb', '/var/backups2']]).found).toEqual([]);
  });

  test('a source inside of one is an error', () => {
    expect(findings([['/opt', '/mnt/usb/photos']]).found).toMatchObject([
      {
        severity: 'error',
        code: 'source_inside_storage',
        place: 'filesets[1].include',
        line: 10,
        params: { path: '/mnt/usb/photos', storage: 'Usb' },
      },
    ]);
  });

  test('one inside of a source is an error, unless the fileset excludes it', () => {
    const inside = ['/opt', '/mnt'] as const;
    expect(findings([inside]).found).toMatchObject([
      {
        severity: 'error',
        code: 'storage_inside_source',
        place: 'filesets[1].include',
        params: { path: '/mnt', folder: '/mnt/usb' },
      },
    ]);
    for (const exclude of ['/mnt/usb', '/mnt/usb/', '/mnt/usb/*', 'usb', '"/mnt/*"']) {
      expect(findings([inside, ['exclude: []', `exclude: [${exclude}]`]]).found).toEqual([]);
    }
    expect(findings([inside, ['exclude: []', 'exclude: [/mnt/usb2]']]).found).toHaveLength(1);
  });

  test('one in the data folder of the console, which no backup reads, may be inside of a source', () => {
    const folder = ['/mnt/usb', '/var/lib/console/volumes'] as const;
    expect(findings([folder, ['/opt', '/var/lib']]).found).toEqual([]);
  });
});

describe('what is in force already is a warning', () => {
  const faulty = text.replace('/mnt/usb', '/home/usb').replace('5 23 * * *', '0 3 30 2 *');

  test('while something else changes', () => {
    expect(findings([['/opt', '/srv']], { from: faulty }).found).toMatchObject([
      { severity: 'warning', code: 'schedule_never_starts' },
      { severity: 'warning', code: 'storage_inside_source' },
    ]);
  });

  test('under another name as well', () => {
    const renames = [
      { type: 'schedule', from: 'Nightly', to: 'Daily' },
      { type: 'fileset', from: 'Home', to: 'Users' },
      { type: 'storage', from: 'Usb', to: 'Disk' },
    ];
    const changes = [
      ['name: Nightly', 'name: Daily'],
      ['name: Home', 'name: Users'],
      ['name: Usb', 'name: Disk'],
    ] as const;
    expect(findings(changes, { from: faulty, renames }).found.map(({ severity }) => severity)).toEqual([
      'warning',
      'warning',
    ]);
  });

  test('but not for another value', () => {
    expect(findings([['0 3 30 2 *', '0 4 31 2 *']], { from: faulty }).found).toMatchObject([
      { severity: 'error', code: 'schedule_never_starts' },
      { severity: 'warning', code: 'storage_inside_source' },
    ]);
  });
});

test('only includes that are new are checked on the disk', () => {
  const after = readResources(text.replace('/opt', '/srv'), 'embedded');
  expect(newIncludes(readResources(text, 'embedded'), after)).toEqual([{ place: 'filesets[1].include', path: '/srv' }]);
});
