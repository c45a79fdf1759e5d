import { expect, test } from '@jest/globals';
import { readResources } from './read-resources.js';
import { continuationsOf, invertRenames, newNameOf, renameResources } from './renames.js';

const resources = readResources(
  `
clients: [{ name: one }, { name: two }]
storages: [{ name: Local, folder: /var/backups }]
pools: [{ name: Default }]
filesets: [{ name: Home, include: [/home] }]
schedules: [{ name: Nightly, starts: [{ level: Full, at: "5 23 * * *" }] }]
jobs:
  - { name: Backup, client: one, fileset: Home, storage: Local, pool: Default, schedule: Nightly }
  - { name: Check, type: Verify, jobs: [Backup] }
`,
  'embedded',
);
const rename = (type: string, from: string, to: string) => ({ type, from, to });
const exchange = [rename('client', 'one', 'free'), rename('client', 'two', 'one'), rename('client', 'free', 'two')];

test('renames follow each other, so that two resources can exchange their names', () => {
  expect(newNameOf(exchange, 'client', 'one')).toBe('two');
  expect(newNameOf(exchange, 'client', 'two')).toBe('one');
  expect(newNameOf(exchange, 'pool', 'one')).toBe('one');
  expect(renameResources(resources, exchange).clients).toEqual([{ name: 'two' }, { name: 'one' }]);
});

test('the inverse of renames undoes them', () => {
  const renames = [...exchange, rename('job', 'Backup', 'Save')];
  expect(renameResources(renameResources(resources, renames), invertRenames(renames))).toEqual(resources);
});

test('references have the new names', () => {
  const renames = [
    ['client', 'one'],
    ['fileset', 'Home'],
    ['storage', 'Local'],
    ['pool', 'Default'],
    ['schedule', 'Nightly'],
    ['job', 'Backup'],
  ].map(([type = '', from = '']) => rename(type, from, `New${from}`));
  const [backup, check] = renameResources(resources, renames).jobs;
  expect(backup).toMatchObject({
    name: 'NewBackup',
    client: 'Newone',
    fileset: 'NewHome',
    storage: 'NewLocal',
    pool: 'NewDefault',
    schedule: 'NewNightly',
  });
  expect(check).toMatchObject({ name: 'Check', jobs: ['NewBackup'] });
});

test('a renamed resource takes the place of a removed one with that name', () => {
  const renames = [rename('client', 'one', 'two')];
  expect(renameResources(resources, renames).clients).toEqual([{ name: 'two' }]);
  const [one, two] = resources.clients;
  const after = [{ name: 'two' }];
  expect(continuationsOf('client', resources.clients, after, renames)).toEqual([
    { before: one, after: { name: 'two' } },
    { before: two, after: null },
  ]);
});

test('a new resource with the old name of a renamed one continues nothing', () => {
  const renames = [rename('client', 'one', 'three')];
  const after = [{ name: 'one' }, { name: 'two' }, { name: 'three' }];
  expect(continuationsOf('client', resources.clients, after, renames).map(({ before }) => before?.name)).toEqual([
    undefined,
    'two',
    'one',
  ]);
});
