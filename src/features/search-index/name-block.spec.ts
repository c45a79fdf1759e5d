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
  blocksInAll,
  chosenSlices,
  segmentBlocks,
  signatureOf,
  sliceBytes,
  slicesOf,
} from './name-block.js';

function blocksWith(texts: readonly string[], needle: string): number[] {
  return blocksIn(texts, slicesOf(needle));
}

function blocksIn(texts: readonly string[], slices: readonly number[]): number[] {
  const bits = signatureOf(texts);
  return blocksInAll(slices.map((slice) => bits.subarray(slice * sliceBytes, (slice + 1) * sliceBytes)));
}

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ä', 'ß', '\n', '.', '0'), maxLength: 40 });

test('never leaves out a block that contains the needle', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: segmentBlocks }), text, (texts, needle) => {
      const holding = texts.flatMap((one, block) => (one.includes(needle) ? [block] : []));
      expect(blocksWith(texts, needle)).toEqual(expect.arrayContaining(holding));
    }),
  );
});

test('leaves out nearly all blocks that do not', () => {
  const texts = Array.from({ length: segmentBlocks }, (_, block) =>
    Array.from({ length: 350 }, (__, line) => `file-${((block * 350 + line) * 2654435761) % 4294967296}.log`).join(
      '\n',
    ),
  );
  expect(blocksWith(texts, 'invoice_march').length).toBeLessThan(3);
});

test('leaves out blocks without one letter or two', () => {
  const texts = ['\nreport.pdf\n', '\nliste~\nzq\n'];
  expect([blocksWith(texts, 'zq'), blocksWith(texts, '~'), blocksWith(texts, '~\n'), blocksWith(texts, 're')]).toEqual([
    [1],
    [1],
    [1],
    [0],
  ]);
});

test('looks up few of the trigrams of a long name, and still distinguishes it by its start and end', () => {
  const texts = ['\nreadme-of-all-parts.md\n', '\nreadme-of-all-parts.mdx\n', '\nunread-me-of-all-parts.mdx\n'];
  const chosen = chosenSlices(['readme-of-all-parts.mdx']);
  expect(chosen.length).toBeLessThan(slicesOf('readme-of-all-parts.mdx').length);
  expect(blocksIn(texts, chosen)).toEqual([1]);
});

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

test('returns what was stored, in its order, for names of any bytes', () => {
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

test('rejects details that end too soon', () => {
  expect(() => detailsOf(Buffer.from([0x80]))).toThrow(/are truncated/);
});
