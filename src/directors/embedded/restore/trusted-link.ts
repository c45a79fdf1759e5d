import { type BigIntStats, lstatSync, readlinkSync } from 'node:fs';
import { type ProtectedFolders } from '../protected-folders.js';
import { type FolderHandle, lockDirectory, lstatIfAny, pathIn, placeOf, releaseFolder } from './directory-handle.js';
import { SkippedFile, errorCode, ownData } from './skipped-file.js';
import { printablePath } from './target-path.js';

/** As many as the kernel follows. */
const mostLinks = 40;
const [writableByOthers, sticky] = [0o022n, 0o1000n];

/** One folder on the way from the root. */
interface Step {
  readonly name: Buffer;
  /** Whether only root or the console's user can put another folder in its place. */
  readonly isFixed: boolean;
  readonly stat: BigIntStats;
}

/**
 * Follows a symbolic link in a restore in place, such as `/home` on another disk, and opens its folder. Only root or the console's
 * user may be able to change the link and the folders above it: a link of any other user could redirect the restore anywhere. Null
 * if the name is no symbolic link.
 */
export function followTrustedLink(
  folder: FolderHandle,
  name: Buffer,
  ownFolders: ProtectedFolders,
): FolderHandle | null {
  const link = lstatIfAny(pathIn(folder, name));
  if (link?.isSymbolicLink() !== true) return null;
  const place = resolveTrusted([...namesIn(placeOf(folder)), name]);
  const reached = lockDirectory(place, name);
  // Real folders on the way may be anybody's: he can exchange them at this moment.
  if (placeOf(reached).equals(place) && !ownFolders.areAbove(place.toString(), [])) {
    return { ...reached, link: { dev: link.dev, ino: link.ino } };
  }
  releaseFolder(reached);
  throw new SkippedFile(ownFolders.areAbove(place.toString(), []) ? ownData : 'a folder in its path was replaced');
}

/** The real path, resolved name by name from the root. */
function resolveTrusted(names: readonly Buffer[]): Buffer {
  const way = new TrustedPath();
  const waiting = [...names];
  let links = 0;
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const target = way.enter(name);
    if (target === null) continue;
    links += 1;
    if (links > mostLinks) throw new SkippedFile(`"${printablePath(name)}" in its path leads through too many links`);
    waiting.unshift(...namesIn(target));
  }
  return way.path();
}

class TrustedPath {
  private readonly root: Step = { name: Buffer.alloc(0), isFixed: true, stat: lstatSync('/', { bigint: true }) };
  private readonly steps: Step[] = [];

  path(name?: Buffer): Buffer {
    const names = [...this.steps.map((step) => step.name), ...(name === undefined ? [] : [name])];
    return Buffer.from(`/${names.map((part) => part.toString('latin1')).join('/')}`, 'latin1');
  }

  /** Enters the next name. If it is a link, returns its target instead. */
  enter(name: Buffer): Buffer | null {
    if (name.equals(Buffer.from('..'))) {
      this.steps.pop();
      return null;
    }
    const stat = inspect(this.path(name), name);
    if (stat.isDirectory()) {
      this.steps.push({ name, stat, isFixed: isFixed(this.here, stat) });
      return null;
    }
    const target = this.targetOf(name, stat);
    if (target[0] === 0x2f) this.steps.length = 0;
    return target;
  }

  private get here(): Step {
    return this.steps.at(-1) ?? this.root;
  }

  private targetOf(name: Buffer, stat: BigIntStats): Buffer {
    if (!stat.isSymbolicLink()) throw new SkippedFile(`"${printablePath(name)}" in its path is not a folder`);
    const { here } = this;
    const isTrusted = here.isFixed && isOurs(here.stat) && isClosed(here.stat) && isOurs(stat);
    if (isTrusted) return readlinkSync(this.path(name), { encoding: 'buffer' });
    throw new SkippedFile(`"${printablePath(name)}" in its path is a symbolic link that other users can change`);
  }
}

function isFixed(above: Step, stat: BigIntStats): boolean {
  if (!above.isFixed || !isOurs(above.stat)) return false;
  return isClosed(above.stat) || ((above.stat.mode & sticky) !== 0n && isOurs(stat));
}

function isOurs({ uid }: BigIntStats): boolean {
  return uid === 0n || uid === BigInt(process.getuid?.() ?? 0);
}

function isClosed({ mode }: BigIntStats): boolean {
  return (mode & writableByOthers) === 0n;
}

function inspect(path: Buffer, name: Buffer): BigIntStats {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new SkippedFile(`a symbolic link in its path points to "${printablePath(name)}", which does not exist`);
  }
}

function namesIn(path: Buffer): readonly Buffer[] {
  const names = path.toString('latin1').split('/');
  return names.filter((name) => name !== '' && name !== '.').map((name) => Buffer.from(name, 'latin1'));
}
