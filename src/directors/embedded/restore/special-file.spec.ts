import { expect, test } from '@jest/globals';
import { splitDeviceNumber } from './special-file.js';

// The numbers are what glibc's makedev gives.
test.each([
  [0x103n, 1n, 3n],
  [0x10305n, 259n, 5n],
  [0x1110fd70n, 253n, 70_000n],
  [0x10000013882cn, 5000n, 300n],
])('splits %d', (rdev, major, minor) => {
  expect(splitDeviceNumber(rdev)).toEqual({ major, minor });
});
