import { type BigIntStats, lstatSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type TaskLog } from '../task.js';
import { compileExcludes } from '../resources/globs.js';
import { type FilesetResource } from '../resources/resources.js';
import { type Found, shown } from './entry.js';
import { errorCode, reasonOf } from './failure-text.js';
import { folderEntries } from './folder-entries.js';
import { type ProtectedFiles, type ProtectedFolders } from '../protected-folders.js';

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
}

/**
 * Finds what a fileset takes, folder by folder, each folder before what it holds. Synchronous on purpose: it runs in a worker.
 * What cannot be read is a warning and is remembered in `unreadable`; `readableIncludes` tells whether anything could be read.
 */
export class Walk {
  /** Folders (raw, with the final slash) and files whose state is unknown now: nothing may be concluded from their absence. */
  readonly unreadable: Buffer[] = [];
  readableIncludes = 0;
  private readonly excludes;
  private readonly includes: ReadonlySet<string>;
  private readonly toldFilesystems = new Set<string>();

  constructor(
    private readonly order: WalkOrder,
    private readonly log: TaskLog,
  ) {
    this.excludes = compileExcludes(order.fileset.exclude);
    this.includes = new Set(order.fileset.include.map((path) => Buffer.from(path).toString('latin1')));
  }

  *found(): Generator<Found, void> {
    for (const include of this.order.fileset.include) yield* this.include(include);
  }

  private *include(include: string): Generator<Found, void> {
    let stat: BigIntStats;
    try {
      stat = lstatSync(include, { bigint: true });
      if (include !== this.order.settingsFile && this.order.protectedFolders.holds(include)) {
        this.log.info(`${include} belongs to the console's own data or volumes and is never backed up.`);
        if (stat.isDirectory()) yield* this.settings(Buffer.from(include));
        return;
      }
    } catch (error) {
      this.log.warning(`Could not stat "${include}": ERR=${reasonOf(error)}`);
      if (errorCode(error) !== 'ENOENT') this.unreadable.push(Buffer.from(include), Buffer.from(`${include}/`));
      return;
    }
    if (stat.isSymbolicLink()) this.log.info(`${include} is a symbolic link: the link is kept, not what it points to.`);
    yield* this.root(Buffer.from(include), stat);
  }

  private *root(path: Buffer, stat: BigIntStats): Generator<Found, void> {
    if (!stat.isDirectory()) {
      if (this.isSecret(path, stat)) return;
      this.readableIncludes += 1;
      yield { path, stat };
      return;
    }
    if (isMadeUp(path)) {
      this.log.warning(`${shown(path)} is a file system of the kernel's own and is left out.`);
      return;
    }
    const before = this.unreadable.length;
    yield* this.tree(path, stat, stat.dev);
    if (this.unreadable.length === before || !this.unreadable.some((folder) => folder.equals(withSlash(path)))) {
      this.readableIncludes += 1;
    }
  }

  /** Goes depth first with a list instead of recursion, so that depth costs no stack and only one folder is open at a time. */
  private *tree(root: Buffer, rootStat: BigIntStats, dev: bigint): Generator<Found, void> {
    const waiting: Found[] = [{ path: withSlash(root), stat: rootStat }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (this.order.protectedFolders.has(next.stat)) {
        this.log.info(`${shown(next.path)} belongs to the console's own data or volumes and is never backed up.`);
        yield* this.settings(next.path);
        continue;
      }
      yield next;
      if (!this.mayEnter(next, dev)) continue;
      const folders: Found[] = [];
      yield* this.content(next.path, folders);
      for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) waiting.push(folder);
    }
  }

  /** The folder's files; its folders are added to `folders`. */
  private *content(folder: Buffer, folders: Found[]): Generator<Found, void> {
    try {
      for (const part of folderEntries(folder)) {
        for (const name of part) {
          const found = this.entry(Buffer.concat([folder, name]));
          if (found === null) continue;
          if (found.stat.isDirectory()) folders.push({ path: withSlash(found.path), stat: found.stat });
          else yield found;
        }
      }
    } catch (error) {
      // Gone since it was listed: the next run sees it. Anything else says nothing about what lies below.
      if (errorCode(error) !== 'ENOENT') this.unreadable.push(folder);
      this.log.warning(`Could not open directory "${shown(folder)}": ERR=${reasonOf(error)}`);
    }
  }

  private entry(path: Buffer): Found | null {
    // An include inside another one is walked once, on its own turn.
    if (this.includes.has(path.toString('latin1'))) return null;
    try {
      const stat = lstatSync(path, { bigint: true });
      return this.excludes.matches(path, stat.isDirectory()) || this.isSecret(path, stat) ? null : { path, stat };
    } catch (error) {
      this.log.warning(`Could not stat "${shown(path)}": ERR=${reasonOf(error)}`);
      if (errorCode(error) !== 'ENOENT') this.unreadable.push(path, withSlash(path));
      return null;
    }
  }

  /** Whether it is another name of a file in DATA_DIR. */
  private isSecret(path: Buffer, stat: BigIntStats): boolean {
    if (!this.order.protectedFiles.has(stat)) return false;
    this.log.info(`${shown(path)} is another name of one of the console's own files and is never backed up.`);
    return true;
  }

  /** Of a protected folder only the settings file that holds no secret. */
  private *settings(folder: Buffer): Generator<Found, void> {
    const file = Buffer.from(this.order.settingsFile);
    if (resolve(folder.toString()) !== dirname(this.order.settingsFile)) return;
    const found = this.entry(file);
    if (!found?.stat.isFile()) return;
    this.readableIncludes += 1;
    yield found;
  }

  private mayEnter(folder: Found, dev: bigint): boolean {
    if (folder.stat.dev === dev) return true;
    const other = this.order.fileset.oneFilesystem || isMadeUp(folder.path);
    if (other) this.tellFilesystem(folder);
    return !other;
  }

  private tellFilesystem(folder: Found): void {
    const key = folder.stat.dev.toString();
    if (this.toldFilesystems.has(key)) return;
    this.toldFilesystems.add(key);
    this.log.info(`${shown(folder.path)} is a different filesystem. Will not descend into it.`);
  }
}

function withSlash(path: Buffer): Buffer {
  return path.at(-1) === 0x2f ? path : Buffer.concat([path, slash]);
}

function isMadeUp(path: Buffer): boolean {
  try {
    return madeUp.has(statfsSync(path).type);
  } catch {
    return false;
  }
}
