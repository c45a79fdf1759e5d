import { expect, test } from '@jest/globals';
import { advisoryLocks } from './advisory-locks.js';

test('no two advisory locks share a number', () => {
  const numbers: readonly number[] = Object.values(advisoryLocks);
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});
