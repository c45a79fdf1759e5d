import { expect, test } from '@jest/globals';
import { type CatalogEntry, RawPath } from '../../domain/catalog-entry.js';
import { recordOfEntry } from './file-entry.mapper.js';

const entry: CatalogEntry = {
  path: RawPath.ofText('/etc/hosts'),
  type: 'file',
  client: 'laptop',
  jobId: 7,
  fileId: '1',
  size: 10,
  modifiedAt: new Date('2026-11-19T08:30:00Z'),
  mode: 0o100644,
};

test.each([
  [new Date('2026-11-19T08:30:00Z'), '2026-11-19T08:30:00.000Z'],
  [new Date(9e15), null],
  [null, null],
])('a file that changed at %s is answered with %s', (modifiedAt, text) => {
  expect(recordOfEntry('one', { ...entry, modifiedAt }).modifiedAt).toBe(text);
});
