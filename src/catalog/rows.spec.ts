import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decodeLStat, encodeLStat } from '../domain/lstat.js';
import { figuresOf } from './rows.js';

const stat = {
  dev: 2_049n, ino: 2n ** 60n, mode: 0o100644, nlink: 2, uid: 0, gid: 0, rdev: 0n, size: 7, blksize: 4096, blocks: 8,
  atime: 1, mtime: 2, ctime: 3, linkFileIndex: 4, flags: 5, stream: 6, mtimeNs: 0, ctimeNs: 0,
}; // prettier-ignore

test('reads the same figures as the complete reading', () => {
  const figures = fc.record({
    mode: fc.nat(0o177777),
    size: fc.maxSafeNat(),
    mtime: fc.integer(),
    mtimeNs: fc.nat(999_999_999),
    linkFileIndex: fc.nat(),
  });
  fc.assert(
    fc.property(figures, (given) => {
      const text = encodeLStat({ ...stat, ...given });
      const whole = decodeLStat(text);
      const { mode, size, linkFileIndex, modifiedMs } = figuresOf(text);
      expect({ mode, size, linkFileIndex }).toEqual({
        mode: whole.mode,
        size: whole.size,
        linkFileIndex: whole.linkFileIndex,
      });
      expect(modifiedMs).toBe(whole.mtime * 1000 + Math.floor(whole.mtimeNs / 1e6));
    }),
  );
});

test.each([
  ['Bacula gives sixteen figures', 'P0A BrAK IGk B A A A D6 BAA I BrAK5G BrAK5G BrAK5G A A C', 250],
  ['what is missing is nothing', 'P0A', 0],
  ['an empty text is nothing', '', 0],
  ['junk ends a figure', 'A A A A A A A D!6', 3],
])('%s', (_fact, text, size) => {
  expect(figuresOf(text).size).toBe(size);
});
