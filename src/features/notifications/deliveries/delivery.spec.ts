import { expect, test } from '@jest/globals';
import { DeliveryCounts } from './delivery.js';

test('tries are counted by what came of them, deliveries only when they end', () => {
  const counts = new DeliveryCounts();
  counts.note('Ops', 'retry', 'waiting');
  counts.note('Ops', 'retry', 'waiting');
  counts.note('Ops', 'delivered', 'delivered');
  counts.note('Chat', 'gone', 'failed');
  counts.noteEnd('Chat', 'failed');
  expect(counts.tried()).toEqual([
    ['Ops', 'retry', 2],
    ['Ops', 'delivered', 1],
    ['Chat', 'gone', 1],
  ]);
  expect(counts.ended()).toEqual([
    ['Ops', 'delivered', 1],
    ['Chat', 'failed', 2],
  ]);
});
