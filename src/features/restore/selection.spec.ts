import { expect, test, describe } from '@jest/globals';
import { makeEntry } from '../../../test/harness/builders/domain-records.js';
import { FakeCatalog } from '../../../test/harness/fakes/fake-catalog.js';
import { RawPath } from '../../domain/catalog-entry.js';
import { findSelection } from './selection.js';
import { fullScope } from '../../domain/principal.js';
import { distinctJobIds, parseJobIds } from '../../domain/job.js';

describe('jobids', () => {
  test.each([
    ['7', [7]],
    ['9, 7,9', [9, 7]],
    ['2147483647', [2147483647]],
    ['2147483648', null],
    ['0', null],
    ['1,,2', null],
    ['', null],
    ['1e3', null],
    ['0x10', null],
    [' ', null],
  ])('reads %j as %j', (text, ids) => {
    expect(parseJobIds(text)).toEqual(ids);
  });

  test('counts up to 200 after duplicates are dropped', () => {
    const ids = Array.from({ length: 200 }, (_, index) => index + 1);
    expect(distinctJobIds([...ids, ...ids])).toHaveLength(200);
    expect(distinctJobIds([...ids, 201])).toBeNull();
    expect(distinctJobIds([])).toBeNull();
    expect(distinctJobIds(['7'])).toBeNull();
  });
});

const catalog = new FakeCatalog();
catalog.records.entries.push(makeEntry('/etc/'), makeEntry('/etc/hosts'), makeEntry('/etc/cron.d/job'));
const chain = { jobids: [7], missingJobids: [], unpreparedJobids: [], clients: ['laptop'], filesets: ['Home'] };

test.each<[string, string[], string[], string[], number]>([
  ['everything', [], [], [], 3],
  ['a file', ['/etc/hosts'], ['/etc/hosts'], [], 1],
  ['a folder with its final slash', ['/etc/'], ['/etc/'], [], 3],
  ['a folder as people write it', ['/etc/cron.d'], ['/etc/cron.d/'], [], 1],
  ['what does not exist, as it was given', ['/none', '/gone/'], [], ['/none', '/gone/'], 0],
  ['a mixture', ['/none', '/etc', '/etc/hosts'], ['/etc/', '/etc/hosts'], ['/none'], 3],
])('looks up %s', async (_, given, found, missing, files) => {
  const selection = await findSelection(
    catalog.restore,
    fullScope,
    chain,
    given.map((text) => RawPath.ofText(text)),
  );
  expect(selection.found.map(({ text }) => text)).toEqual(found);
  expect(selection.missing.map(({ text }) => text)).toEqual(missing);
  expect(selection.plan.files).toBe(files);
});
