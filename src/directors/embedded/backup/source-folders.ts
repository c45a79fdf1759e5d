import { type ClientBase } from 'pg';
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

  /** Whether the system reports them. */
  get isKnown(): boolean {
    return this.types !== null;
  }

  /** If the system does not report it, each folder may be one. */
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

  hasBelow(path: Buffer): boolean {
    const folder = path.toString('latin1').replace(/\/?$/, '/');
    return [...(this.types?.keys() ?? [])].some((mount) => mount !== '/' && mount.startsWith(folder));
  }

  /** The nearest at or above a path, as latin1 text; null: the root, or unknown. */
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

/** A folder that a run was to read as a whole, as far as the next run has to know: its disk may not be there then. */
export interface Source {
  /** Raw, as latin1 text, with the final slash. */
  readonly path: string;
  /** Its mount point, by real path as latin1 text; null: the root, or unknown. */
  readonly mount: string | null;
  readonly isEmpty: boolean;
}

/** What the last run of the same job, client and fileset saw that came to its end. */
export async function loadSources(catalog: ClientBase, jobId: number): Promise<readonly Source[]> {
  const { rows } = await catalog.query<{ sources: readonly Source[] }>(
    `SELECT sources FROM backup_console_source s JOIN job j USING (name, clientid, filesetid) WHERE j.jobid = $1`,
    [jobId],
  );
  return rows[0]?.sources ?? [];
}

export async function keepSources(catalog: ClientBase, jobId: number, sources: readonly Source[]): Promise<void> {
  await catalog.query(
    `INSERT INTO backup_console_source (name, clientid, filesetid, sources)
     SELECT name, clientid, filesetid, $2::jsonb FROM job WHERE jobid = $1
     ON CONFLICT (name, clientid, filesetid) DO UPDATE SET sources = excluded.sources`,
    [jobId, JSON.stringify(sources)],
  );
}

interface LostSource {
  /** Raw, with the final slash. */
  readonly path: Buffer;
  readonly sentence: string;
}

/**
 * What seems to be missing since the last run, and the facts for the next run: for missing sources the earlier ones. Disks below
 * `marked` folders are no longer sources, but one that is not mounted may have been unmounted before its folder was marked.
 */
export function compareSources(
  before: readonly Source[],
  now: readonly Source[],
  mounts: MountPoints,
  marked: readonly string[] = [],
): { readonly sources: readonly Source[]; readonly lost: readonly LostSource[] } {
  const sources = new Map(now.map((source) => [source.path, source]));
  const lost: LostSource[] = [];
  for (const source of new Map(before.map((known) => [known.path, known])).values()) {
    const sentence = whyLost(source, sources.get(source.path), mounts);
    if (sentence !== null) lost.push({ path: Buffer.from(source.path, 'latin1'), sentence });
    const isLeftOut = marked.some((folder) => source.path !== folder && source.path.startsWith(folder));
    if (sentence !== null || !(isLeftOut || sources.has(source.path))) sources.set(source.path, source);
  }
  return { sources: [...sources.values()], lost };
}

function whyLost(before: Source, now: Source | undefined, mounts: MountPoints): string | null {
  const isNearer = now?.mount?.startsWith(`${before.mount}/`) === true;
  if (before.mount !== null && !isNearer && !mounts.has(Buffer.from(before.mount, 'latin1'))) {
    return 'was on a disk that is not mounted now.';
  }
  return !before.isEmpty && now?.isEmpty === true ? 'is suddenly empty. Is its disk mounted?' : null;
}
