import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { blocksInAll, chosenSlices, segmentBlocks, signatureOf, sliceBytes, slicesOf } from './block-signature.js';

function blocksWith(texts: readonly string[], needle: string): number[] {
  return blocksIn(texts, slicesOf(needle));
}

function blocksIn(texts: readonly string[], slices: readonly number[]): number[] {
  const bits = signatureOf(texts);
  return blocksInAll(slices.map((slice) => bits.subarray(slice * sliceBytes, (slice + 1) * sliceBytes)));
}

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ä', 'ß', '\n', '.', '0'), maxLength: 40 });

test('never leaves out a block that holds the needle', () => {
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
    ...[[1], [1], [1], [0]],
  ]);
});

test('looks up few of the threes of a long name, and tells it by its beginning and its ending all the same', () => {
  const texts = ['\nreadme-of-all-parts.md\n', '\nreadme-of-all-parts.mdx\n', '\nunread-me-of-all-parts.mdx\n'];
  const chosen = chosenSlices(['readme-of-all-parts.mdx']);
  expect(chosen.length).toBeLessThan(slicesOf('readme-of-all-parts.mdx').length);
  expect(blocksIn(texts, chosen)).toEqual([1]);
});
