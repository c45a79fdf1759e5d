import { describe, expect, test } from '@jest/globals';
import { type LStat } from '../../../domain/lstat.js';
import { hasChanged } from './previous-entries.js';

const file: LStat = {
  dev: 1n,
  ino: 2n,
  mode: 0o100644,
  nlink: 1,
  uid: 1000,
  gid: 1000,
  rdev: 0n,
  size: 10,
  blksize: 4096,
  blocks: 8,
  atime: 1,
  mtime: 2,
  ctime: 3,
  linkFileIndex: 0,
  flags: 0,
  stream: 2,
  mtimeNs: 4,
  ctimeNs: 5,
};
const folder: LStat = { ...file, mode: 0o040755 };

describe('hasChanged', () => {
  test.each<[string, Partial<LStat>, boolean, boolean]>([
    ['nothing', {}, false, false],
    ['size', { size: 11 }, true, false],
    ['seconds of mtime', { mtime: 3 }, true, true],
    ['nanoseconds of mtime', { mtimeNs: 9 }, true, true],
    ['ctime', { ctime: 9 }, true, false],
    ['nanoseconds of ctime', { ctimeNs: 9 }, true, false],
    ['owner', { uid: 0 }, true, true],
    ['group', { gid: 0 }, true, true],
    ['permissions', { mode: 0o100600 }, true, true],
    ['type', { mode: 0o120777 }, true, true],
    ['atime', { atime: 99 }, false, false],
    ['inode and device numbers', { ino: 99n, dev: 99n }, false, false],
  ])('%s: file and folder', (_what, difference, fileChanged, folderChanged) => {
    expect(hasChanged(file, { ...file, ...difference })).toBe(fileChanged);
    expect(hasChanged(folder, { ...folder, ...difference })).toBe(folderChanged);
  });
});
