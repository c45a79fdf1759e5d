import { expect, test } from '@jest/globals';
import { replacesExisting } from './replace-decision.js';

test.each([
  ['always', 1n, 2n, true],
  ['never', 2n, 1n, false],
  ['ifnewer', 2n, 1n, true],
  ['ifnewer', 1n, 1n, false],
  ['ifnewer', 1n, 2n, false],
] as const)('%s: backed up at %d, standing since %d → %s', (policy, backedUp, existing, expected) => {
  expect(replacesExisting(policy, backedUp, existing)).toBe(expected);
});
