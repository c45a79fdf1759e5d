import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  statSync,
  type BigIntStats,
} from 'node:fs';
import { type Identity } from '../protected-folders.js';
import { SkippedFile, errorCode } from './skipped-file.js';

/**
 * Linux's O_PATH, which Node does not name: a folder opened this way needs no read permission, and `/proc/self/fd/<fd>/<name>` is
 * then exactly in that folder, even if its path has changed. It is Node's only equivalent of `openat`.
 */
const openPathOnly = 0o10000000;

/** Whether folders can be opened as descriptors; elsewhere each is checked before and after its use. */
export const holdsFolders = process.platform === 'linux' && existsSync('/proc/self/fd');

/** One folder that was entered: by its own name, or by that of a symbolic link that may be trusted. */
export interface FolderHandle {
  readonly name: Buffer;
  /** What a name is appended to, to reach it in this very folder. Ends in `/`. */
  readonly base: Buffer;
  readonly descriptor: number | null;
  readonly dev: bigint;
  readonly ino: bigint;
  /** Whether this restore made it just now. */
  readonly isNew: boolean;
  /** The link that leads to it. */
  readonly link?: Identity;
}

/** Path of a name in a folder, for one file system call. */
export function pathIn(folder: FolderHandle, name: Buffer): Buffer {
  return Buffer.concat([folder.base, name]);
}

/** Path of the folder itself; unlike `.` in it, it works with a folder without search permission. */
export function pathOf(folder: FolderHandle): Buffer {
  return folder.base.length > 1 ? folder.base.subarray(0, -1) : folder.base;
}

/** Enters a folder by its name in another. Throws for anything but a real folder; null if it does not exist. */
export function openDirectory(parent: FolderHandle, name: Buffer, isNew = false): FolderHandle | null {
  try {
    return lockDirectory(pathIn(parent, name), name, isNew);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Creates a folder that no other user can access while the restore works in it, and enters it. */
export function makeFolder(parent: FolderHandle, name: Buffer): FolderHandle {
  try {
    mkdirSync(pathIn(parent, name), 0o700);
  } catch (error) {
    // Created by another process in the meantime: it is entered like any existing one.
    if (errorCode(error) !== 'EEXIST') throw error;
    const found = openDirectory(parent, name);
    if (found !== null) return found;
    throw error;
  }
  const made = openDirectory(parent, name, true);
  if (made === null) throw new SkippedFile('its folder was removed while it was being created');
  return made;
}

/** Opens the folder at a path whose last name is not followed if it is a symbolic link. */
export function lockDirectory(path: Buffer, name: Buffer, isNew = false): FolderHandle {
  if (!holdsFolders) {
    const found = lstatSync(path, { bigint: true });
    if (!found.isDirectory()) throw notAFolder(name, found);
    const base = path.at(-1) === slash[0] ? path : Buffer.concat([path, slash]);
    return { name, base, descriptor: null, dev: found.dev, ino: found.ino, isNew };
  }
  return heldBy(openWithoutFollowing(path, name), name, isNew);
}

/** Opens the folder at a path, following symbolic links: the caller must check which one it is. */
export function openReached(path: Buffer, name: Buffer): FolderHandle {
  if (!holdsFolders) return lockDirectory(realpathSync(path, { encoding: 'buffer' }), name);
  return heldBy(openSync(path, openPathOnly | constants.O_DIRECTORY), name, false);
}

function heldBy(descriptor: number, name: Buffer, isNew: boolean): FolderHandle {
  const { dev, ino } = fstatSync(descriptor, { bigint: true });
  return { name, base: Buffer.from(`/proc/self/fd/${descriptor}/`), descriptor, dev, ino, isNew };
}

/** Opens the folder that was found earlier under this path. Throws if another one exists there now. */
export function openKnownFolder(path: Buffer, known: Identity): FolderHandle {
  const folder = openReached(path, path);
  if (folder.dev === known.dev && folder.ino === known.ino) return folder;
  releaseFolder(folder);
  throw new SkippedFile('its folder was replaced by another');
}

/** The real path of the open folder: from the kernel, or from its path if folders cannot be opened. */
export function placeOf(folder: FolderHandle): Buffer {
  if (folder.descriptor === null) return realpathSync(pathOf(folder), { encoding: 'buffer' });
  return readlinkSync(`/proc/self/fd/${folder.descriptor}`, { encoding: 'buffer' });
}

export function releaseFolder(folder: FolderHandle): void {
  if (folder.descriptor !== null) closeSync(folder.descriptor);
}

/** Whether the name in its parent still means the folder that was entered. */
export function isStillThere(parent: FolderHandle, folder: FolderHandle): boolean {
  const now = lstatIfAny(pathIn(parent, folder.name));
  const known = folder.link ?? folder;
  const isOfKind = folder.link === undefined ? now?.isDirectory() : now?.isSymbolicLink();
  return isOfKind === true && now?.dev === known.dev && now.ino === known.ino;
}

export function statOf(folder: FolderHandle): BigIntStats {
  return statSync(pathOf(folder), { bigint: true });
}

export function lstatIfAny(path: Buffer): BigIntStats | null {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
}

const slash = Buffer.from('/');

function openWithoutFollowing(path: Buffer, name: Buffer): number {
  try {
    return openSync(path, openPathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR' || errorCode(error) === 'ELOOP') throw notAFolder(name, lstatIfAny(path));
    throw error;
  }
}

function notAFolder(name: Buffer, found: BigIntStats | null): SkippedFile {
  const shown = name.toString('utf8');
  if (found?.isSymbolicLink() === true) {
    return new SkippedFile(
      `"${shown}" in its path is a symbolic link; links below the restore folder are not followed`,
    );
  }
  return new SkippedFile(`"${shown}" in its path is not a folder`);
}
