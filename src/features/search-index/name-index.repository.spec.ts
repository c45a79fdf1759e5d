import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { foldedLine, namePattern, needleOf } from '../../domain/name-pattern.js';
import { hitsOf, linesWith, candidatesOf, firstOf, nextBatch, type SegmentPieces } from './name-index.repository.js';
import { BlockCutter, linesOf, type NameBlock } from './name-block.js';

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
  const first = nextBatch({ chosen: [1, 2, 3], from: 128, end: 9_000 }, 2);
  expect(first).toEqual({ chosen: [1, 2], rest: { chosen: [3], from: 128, end: 9_000 } });
  const second = nextBatch({ chosen: [3], from: 128, end: 9_000 }, 2);
  expect(second).toEqual({ chosen: [3], rest: { chosen: [], from: 128, end: 9_000 } });
  const third = nextBatch({ chosen: [], from: 128, end: 9_000 }, 2);
  expect(third).toEqual({ from: 128, end: 8_320, rest: { chosen: [], from: 8_320, end: 9_000 } });
  expect(nextBatch({ chosen: [], from: 8_320, end: 9_000 }, 2).rest).toBeNull();
  expect(nextBatch({ chosen: [3], from: 128, end: 128 }, 2).rest).toBeNull();
  expect(firstOf({ chosen: [3], from: 128, end: 256 })).toBe(3);
});

const letters = fc.constantFrom('a', 'A', 'b', 'ä', 'Ä', '\n', '%', '_', '\\', ' ', '0');
const name = fc.string({ unit: letters, minLength: 1, maxLength: 6 });
const text = fc.string({ unit: fc.oneof(letters, fc.constantFrom('*', '?')), minLength: 1, maxLength: 4 });

function blockOf(names: readonly { readonly text: string; readonly isFolder: boolean }[]): NameBlock {
  const blocks: NameBlock[] = [];
  const cutter = new BlockCutter((block) => blocks.push(block));
  names.forEach(({ text: own, isFolder }, index) =>
    cutter.add({ pathId: index + 1, name: Buffer.from(isFolder ? '' : own), line: foldedLine(own) }),
  );
  cutter.flush();
  return blocks[0] as NameBlock;
}

const names = fc.array(fc.record({ text: name, isFolder: fc.boolean() }), { minLength: 1, maxLength: 30 });

test('finds exactly the files that match, and no fewer folders', () => {
  fc.assert(
    fc.property(names, text, fc.boolean(), fc.integer({ min: -1, max: 30 }), (all, wanted, exact, after) => {
      const pattern = namePattern({ text: wanted, exact });
      const { folded, details } = blockOf(all);
      const hits = hitsOf(folded, details, needleOf(pattern), pattern, after);
      const files = hits.filter((hit) => hit.name.length > 0).map(({ line }) => line);
      const behind = all.map((one, line) => ({ ...one, line })).filter(({ line }) => line > after);
      const matching = behind.filter((one) => pattern.matches(one.text));
      expect(files).toEqual(matching.filter((one) => !one.isFolder).map(({ line }) => line));
      const folders = hits.filter((hit) => hit.name.length === 0).map(({ line }) => line);
      expect(folders).toEqual(expect.arrayContaining(matching.filter((one) => one.isFolder).map(({ line }) => line)));
      expect(hits.every((hit) => hit.pathId === String(hit.line + 1))).toBe(true);
    }),
  );
});

test('finds the lines that contain a needle, each once', () => {
  fc.assert(
    fc.property(names, text, fc.constantFrom('part', 'start', 'end', 'both'), (all, wanted, side) => {
      const { folded } = blockOf(all);
      const core = foldedLine(wanted);
      const needle = `${side === 'start' || side === 'both' ? '\n' : ''}${core}${side === 'end' || side === 'both' ? '\n' : ''}`;
      const expected = linesOf(folded).flatMap((line, index) => (`\n${line}\n`.includes(needle) ? [index] : []));
      expect(linesWith(folded, needle).map(({ line }) => line)).toEqual(expected);
    }),
  );
});

test('finds an empty needle in each line', () => {
  expect(linesWith('\na\nbc\n', '')).toEqual([
    { line: 0, start: 1 },
    { line: 1, start: 3 },
  ]);
});
