import { expect, test } from '@jest/globals';
import { Speed } from './running-task.js';

test('the speed is known from the second sample on, and falls while no bytes come', () => {
  const speed = new Speed();
  expect(speed.at(1000)).toBe(0);
  speed.take(5_000_000, 1000);
  expect(speed.at(1500)).toBe(0);
  speed.take(5_003_000, 2000);
  expect([speed.at(2000), speed.at(4000)]).toEqual([3000, 1000]);
});
