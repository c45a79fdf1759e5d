import { expect, test } from '@jest/globals';
import { replacesExisting, jobOfTemporary, temporaryName } from './atomic-writer.js';

test('a temporary name contains its run', () => {
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
])('%j belongs to another program', (name) => {
  expect(jobOfTemporary(Buffer.from(name))).toBeNull();
});

test.each([
  ['always', 1n, 2n, true],
  ['never', 2n, 1n, false],
  ['ifnewer', 2n, 1n, true],
  ['ifnewer', 1n, 1n, false],
  ['ifnewer', 1n, 2n, false],
] as const)('%s: backed up at %d, existing since %d → %s', (policy, backedUp, existing, expected) => {
  expect(replacesExisting(policy, backedUp, existing)).toBe(expected);
});
