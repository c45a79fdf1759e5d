import { describe, expect, test } from '@jest/globals';
import { readResources } from './read-resources.js';
import { changesExpiry, shortenedPools } from './resource-changes.js';

const resourcesOf = (pool: string, { timezone = 'UTC', job = 'Home' } = {}) =>
  readResources(
    `director: { timezone: ${timezone} }
clients: [{ name: local }]
storages: [{ name: Local, folder: /var/backups }]
pools: [{ name: Default, ${pool} }]
filesets: [{ name: Home, include: [/home] }]
jobs: [{ name: ${job}, client: local, fileset: Home, storage: Local, pool: Default }]`,
    'embedded',
  );

const before = resourcesOf('retention: 30 days, keep: { daily: 7 }');

describe('volumes of a pool may expire sooner', () => {
  test.each([
    ['its retention is shorter', 'retention: 29 days, keep: { daily: 7 }', ['Default']],
    ['a keep rule keeps fewer runs', 'retention: 30 days, keep: { daily: 6 }', ['Default']],
    ['a keep rule is replaced by another one', 'retention: 30 days, keep: { weekly: 9 }', ['Default']],
    ['it has no keep rules any more', 'retention: 60 days', ['Default']],
    ['never where it keeps more', 'retention: 31 days, keep: { daily: 7, last: 1 }', []],
    ['never where it keeps forever', 'volumeSize: 5 GiB', []],
  ])('%s', (_when, pool, names) => {
    expect(shortenedPools(before, resourcesOf(pool)).map(({ name }) => name)).toEqual(names);
  });

  test.each([
    ['in another time zone, where it keeps a run of each day', 'keep: { daily: 7 }', ['Default']],
    ['not in another time zone where it keeps the last runs', 'keep: { last: 7 }', []],
  ])('%s', (_when, keep, names) => {
    const pool = `retention: 30 days, ${keep}`;
    const shortened = shortenedPools(resourcesOf(pool), resourcesOf(pool, { timezone: 'Asia/Tokyo' }));
    expect(shortened.map(({ name }) => name)).toEqual(names);
  });
});

describe('volumes expire at other times', () => {
  const kept = 'retention: 30 days, keep: { daily: 7 }';
  test.each([
    ['after a longer retention', resourcesOf('retention: 31 days, keep: { daily: 7 }'), true],
    ['after another keep rule', resourcesOf('retention: 30 days, keep: { daily: 7, yearly: 1 }'), true],
    ['in another time zone, whose days are others', resourcesOf(kept, { timezone: 'Asia/Tokyo' }), true],
    ['not after a change of a job', resourcesOf(kept, { job: 'Other' }), false],
  ])('%s', (_when, after, isOther) => {
    expect(changesExpiry(before, after)).toBe(isOther);
  });
});
