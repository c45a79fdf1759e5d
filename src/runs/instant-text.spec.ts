import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { instantText } from './instant-text.js';

test('a time is written as toISOString writes it, whatever was written before', () => {
  fc.assert(
    fc.property(fc.array(fc.date({ noInvalidDate: true }), { minLength: 1 }), (times) => {
      expect(times.map(instantText)).toEqual(times.map((time) => time.toISOString()));
    }),
  );
});

test('the edges of a day are its own', () => {
  const edges = [
    '2026-11-20T23:59:59.999Z',
    '2026-11-21T00:00:00.000Z',
    '1969-12-31T23:59:59.999Z',
    '-000001-01-01T00:00:00.000Z',
  ];
  expect(edges.map((edge) => instantText(new Date(edge)))).toEqual(edges);
});

test('a time that is none is refused as toISOString refuses it', () => {
  expect(() => instantText(new Date(Number.NaN))).toThrow(RangeError);
});
