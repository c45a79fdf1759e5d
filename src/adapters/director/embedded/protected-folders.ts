import { type BigIntStats, lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

function identity(stat: { readonly dev: bigint; readonly ino: bigint }): string {
  return `${stat.dev}:${stat.ino}`;
}

/**
 * Folders that no backup reads, known by device and inode: another spelling, a symlink or a bind mount leads to the same folder.
 */
export class ProtectedFolders {
  private readonly identities = new Set<string>();

  constructor(folders: readonly string[]) {
    for (const folder of folders) {
      const stat = statSync(folder, { bigint: true, throwIfNoEntry: false });
      if (stat) this.identities.add(identity(stat));
    }
  }

  has(stat: BigIntStats): boolean {
    return this.identities.has(identity(stat));
  }

  /** Whether the path itself, or a folder that it really lies in, is protected. Throws the system's error for what is not there. */
  holds(path: string): boolean {
    const own = lstatSync(path, { bigint: true });
    if (own.isDirectory() && this.has(own)) return true;
    let folder = realpathSync(dirname(path));
    for (;;) {
      if (this.has(statSync(folder, { bigint: true }))) return true;
      const parent = dirname(folder);
      if (parent === folder) return false;
      folder = parent;
    }
  }
}
