import { accessSync, type BigIntStats, chmodSync, closeSync, constants, fstatSync, openSync } from 'node:fs';
import { type LStat } from '../../domain/lstat.js';
import { attributesOf, shown } from '../embedded/backup/entry.js';
import { folderEntries } from '../embedded/backup/folder-entries.js';
import {
  type FolderHandle,
  lstatIfAny,
  openDirectory,
  pathIn,
  releaseFolder,
} from '../embedded/restore/directory-handle.js';
import { errorCode } from '../embedded/restore/skipped-file.js';
import { type Chosen } from './staged-folders.js';
import { openToOwner } from './staging-calls.js';

/** Something that was restored. */
export interface StagedEntry {
  /** As it was backed up: absolute and raw, a folder's ends in `/`. */
  readonly path: Buffer;
  /** The folder that contains it, open as long as the entry is used. */
  readonly parent: FolderHandle;
  readonly name: Buffer;
  readonly stat: BigIntStats;
}

const slash = Buffer.from('/');

/** What a client restored below one folder. Symbolic links are entries, and never followed. */
export class StagedTree {
  /** Modes of folders that had to be opened to be read. */
  private readonly modes = new Map<string, number>();

  constructor(
    private readonly root: FolderHandle,
    private readonly chosen: Chosen,
  ) {}

  /** The chosen entries, folders before their content. Only the current path of the walk is open. */
  entries(): Generator<StagedEntry, void> {
    return this.below(this.root, slash);
  }

  attributesOf({ stat }: StagedEntry): LStat {
    const attributes = attributesOf(stat, 0);
    const mode = this.modes.get(keyOf(stat));
    return mode === undefined ? attributes : { ...attributes, mode };
  }

  private *below(folder: FolderHandle, path: Buffer): Generator<StagedEntry, void> {
    for (const names of folderEntries(folder)) {
      for (const name of names) {
        const stat = lstatIfAny(pathIn(folder, name));
        if (stat === null)
          throw new Error(`${shown(Buffer.concat([path, name]))} was removed while the download was being sent`);
        if (stat.isDirectory()) yield* this.folder(folder, name, stat, path);
        else if (this.chosen.has(Buffer.concat([path, name]))) {
          yield { path: Buffer.concat([path, name]), parent: folder, name, stat };
        }
      }
    }
  }

  private *folder(parent: FolderHandle, name: Buffer, stat: BigIntStats, above: Buffer): Generator<StagedEntry, void> {
    const path = Buffer.concat([above, name, slash]);
    const folder = openDirectory(parent, name);
    if (folder === null) throw new Error(`${shown(path)} was removed while the download was being sent`);
    try {
      if (!this.modes.has(keyOf(stat)) && openToOwner(folder)) this.modes.set(keyOf(stat), Number(stat.mode));
      if (this.chosen.has(path)) yield { path, parent, name, stat };
      yield* this.below(folder, path);
    } finally {
      releaseFolder(folder);
    }
  }
}

/** Throws where a file belongs to another user who does not let the console read it: then no file of a download is sent. */
export function rejectUnreadable({ path, parent, name, stat }: StagedEntry): void {
  try {
    accessSync(pathIn(parent, name), constants.R_OK);
  } catch (error) {
    if (process.getuid?.() === Number(stat.uid)) return;
    throw new Error(
      `the console may not read ${shown(path)}: the client restored it as another user (${stat.uid}) than the console's (${process.getuid?.() ?? '?'})`,
      { cause: error },
    );
  }
}

/** Opens the very file that the walk found. The caller closes it. */
export function openContent({ path, parent, name, stat }: StagedEntry): number {
  const at = pathIn(parent, name);
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const descriptor = openOwn(at, flags);
  const found = fstatSync(descriptor, { bigint: true });
  if (found.isFile() && keyOf(found) === keyOf(stat) && found.size === stat.size) return descriptor;
  closeSync(descriptor);
  throw new Error(`${shown(path)} was changed while the download was being sent`);
}

function openOwn(path: Buffer, flags: number): number {
  try {
    return openSync(path, flags);
  } catch (error) {
    // Its mode may deny access to its owner. The folder is the console's alone, so its content cannot have been replaced.
    if (errorCode(error) !== 'EACCES') throw error;
    chmodSync(path, 0o600);
    return openSync(path, flags);
  }
}

export function keyOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}
