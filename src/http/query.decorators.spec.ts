import { expect, test } from '@jest/globals';
import { parseInstant } from './query.decorators.js';

test.each([
  ['2026-11-20T21:00:00Z', '2026-11-20T21:00:00.000Z'],
  ['2026-11-20t21:00z', '2026-11-20T21:00:00.000Z'],
  ['2028-02-29T23:30:00.5-01:00', '2028-03-01T00:30:00.500Z'],
])('reads %s', (text, instant) => {
  expect(parseInstant(text)?.toISOString()).toBe(instant);
});

test.each([
  '2026-11-20T21:00:00',
  '2026-11-20',
  '2026-02-30T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-11-00T00:00:00Z',
  '2026-11-20T25:00:00Z',
  '2026-11-20T21:00:00+99:00',
  'tomorrow',
  '',
])('takes %j for no instant', (text) => {
  expect(parseInstant(text)).toBeNull();
});
