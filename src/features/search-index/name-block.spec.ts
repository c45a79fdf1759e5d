import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { foldedLine } from '../../domain/name-pattern.js';
import {
  BlockCutter,
  detailsAt,
  detailsOf,
  foldedBytesLimit,
  linesOf,
  type BlockEntry,
  type NameBlock,
} from './name-block.js';

function blocksOf(entries: readonly BlockEntry[]): NameBlock[] {
  const blocks: NameBlock[] = [];
  const cutter = new BlockCutter((block) => blocks.push(block));
  entries.forEach((entry) => cutter.add(entry));
  cutter.flush();
  return blocks;
}

const entry = fc
  .record({ pathId: fc.integer({ min: 1, max: 2 ** 51 }), name: fc.uint8Array({ maxLength: 255 }) })
  .map(({ pathId, name }) => ({
    pathId,
    name: Buffer.from(name),
    line: foldedLine(Buffer.from(name).toString('utf8')),
  }));

test('gives back what was put in, in its order, whatever bytes names have', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 200 }), (entries) => {
      const blocks = blocksOf(entries);
      const lines = blocks.flatMap(({ folded }) => linesOf(folded));
      const details = blocks.flatMap((block) => detailsOf(block.details));
      expect(lines).toEqual(entries.map(({ line }) => line));
      expect(details).toEqual(entries.map(({ pathId, name }) => ({ pathId, name })));
      expect(blocks.every((block) => Buffer.byteLength(block.folded) <= foldedBytesLimit)).toBe(true);
      expect(blocks.reduce((sum, block) => sum + block.entries, 0)).toBe(entries.length);
    }),
  );
});

test('gives the details of some lines without those of the others', () => {
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 40 }), fc.func(fc.boolean()), (entries, isWanted) => {
      const [first] = blocksOf(entries);
      const all = detailsOf(first?.details ?? Buffer.alloc(0));
      const lines = all.flatMap((_, line) => (isWanted(line) ? [line] : []));
      expect(detailsAt(first?.details ?? Buffer.alloc(0), lines)).toEqual(lines.map((line) => all[line]));
    }),
  );
});

test('makes no block of nothing', () => {
  expect(blocksOf([])).toEqual([]);
});

test('refuses details that end too soon', () => {
  expect(() => detailsOf(Buffer.from([0x80]))).toThrow(/are truncated/);
});
