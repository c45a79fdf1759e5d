import {
  chmodSync,
  chownSync,
  fchmodSync,
  fchownSync,
  futimesSync,
  lchownSync,
  lutimesSync,
  utimesSync,
} from 'node:fs';
import { type LStat } from '../../../domain/lstat.js';
import { pathOf, type FolderHandle } from './directory-handle.js';
import { utimesArgument } from './file-times.js';

const permissionBits = 0o777;
const allBits = 0o7777;

/**
 * Sets modes, owners and times of what was restored. `privileged`: with owners and the set-id and sticky bits, which only
 * root can give and only an order that may write anywhere may ask for.
 */
export class Attributes {
  constructor(readonly privileged: boolean) {}

  modeOf(lstat: LStat): number {
    return lstat.mode & (this.privileged ? allBits : permissionBits);
  }

  ofFile(descriptor: number, lstat: LStat): void {
    // Owner before mode: a change of owner clears the set-id bits.
    if (this.privileged) fchownSync(descriptor, lstat.uid, lstat.gid);
    fchmodSync(descriptor, this.modeOf(lstat));
    futimesSync(descriptor, ...timesOf(lstat));
  }

  ofFolder(folder: FolderHandle, lstat: LStat): void {
    const path = pathOf(folder);
    if (this.privileged) chownSync(path, lstat.uid, lstat.gid);
    utimesSync(path, ...timesOf(lstat));
    chmodSync(path, this.modeOf(lstat));
  }

  /** Of symbolic links and special files, by path and without following. Their mode is given when they are made. */
  ofName(path: Buffer, lstat: LStat): void {
    if (this.privileged) lchownSync(path, lstat.uid, lstat.gid);
    lutimesSync(path, ...timesOf(lstat));
  }
}

function timesOf(lstat: LStat): [number | Date, number | Date] {
  return [utimesArgument(lstat.atime, 0), utimesArgument(lstat.mtime, lstat.mtimeNs)];
}
