import { describe, expect, test } from '@jest/globals';
import { decodeInteger, decodeLStat, encodeInteger, encodeLStat, entryTypeOfMode } from './lstat.js';

describe('lstat', () => {
  test.each([
    ['IGk', 33188n],
    ['EHt', 16877n],
    ['KH/', 41471n],
    ['BrAK5G', 1795206726n],
    ['A', 0n],
    ['-F', -5n],
  ])('reads and writes %s as Bacula does', (text, value) => {
    expect(decodeInteger(text)).toBe(value);
    expect(encodeInteger(value)).toBe(text);
  });

  test('reads sixteen fields that a Director without nanoseconds wrote', () => {
    const stat = decodeLStat('P4A L2IC EHt D A A A BAA BAA I BrAK94 BrAK7p BrAK7p A A C');
    expect(stat).toMatchObject({ mode: 0o40755, nlink: 3, size: 4096, mtime: 1795206889, mtimeNs: 0, stream: 2 });
  });

  test('keeps nanoseconds and 64-bit inode numbers through a round trip', () => {
    const stat = decodeLStat('A A IGk B A A A A A A A A A A A A A A');
    const full = {
      ...stat,
      ino: 2n ** 63n,
      size: 5 * 1024 ** 3,
      mtime: 1_795_206_726,
      mtimeNs: 999_999_999,
      ctimeNs: 1,
    };
    expect(decodeLStat(encodeLStat(full))).toEqual(full);
  });

  test.each([
    [0o100644, 'file'],
    [0o040755, 'folder'],
    [0o120777, 'symlink'],
    [0o010644, 'other'],
  ])('decodes the type of mode %o', (mode, type) => {
    expect(entryTypeOfMode(mode)).toBe(type);
  });
});
