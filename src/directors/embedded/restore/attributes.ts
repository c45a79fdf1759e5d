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

/**
 * A time for Node's `utimes` calls, which take seconds as a double: about 240 ns apart, and truncated to whole microseconds by
 * older libuv. The returned double is in the right microsecond, truncated or not.
 */
export function utimesArgument(seconds: number, nanoseconds: number): number | Date {
  // Node reads a negative number as "now"; a Date is taken as it is, at the price of milliseconds.
  if (seconds < 0) return new Date(seconds * 1000 + nanoseconds / 1e6);
  const microseconds = Math.floor(nanoseconds / 1000);
  const nearest = seconds + nanoseconds / 1e9;
  const wanted = seconds * 1e6 + microseconds;
  // The distance between neighboring doubles, which grows in 2038.
  const step = seconds < 2 ** 31 ? 2 ** -22 : 2 ** -21;
  for (const steps of [0, 1, -1, 2, -2]) {
    const candidate = nearest + steps * step;
    const whole = Math.floor(candidate);
    const uncut = Math.floor(Math.floor((candidate - whole) * 1e9) / 1000);
    if (Math.floor(candidate * 1e6) === wanted && whole === seconds && uncut === microseconds) return candidate;
  }
  return nearest;
}

export function nanosecondsOf(seconds: number, nanoseconds: number): bigint {
  return BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds);
}

const permissionBits = 0o777;
const allBits = 0o7777;

/**
 * Sets modes, owners and times of restored files. `privileged`: with owners and the set-id and sticky bits, which only root can
 * set and only a request that may write anywhere may use.
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
