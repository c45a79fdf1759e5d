import { constants, type StatsFs } from 'node:fs';
import { access, lstat, mkdir, open, readdir, rm, stat, statfs, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type StagingError } from '../../../domain/staging.port.js';
import { type FoundDirector } from '../../../domain/director-settings.js';
import { detectDirectors } from '../../discovery/detect-directors.js';
import { ProtectedFolders } from '../protected-folders.js';
import { isOwnPlace } from '../restore/restore-root.js';
import { makeStaged, type Removed, removeStaged, stagingError } from '../../staging/staging-calls.js';
import { syncFolder } from '../volumes/volume-path.js';
import { inspectPlace, type InspectedPlace } from './inspect-place.js';
import { type ListedFolder, listFolder } from './list-folder.js';

export interface Room {
  readonly freeBytes: number;
  readonly totalBytes: number;
  /** Of the blocks that the console may use. */
  readonly freeShare: number;
}

/**
 * File calls on disks that may hang: storages, restore targets, and folders that a user looks at. Arguments and answers are passed between processes. The
 * console's main process uses FileHelper, the process of a run calls these directly.
 */
export const fileCalls = {
  /** Fails where the folder is not there or may not be written to. */
  async room(folder: string): Promise<Room> {
    await access(folder, constants.W_OK | constants.X_OK);
    return roomOf(await statfs(folder));
  },

  /** The same of a folder that need not be writable. */
  async space(folder: string): Promise<Room> {
    return roomOf(await statfs(folder));
  },

  async isThere(path: string): Promise<boolean> {
    return (await fileCalls.sizeOf(path)) !== null;
  },

  /** null: nothing is there. */
  async sizeOf(path: string): Promise<number | null> {
    try {
      return (await stat(path)).size;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return null;
      throw error;
    }
  },

  /** Whether a restore to this place would write into one of the folders, as far as no open one is nearer. */
  isInOwnData(place: string, folders: readonly string[], openFolders: readonly string[]): Promise<boolean> {
    return Promise.resolve(isOwnPlace(new ProtectedFolders(folders), place, openFolders));
  },

  /** Of each path, given as latin1, in milliseconds since the epoch, links not followed; null where nothing is that can be seen. */
  changes(paths: readonly string[]): Promise<readonly (number | null)[]> {
    return Promise.all(paths.map(changeOf));
  },

  detectDirectors(root: string): Promise<readonly FoundDirector[]> {
    return Promise.resolve(detectDirectors(root));
  },

  stagingError(folder: string): Promise<StagingError | null> {
    return Promise.resolve(stagingError(folder));
  },

  // Async for their errors, which must come as rejections.
  // oxlint-disable-next-line typescript/require-await
  async makeStaged(folder: string, name: string): Promise<void> {
    makeStaged(folder, name);
  },

  // oxlint-disable-next-line typescript/require-await
  async removeStaged(folder: string, name: string, most: number): Promise<Removed> {
    return removeStaged(folder, name, most);
  },

  list(folder: string): Promise<string[]> {
    return readdir(folder);
  },

  /** `folder`: its raw path with the final slash, as latin1 text. */
  browse(folder: string): Promise<ListedFolder> {
    return listFolder(folder);
  },

  inspect(path: string): Promise<InspectedPlace> {
    return inspectPlace(path);
  },

  async makeFolder(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  },

  /** Leaves an existing one unchanged. */
  async makeFile(path: string, folder: string): Promise<void> {
    try {
      await (await open(path, 'wx', 0o600)).close();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    await syncFolder(folder);
  },

  async remove(path: string): Promise<void> {
    await rm(path, { force: true });
  },

  /**
   * Removes the file if this mark is beside it; without one, if no name there begins as marks do. All in one call: a disk that sleeps
   * takes long for its first answer, and what changes files has more time.
   */
  async removeMarked(path: string, mark: string | null, marks: string): Promise<'removed' | 'absent' | 'foreign'> {
    const folder = dirname(path);
    const isForeign =
      mark === null
        ? (await readdir(folder)).some((name) => name.startsWith(marks))
        : !(await fileCalls.isThere(join(folder, mark)));
    if (isForeign) return 'foreign';
    if (!(await fileCalls.isThere(path))) return 'absent';
    await rm(path, { force: true });
    return 'removed';
  },

  truncate(path: string, bytes: number): Promise<void> {
    return truncate(path, bytes);
  },
};

export type FileCalls = typeof fileCalls;

function roomOf({ bavail, blocks, bsize }: StatsFs): Room {
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, freeShare: blocks > 0 ? bavail / blocks : 1 };
}

async function changeOf(path: string): Promise<number | null> {
  try {
    return (await lstat(Buffer.from(path, 'latin1'))).mtimeMs;
  } catch {
    return null;
  }
}
