import { type BigIntStats, lstatSync, readlinkSync, statfsSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { type TaskLog } from '../task.js';
import { excludePatternsOf } from '../resources/exclude-presets.js';
import { compileExcludes } from '../resources/globs.js';
import { type FilesetResource } from '../resources/resources.js';
import { type ProtectedFiles, type ProtectedFolders } from '../protected-folders.js';
import {
  type FolderHandle,
  openKnownFolder,
  openReached,
  pathIn,
  pathOf,
  placeOf,
  releaseFolder,
} from '../restore/directory-handle.js';
import { type Found, shown } from './entry.js';
import { errorCode, reasonOf } from './failure-text.js';
import { folderEntries } from './folder-entries.js';
import { MarkerFiles } from './marker-files.js';
import { type MountPoints, type Source } from './source-folders.js';

const slash = Buffer.from('/');

/** File systems that the kernel makes up (statfs magic numbers of linux/magic.h): reading them back up is no backup. */
const madeUp = new Set<number>([
  0x9fa0, 0x62656572, 0x27e0eb, 0x63677270, 0x1cd1, 0x64626720, 0x74726163, 0x73636673, 0x6165676c, 0xcafe4a11,
  0x19800202, 0x958458f6, 0x65735543, 0x62656570, 0xde5e81e4, 0x42494e4d,
]); // prettier-ignore

export interface WalkOrder {
  readonly fileset: FilesetResource;
  readonly protectedFolders: ProtectedFolders;
  readonly protectedFiles: ProtectedFiles;
  readonly settingsFile: string;
  readonly mounts: MountPoints;
}

/** What an include names. */
interface Visited {
  readonly found: Found;
  readonly isOwn: boolean;
  /** A link to a file may be included for its own sake; one to a folder, or to nothing, leaves its files out. */
  readonly isFileLink: boolean;
}

/**
 * Finds the files of a fileset, folder by folder, each folder before its content. Synchronous because it runs in a worker. Each
 * folder is open as a descriptor while it is listed, and must be the one that was found: the owner of a folder above it may
 * replace it by a link at any time. What cannot be read is a warning and is remembered in `unreadable`.
 */
export class Walk {
  /** Folders (raw, with the final slash) and files whose state is unknown now: nothing may be concluded from their absence. */
  readonly unreadable: Buffer[] = [];
  /** Included folders and the mount points below them that could be listed. */
  readonly sources: Source[] = [];
  /** Returns whether anything could be read. */
  readableIncludes = 0;
  readonly markers: MarkerFiles;
  /** Marked folders above a mount point (latin1 text, with the final slash): the disks below them are not read any more. */
  readonly markedAboveMounts: string[] = [];
  private readonly excludes;
  private readonly includes: ReadonlySet<string>;

  constructor(
    private readonly order: WalkOrder,
    private readonly log: TaskLog,
  ) {
    this.excludes = compileExcludes(excludePatternsOf(order.fileset));
    this.markers = new MarkerFiles(order.fileset.markerFiles, log);
    this.includes = new Set(order.fileset.include.map((path) => Buffer.from(path).toString('latin1')));
  }

  *found(): Generator<Found, void> {
    for (const include of this.order.fileset.include) yield* this.foundIn(include);
    this.markers.report();
  }

  /** Whether it is another name of a file in DATA_DIR. */
  isSecret(path: Buffer, stat: BigIntStats): boolean {
    if (!this.order.protectedFiles.has(stat)) return false;
    this.log.info(`${shown(path)} is another name of one of the console's own files and is never backed up.`);
    return true;
  }

  /** Of one included file or folder. */
  *foundIn(include: string): Generator<Found, void> {
    const visited = this.visit(include);
    if (visited === null) return;
    const { found, isOwn, isFileLink } = visited;
    if (isOwn && include !== this.order.settingsFile) {
      this.log.info(`${include} belongs to the console's own data or volumes and is never backed up.`);
      if (found.stat.isDirectory()) yield* this.settings(found);
      return;
    }
    if (found.target === null) {
      yield* this.root(found);
      return;
    }
    this.log.warning(`${include} is a symbolic link: the link itself is backed up, not its target.`);
    // It may have taken the place of a folder, whose files still exist.
    this.unreadable.push(withSlash(found.path));
    if (isFileLink) this.readableIncludes += 1;
    yield found;
  }

  /** Links above an include are followed; the real path is read from the folder that was reached. */
  private visit(include: string): Visited | null {
    let parent: FolderHandle | null = null;
    try {
      const above = Buffer.from(dirname(include));
      parent = openReached(above, above);
      const found = findIn(parent, Buffer.from(basename(include)), Buffer.from(include));
      const { protectedFolders } = this.order;
      const isOwnFolder = found.stat.isDirectory() && protectedFolders.has(found.stat);
      return {
        found,
        isOwn: isOwnFolder || protectedFolders.areAbove(placeOf(parent).toString(), []),
        isFileLink: found.target !== null && leadsToFile(parent, include),
      };
    } catch (error) {
      this.log.warning(`Could not stat "${include}": ERR=${reasonOf(error)}`);
      // Also one that is gone: its disk may only not be mounted.
      this.unreadable.push(Buffer.from(include), Buffer.from(`${include}/`));
      return null;
    } finally {
      if (parent !== null) releaseFolder(parent);
    }
  }

  private *root(found: Found): Generator<Found, void> {
    if (!found.stat.isDirectory()) {
      if (this.isSecret(found.path, found.stat)) return;
      this.readableIncludes += 1;
      yield found;
      return;
    }
    const before = this.unreadable.length;
    const root = { ...found, path: withSlash(found.path) };
    if (!(yield* this.tree(root))) return;
    if (this.unreadable.length === before || !this.unreadable.some((folder) => folder.equals(root.path))) {
      this.readableIncludes += 1;
    }
  }

  /**
   * Depth first with a list instead of recursion, so that depth costs no stack and only one folder is open at a time. Returns
   * false if the root is no folder to back up.
   */
  private *tree(root: Found): Generator<Found, boolean> {
    const waiting: Found[] = [root];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (this.order.protectedFolders.has(next.stat)) {
        this.log.info(`${shown(next.path)} belongs to the console's own data or volumes and is never backed up.`);
        yield* this.settings(next);
        continue;
      }
      const folder = this.openFolder(next);
      try {
        if (next === root && folder !== null && isMadeUp(folder)) {
          this.log.warning(`${shown(next.path)} is a virtual file system of the kernel and is skipped.`);
          return false;
        }
        yield next;
        if (folder !== null && (next === root || this.mayEnter(next, folder))) {
          yield* this.content(next, folder, waiting);
        }
      } finally {
        if (folder !== null) releaseFolder(folder);
      }
    }
    return true;
  }

  private openFolder(found: Found): FolderHandle | null {
    try {
      return openKnownFolder(found.path, found.stat);
    } catch (error) {
      this.failToOpen(found.path, error);
      return null;
    }
  }

  /** The folder's files; its folders are added to `waiting`. Of a marked folder only the markers. */
  private *content(folder: Found, folderHandle: FolderHandle, waiting: Found[]): Generator<Found, void> {
    const folders: Found[] = [];
    let isEmpty = true;
    try {
      const markers = this.markers.findIn(folderHandle, folder.path);
      if (markers.length > 0) this.noteMarked(folder, folderHandle, markers);
      for (const part of markers.length > 0 ? [markers] : folderEntries(folderHandle)) {
        for (const name of part) {
          isEmpty = false;
          const found = this.entry(folderHandle, name, folder.path);
          if (found === null) continue;
          if (found.stat.isDirectory()) folders.push({ ...found, path: withSlash(found.path) });
          else yield found;
        }
      }
      this.noteSource(folder, folderHandle, isEmpty);
    } catch (error) {
      this.failToOpen(folder.path, error);
    }
    for (let below = folders.pop(); below !== undefined; below = folders.pop()) waiting.push(below);
  }

  private failToOpen(folder: Buffer, error: unknown): void {
    // Deleted since it was listed: the next run sees it. Any other error does not concern the content below.
    if (errorCode(error) !== 'ENOENT') this.unreadable.push(folder);
    this.log.warning(`Could not open directory "${shown(folder)}": ERR=${reasonOf(error)}`);
  }

  private noteMarked({ path }: Found, folderHandle: FolderHandle, markers: readonly Buffer[]): void {
    if (this.order.mounts.hasBelow(placeOf(folderHandle))) this.markedAboveMounts.push(path.toString('latin1'));
    if (!this.isInclude(path)) return;
    const names = markers.map(shown).join(', ');
    this.log.warning(
      `${shown(path)} is included, but contains the marker file ${names}: its other contents are left out.`,
    );
  }

  private isInclude(folder: Buffer): boolean {
    return this.includes.has((folder.length > 1 ? folder.subarray(0, -1) : folder).toString('latin1'));
  }

  private noteSource(folder: Found, folderHandle: FolderHandle, isEmpty: boolean): void {
    const { mounts } = this.order;
    const path = folder.path.toString('latin1');
    if (this.isInclude(folder.path)) this.sources.push({ path, mount: mounts.nearest(placeOf(folderHandle)), isEmpty });
    else if (folder.stat.dev !== folder.folder.dev && mounts.holdsDisk(placeOf(folderHandle))) {
      this.sources.push({ path, mount: placeOf(folderHandle).toString('latin1'), isEmpty });
    }
  }

  private entry(folderHandle: FolderHandle, name: Buffer, folder: Buffer): Found | null {
    const path = Buffer.concat([folder, name]);
    // An include inside another one is walked once, on its own turn.
    if (this.includes.has(path.toString('latin1'))) return null;
    try {
      const found = findIn(folderHandle, name, path);
      return this.excludes.matches(path, found.stat.isDirectory()) || this.isSecret(path, found.stat) ? null : found;
    } catch (error) {
      this.log.warning(`Could not stat "${shown(path)}": ERR=${reasonOf(error)}`);
      if (errorCode(error) !== 'ENOENT') this.unreadable.push(path, withSlash(path));
      return null;
    }
  }

  /** Of a protected folder only the settings file without secrets. */
  private *settings(folder: Found): Generator<Found, void> {
    const { settingsFile } = this.order;
    if (resolve(folder.path.toString()) !== dirname(settingsFile)) return;
    const folderHandle = this.openFolder(folder);
    if (folderHandle === null) return;
    try {
      const found = this.entry(folderHandle, Buffer.from(basename(settingsFile)), withSlash(folder.path));
      if (!found?.stat.isFile()) return;
      this.readableIncludes += 1;
      yield found;
    } finally {
      releaseFolder(folderHandle);
    }
  }

  private mayEnter(found: Found, folderHandle: FolderHandle): boolean {
    // A device number of its own without a mount is a subvolume of the same file system.
    if (found.stat.dev === found.folder.dev || !this.order.mounts.has(placeOf(folderHandle))) return true;
    const sentence = `${shown(found.path)} is a different filesystem. Will not descend into it.`;
    if (isMadeUp(folderHandle) || this.order.mounts.isKernels(placeOf(folderHandle))) {
      this.log.info(sentence);
      return false;
    }
    if (!this.order.fileset.oneFilesystem) return true;
    if (!this.excludes.matchesContentOf(found.path.subarray(0, -1))) {
      this.log.warning(`${sentence} To suppress this warning, exclude it.`);
    }
    return false;
  }
}

function findIn(folderHandle: FolderHandle, name: Buffer, path: Buffer): Found {
  const at = pathIn(folderHandle, name);
  const stat = lstatSync(at, { bigint: true });
  const target = stat.isSymbolicLink() ? readlinkSync(at, { encoding: 'buffer' }) : null;
  return { path, stat, folder: { dev: folderHandle.dev, ino: folderHandle.ino }, target };
}

function leadsToFile(parent: FolderHandle, include: string): boolean {
  try {
    return !statSync(pathIn(parent, Buffer.from(basename(include)))).isDirectory();
  } catch {
    return false;
  }
}

function withSlash(path: Buffer): Buffer {
  return path.at(-1) === 0x2f ? path : Buffer.concat([path, slash]);
}

function isMadeUp(folder: FolderHandle): boolean {
  try {
    return madeUp.has(statfsSync(pathOf(folder)).type);
  } catch {
    return false;
  }
}
