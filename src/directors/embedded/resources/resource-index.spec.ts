import { expect, test } from '@jest/globals';
import { readResources } from './read-resources.js';
import { indexResources } from './resource-index.js';

const text = `# A comment.
clients:
  - name: local
storages: [{ name: Local, folder: /v }]
pools:
  - &pool
    name: Default
    retention: 60 days
filesets:
  - { name: Home, include: [/home] }
jobs:
  - name: Home
    client: local
    fileset: Home
    storage: Local
    pool: Default
  - { name: Etc, client: local, fileset: Home, storage: Local, pool: Default }

  - name: Verify
    type: Verify
    jobs: [Home, Home]
`;
const indexed = indexResources({ text, resources: readResources(text, 'embedded') });
const found = (type: string, name: string) => indexed.find((one) => one.type === type && one.name === name);

test('resources have the line in which they begin', () => {
  expect(indexed.map(({ type, name, line }) => `${type} ${name} ${line}`)).toEqual([
    'director embedded null',
    'client local 3',
    'storage Local 4',
    'pool Default 7',
    'fileset Home 10',
    'job Home 12',
    'job Etc 17',
    'job Verify 19',
  ]);
});

test('own values are those of the text, without defaults', () => {
  expect(found('pool', 'Default')?.own).toEqual({ name: 'Default', retention: '60 days' });
});

test('what refers to a resource is known, each once', () => {
  const users = (type: string, name: string) => found(type, name)?.usedBy.map((user) => `${user.type} ${user.name}`);
  expect(users('fileset', 'Home')).toEqual(['job Home', 'job Etc']);
  expect(users('job', 'Home')).toEqual(['job Verify']);
  expect(users('job', 'Verify')).toEqual([]);
});
