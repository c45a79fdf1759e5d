import { expect, test } from '@jest/globals';
import { type CatalogEntry, RawPath } from './catalog-entry.js';
import { type SearchQuery, wantedBy } from './file-search.js';
import { namePattern } from './name-pattern.js';

const at = new Date('2026-11-20T21:00:00Z');
const entry: CatalogEntry = {
  path: RawPath.ofText('/etc/hosts'),
  type: 'file',
  client: 'ada',
  jobId: 1,
  fileId: '1',
  size: 10,
  modifiedAt: at,
  mode: 0o100644,
};

function isWanted(query: Partial<SearchQuery>, members: Partial<CatalogEntry> = {}): boolean {
  const whole = { text: 'o', ...query };
  return wantedBy(whole, namePattern(whole))({ ...entry, ...members });
}

test.each<[Partial<SearchQuery>, boolean]>([
  [{}, true],
  [{ text: 'etc' }, false],
  [{ types: ['folder', 'file'] }, true],
  [{ types: ['folder'] }, false],
  [{ minSize: 10, maxSize: 10 }, true],
  [{ minSize: 11 }, false],
  [{ maxSize: 9 }, false],
  [{ modifiedSince: at }, true],
  [{ modifiedSince: new Date(at.getTime() + 1) }, false],
  [{ modifiedUntil: at }, false],
  [{ modifiedUntil: new Date(at.getTime() + 1) }, true],
  [{ below: RawPath.ofText('/') }, true],
  [{ below: RawPath.ofText('/etc/') }, true],
  [{ below: RawPath.ofText('/et/') }, false],
  [{ below: RawPath.ofText('/etc/hosts/') }, false],
])('%j wants the entry: %s', (query, expected) => {
  expect(isWanted(query)).toBe(expected);
});

test('a folder is not below itself, and is found by its own name', () => {
  const folder = { path: RawPath.ofText('/etc/'), type: 'folder' as const };
  expect(isWanted({ text: 'ETC' }, folder)).toBe(true);
  expect(isWanted({ text: 'ETC', below: RawPath.ofText('/etc/') }, folder)).toBe(false);
  expect(isWanted({ text: 'ETC', below: RawPath.ofText('/') }, folder)).toBe(true);
});
