import { expect, test } from '@jest/globals';
import { candidatesOf, firstOf, nextPortion, type SegmentPieces } from './block-range.js';

const pieces = (...blocks: number[]): Buffer => {
  const bits = Buffer.alloc(16);
  for (const block of blocks) bits[block >> 3] = (bits[block >> 3] ?? 0) | (1 << (block & 7));
  return bits;
};

test('takes the blocks that all pieces name, and the whole tail behind the last signature', () => {
  const signatures: SegmentPieces[] = [
    [0, Buffer.concat([pieces(1, 5, 127), pieces(5, 127)])],
    [1, Buffer.concat([pieces(0, 9), pieces(9)])],
  ];
  expect(candidatesOf(signatures, 0, 300)).toEqual({ chosen: [5, 127, 137], from: 256, end: 300 });
  expect(candidatesOf(signatures, 6, 130)).toEqual({ chosen: [127], from: 130, end: 130 });
  expect(candidatesOf(signatures, 260, 300)).toEqual({ chosen: [], from: 260, end: 300 });
});

test('reads a segment whole that has no signature', () => {
  const { chosen, from } = candidatesOf([[1, pieces(2)]], 126, 300);
  expect([chosen, from]).toEqual([[126, 127, 130], 256]);
  expect(candidatesOf([], 3, 300)).toEqual({ chosen: [], from: 3, end: 300 });
});

test('is read in portions to its end', () => {
  const first = nextPortion({ chosen: [1, 2, 3], from: 128, end: 9_000 }, 2);
  expect(first).toEqual({ chosen: [1, 2], rest: { chosen: [3], from: 128, end: 9_000 } });
  const second = nextPortion({ chosen: [3], from: 128, end: 9_000 }, 2);
  expect(second).toEqual({ chosen: [3], rest: { chosen: [], from: 128, end: 9_000 } });
  const third = nextPortion({ chosen: [], from: 128, end: 9_000 }, 2);
  expect(third).toEqual({ from: 128, end: 8_320, rest: { chosen: [], from: 8_320, end: 9_000 } });
  expect(nextPortion({ chosen: [], from: 8_320, end: 9_000 }, 2).rest).toBeNull();
  expect(nextPortion({ chosen: [3], from: 128, end: 128 }, 2).rest).toBeNull();
  expect(firstOf({ chosen: [3], from: 128, end: 256 })).toBe(3);
});
