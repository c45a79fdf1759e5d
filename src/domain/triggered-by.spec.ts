import { expect, test } from '@jest/globals';
import { type TriggeredBy } from './run.js';
import { markOfOrder, orderIdOf, triggerOf } from './triggered-by.js';

const id = '0b6a5f0e-1c5d-4c53-9a49-6b8d6b6f0a11';
const actors = new Map<string, TriggeredBy>([[id, { kind: 'token', id: 't1', name: 'ci' }]]);

test.each([
  ['schedule:Nightly', 'schedule', 'Nightly'],
  ['schedule:Every day: 21:00', 'schedule', 'Every day: 21:00'],
  [`order:${id}`, 'token', 'ci'],
  [`note order:${id}`, 'token', 'ci'],
  ['order:0b6a5f0e-1c5d-4c53-9a49-6b8d6b6f0a12', 'unknown', ''],
  ['console:root', 'console', 'root'],
  ['', 'unknown', ''],
  ['by hand', 'unknown', ''],
])('reads from the comment %j that it was %s %s', (comment, kind, name) => {
  expect(triggerOf(comment, actors)).toEqual({ kind, id: kind === 'token' ? 't1' : null, name });
});

test('finds its own mark', () => {
  expect(orderIdOf(markOfOrder(id))).toBe(id);
});
