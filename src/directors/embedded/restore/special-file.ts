import { execFileSync } from 'node:child_process';
import { type LStat } from '../../../domain/lstat.js';
import { type FolderHandle } from './directory-handle.js';
import { SkippedFile, errorCode } from './skipped-file.js';

/** Splits a device number the way Linux's makedev joins it. */
export function splitDeviceNumber(rdev: bigint): { readonly major: bigint; readonly minor: bigint } {
  return {
    major: ((rdev >> 8n) & 0xfffn) | ((rdev >> 32n) & 0xfffff000n),
    minor: (rdev & 0xffn) | ((rdev >> 12n) & 0xffffff00n),
  };
}

const limitMs = 5000;
const typeMask = 0o170000;
const typeLetters: ReadonlyMap<number, string> = new Map([
  [0o010000, 'p'],
  [0o020000, 'c'],
  [0o060000, 'b'],
]);

/**
 * Creates a FIFO or a device node. Node has no call for it, so the system's `mknod` is started in the open folder: its only
 * argument is the temporary name there, which is plain ASCII. Fails if the name exists.
 */
export function makeSpecialFile(folder: FolderHandle, name: string, lstat: LStat, mode: number): void {
  const letter = typeLetters.get(lstat.mode & typeMask);
  if (letter === undefined) throw new SkippedFile('files of this type cannot be restored');
  const { major, minor } = splitDeviceNumber(lstat.rdev);
  const numbers = letter === 'p' ? [] : [String(major), String(minor)];
  try {
    execFileSync('mknod', ['-m', mode.toString(8), `./${name}`, letter, ...numbers], {
      cwd: folder.base.toString('utf8'),
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: limitMs,
    });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new SkippedFile('this machine has no mknod program to create it');
    throw new SkippedFile(`mknod failed: ${outputOf(error)}`);
  }
}

export function isDevice(lstat: LStat): boolean {
  const type = lstat.mode & typeMask;
  return type === 0o020000 || type === 0o060000;
}

function outputOf(error: unknown): string {
  const isObject = typeof error === 'object' && error !== null;
  const text =
    isObject && 'stderr' in error && Buffer.isBuffer(error.stderr) ? error.stderr.toString('utf8').trim() : '';
  return text === '' ? 'it gave no reason' : text;
}
