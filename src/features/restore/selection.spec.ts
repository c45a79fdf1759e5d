import { expect, test } from '@jest/globals';
import { makeEntry } from '../../../test/harness/builders/domain-records.js';
import { FakeCatalog } from '../../../test/harness/fakes/fake-catalog.js';
import { RawPath } from '../../domain/raw-path.js';
import { findSelection } from './selection.js';
import { everything } from '../../domain/scope.js';

const catalog = new FakeCatalog('one');
catalog.entries.push(makeEntry('/etc/'), makeEntry('/etc/hosts'), makeEntry('/etc/cron.d/job'));
const chain = { jobids: [7], missingJobids: [], unpreparedJobids: [], clients: ['laptop'], filesets: ['Home'] };

test.each<[string, string[], string[], string[], number]>([
  ['everything', [], [], [], 3],
  ['a file', ['/etc/hosts'], ['/etc/hosts'], [], 1],
  ['a folder with its final slash', ['/etc/'], ['/etc/'], [], 3],
  ['a folder as people write it', ['/etc/cron.d'], ['/etc/cron.d/'], [], 1],
  ['what is not there, as it was given', ['/none', '/gone/'], [], ['/none', '/gone/'], 0],
  ['a mixture', ['/none', '/etc', '/etc/hosts'], ['/etc/', '/etc/hosts'], ['/none'], 3],
])('looks up %s', async (_, given, found, missing, files) => {
  const selection = await findSelection(
    catalog,
    everything,
    chain,
    given.map((text) => RawPath.ofText(text)),
  );
  expect(selection.found.map(({ text }) => text)).toEqual(found);
  expect(selection.missing.map(({ text }) => text)).toEqual(missing);
  expect(selection.plan.files).toBe(files);
});
