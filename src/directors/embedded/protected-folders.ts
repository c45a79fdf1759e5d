import { type BigIntStats, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The identity of a file or folder of this machine, for any name. */
export interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
}

function keyOf({ dev, ino }: Identity): string {
  return `${dev}:${ino}`;
}

/** The folders of the running console: DATA_DIR, the folders in it that may be bind mounts of their own, and the storages' folders. */
export function ownFolders(dataFolder: string, storageFolders: readonly string[]): readonly string[] {
  const below = ['postgres', 'postgres/data', 'director', 'volumes'].map((name) => join(dataFolder, name));
  return [dataFolder, ...below, ...storageFolders];
}

/**
 * Folders that no backup reads and no restore writes, known by device and inode: another spelling, a symlink or a bind mount
 * leads to the same folder.
 */
export class ProtectedFolders {
  private readonly folders = new Set<string>();

  constructor(folders: readonly string[]) {
    for (const folder of folders) {
      const stat = statSync(folder, { bigint: true, throwIfNoEntry: false });
      if (stat) this.folders.add(keyOf(stat));
    }
  }

  has(folder: Identity): boolean {
    return this.folders.has(keyOf(folder));
  }

  /**
   * Whether a folder without symbolic links in its path, existing or not, is protected or inside such a folder. Below one of
   * `open` it is not, unless a protected one is nearer.
   */
  areAbove(folder: string, open: readonly string[]): boolean {
    for (let next = folder; ; next = dirname(next)) {
      const stat = statSync(next, { bigint: true, throwIfNoEntry: false });
      if (stat && this.has(stat)) return true;
      if (open.includes(next) || next === dirname(next)) return false;
    }
  }
}

/**
 * Files in protected folders that contain secrets, by device and inode: a hard link elsewhere, for example in a copy made by `cp
 * -al`, is the same file. Read once, for the names in DATA_DIR itself and of PostgreSQL's password.
 */
export class ProtectedFiles {
  private readonly files = new Set<string>();

  constructor(dataFolder: string, settingsFile: string) {
    for (const folder of [dataFolder, join(dataFolder, 'postgres')]) {
      for (const path of filesIn(folder)) {
        const stat = path === settingsFile ? undefined : statSync(path, { bigint: true, throwIfNoEntry: false });
        if (stat?.isFile() === true) this.files.add(keyOf(stat));
      }
    }
  }

  has(file: BigIntStats): boolean {
    return file.nlink > 1n && file.isFile() && this.files.has(keyOf(file));
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}
