import { readFileSync } from 'node:fs';

/** File systems of containers and packages, which come and go with them. */
const passing: ReadonlySet<string> = new Set(['overlay', 'squashfs', 'nsfs']);

/** Where file systems are mounted, by real path. A folder with a device number of its own need be no such place: subvolumes of btrfs. */
export class MountPoints {
  private constructor(private readonly types: ReadonlyMap<string, string> | null) {}

  static read(): MountPoints {
    try {
      return MountPoints.parse(readFileSync('/proc/self/mountinfo', 'latin1'));
    } catch {
      return new MountPoints(null);
    }
  }

  /** `mountinfo` as proc(5) describes it, as latin1 text. */
  static parse(mountinfo: string): MountPoints {
    const types = new Map<string, string>();
    for (const line of mountinfo.split('\n')) {
      const path = line.split(' ')[4];
      if (path !== undefined) types.set(unescaped(path), line.split(' - ')[1]?.split(' ')[0] ?? '');
    }
    return new MountPoints(types);
  }

  /** Where the system does not tell, each folder may be one. */
  has(path: Buffer): boolean {
    return this.types === null || this.types.has(path.toString('latin1'));
  }

  /** Whether the kernel fills it, although it looks like a file system in memory. */
  isKernels(path: Buffer): boolean {
    return this.types?.get(path.toString('latin1')) === 'devtmpfs';
  }

  /** Whether something is mounted there that is meant to be there the next time too. */
  holdsDisk(path: Buffer): boolean {
    const type = this.types?.get(path.toString('latin1'));
    return type !== undefined && !passing.has(type);
  }

  /** The nearest at or above a path, as latin1 text; null: the root, or nobody knows. */
  nearest(path: Buffer): string | null {
    if (this.types === null) return null;
    for (let next = path.toString('latin1'); next.length > 1; next = next.slice(0, next.lastIndexOf('/'))) {
      if (this.types.has(next)) return next;
    }
    return null;
  }
}

function unescaped(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8)));
}
