import { expect, test } from '@jest/globals';
import { jobOfTemporary, temporaryName } from './temporary-name.js';

test('a temporary name tells its run', () => {
  expect(jobOfTemporary(temporaryName(42, 7))).toBe(42);
});

test('a temporary name fits wherever a name fits', () => {
  expect(temporaryName(2 ** 31 - 1, Number.MAX_SAFE_INTEGER - 1).length).toBeLessThan(64);
});

test.each([
  '.backup-console.restoring-1-1~',
  'x.backup-console.restoring-1-1',
  '.backup-console.restoring-1',
  '.backup-console.restoring-0-1',
  '.backup-console.restoring-1-1\n',
  'notes.restoring-1-1',
])('%j is somebody else’s', (name) => {
  expect(jobOfTemporary(Buffer.from(name))).toBeNull();
});
