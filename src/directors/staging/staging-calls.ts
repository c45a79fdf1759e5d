import { randomUUID } from 'node:crypto';
import {
  chmodSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmdirSync, rmSync, unlinkSync, writeFileSync,
} from 'node:fs'; // prettier-ignore
import { dirname, join } from 'node:path';
import { type StagingError } from '../../domain/staging.port.js';
import { folderEntries } from '../embedded/backup/folder-entries.js';
import {
  type FolderHandle,
  lockDirectory,
  lstatIfAny,
  openDirectory,
  pathIn,
  pathOf,
  releaseFolder,
  statOf,
} from '../embedded/restore/directory-handle.js';
import { errorCode } from '../embedded/restore/skipped-file.js';

/** Files made and removed to see whether the console can write; nothing else of this name is ever there. */
const testName = (): string => `.backup-console-test-${randomUUID()}`;
const [ofOthers, writableByOthers, sticky, ofOwner] = [0o007, 0o002, 0o1000, 0o700];

/** Why the folder cannot be used; null if the console can read and write it, and only its owner and group have access. */
export function stagingError(folder: string): StagingError | null {
  try {
    const fault = stagingErrorOf(folder);
    if (fault === null) tryWriting(folder);
    return fault;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const detail = `The console cannot read and write the folder ${folder}: ${words}. The console's user must own it, with mode 0700.`;
    return { code: 'staging_unusable', params: { folder, words }, detail };
  }
}

function stagingErrorOf(folder: string): StagingError | null {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) {
    const detail = `The folder ${folder} does not exist on the console's machine. Create it, owned by the console's user, with mode 0700.`;
    return { code: 'staging_missing', params: { folder }, detail };
  }
  const place = realpathSync(folder);
  if (place !== folder) {
    const detail = `${folder} is a symbolic link or is reached through one. Use its real path, ${place}.`;
    return { code: 'staging_link', params: { folder, place }, detail };
  }
  if (!found.isDirectory()) {
    return { code: 'staging_no_folder', params: { folder }, detail: `${folder} is not a folder. Use a folder.` };
  }
  if ((found.mode & ofOthers) !== 0) {
    const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
    const detail = `Every user of the console's machine has access to ${folder} (mode ${mode}). Restored files are stored there temporarily. Run: chmod o= ${folder}`;
    return { code: 'staging_open', params: { folder, mode }, detail };
  }
  const parent = foldersAbove(folder).find(canBeReplacedBelow);
  if (parent === undefined) return null;
  const detail = `Every user of the console's machine can replace ${folder}, because they can write to ${parent}. Use a folder whose parent folders only root or the console's user can write to.`;
  return { code: 'staging_replaceable', params: { folder, parent }, detail };
}

function foldersAbove(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [] : [above, ...foldersAbove(above)];
}

function canBeReplacedBelow(folder: string): boolean {
  const { mode } = lstatSync(folder);
  return (mode & writableByOthers) !== 0 && (mode & sticky) === 0;
}

function tryWriting(folder: string): void {
  const place = join(folder, testName());
  mkdirSync(place, { mode: ofOwner });
  try {
    writeFileSync(join(place, 'test'), 'test', { flag: 'wx', mode: 0o600 });
    readFileSync(join(place, 'test'));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Makes a subfolder that only the console's user can enter. Throws where something of this name is there. */
export function makeStaged(folder: string, name: string): void {
  withTimeout(folder, (parent) => mkdirSync(pathIn(parent, Buffer.from(name)), ofOwner));
}

export interface Removed {
  /** Whether nothing of it is left. */
  readonly isGone: boolean;
  readonly entries: number;
}

/**
 * Removes a subfolder with its content, at most this many entries in one call, so that a call returns. A symbolic link is removed
 * itself, never its target.
 */
export function removeStaged(folder: string, name: string, most: number): Removed {
  return withTimeout(folder, (parent) => {
    const removal = new Removal(most);
    const isGone = removal.remove(parent, Buffer.from(name));
    return { isGone, entries: removal.entries };
  });
}

function withTimeout<T>(folder: string, work: (handle: FolderHandle) => T): T {
  const handle = lockDirectory(Buffer.from(folder), Buffer.from(folder));
  try {
    return work(handle);
  } finally {
    releaseFolder(handle);
  }
}

class Removal {
  entries = 0;

  constructor(private readonly most: number) {}

  /** Whether it is gone. */
  remove(parent: FolderHandle, name: Buffer): boolean {
    if (this.entries >= this.most) return false;
    const found = lstatIfAny(pathIn(parent, name));
    if (found === null) return true;
    if (found.isDirectory()) return this.removeFolder(parent, name);
    unlinkSync(pathIn(parent, name));
    this.entries += 1;
    return true;
  }

  private removeFolder(parent: FolderHandle, name: Buffer): boolean {
    const folder = openDirectory(parent, name);
    if (folder === null) return true;
    try {
      openToOwner(folder);
      for (const names of folderEntries(folder)) {
        for (const one of names) if (!this.remove(folder, one)) return false;
      }
    } finally {
      releaseFolder(folder);
    }
    try {
      rmdirSync(pathIn(parent, name));
    } catch (error) {
      // A restore that still runs wrote to it meanwhile.
      if (errorCode(error) === 'ENOTEMPTY') return false;
      if (errorCode(error) !== 'ENOENT') throw error;
    }
    this.entries += 1;
    return true;
  }
}

/**
 * A restored folder has its original mode, which may lock out its owner too. Returns whether its mode was changed; another user's
 * folder stays as it is.
 */
export function openToOwner(folder: FolderHandle): boolean {
  if ((Number(statOf(folder).mode) & ofOwner) === ofOwner) return false;
  try {
    chmodSync(pathOf(folder), ofOwner);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EPERM') throw error;
    return false;
  }
}
