import { type RawPath } from './raw-path.js';

/**
 * Where a restore writes. The check here is on the text alone; symlinks on the way are the Director's to guard,
 * because only it sees the file system at the moment of writing.
 */

/** An absolute folder without empty and `.` words and without a final slash; null where it is not absolute or climbs with `..`. */
export function normalTarget(where: string): string | null {
  const drive = /^[A-Za-z]:(?=\/)/.exec(where)?.[0] ?? '';
  const rest = where.slice(drive.length);
  if (!rest.startsWith('/') || hasControl(where)) return null;
  const words = rest.split('/').filter((word) => word !== '' && word !== '.');
  return words.includes('..') ? null : `${drive}/${words.join('/')}`;
}

function hasControl(text: string): boolean {
  return Array.from(text).some((character) => character < ' ' || character === '\u007f');
}

/** Whether a normal folder is one of the roots or lies below one. */
export function isBelow(folder: string, roots: readonly string[]): boolean {
  return roots.some((given) => {
    const root = normalTarget(given);
    if (root === null) return false;
    return folder === root || folder.startsWith(root.endsWith('/') ? root : `${root}/`);
  });
}

/** What a restore would write, and when that was changed last. */
export interface TargetFile {
  readonly path: RawPath;
  readonly modifiedAt: Date | null;
}

export interface TargetQuestion {
  readonly restoreClient: string;
  /** As a restore's own: absolute; absent: the Director's own restore root. */
  readonly where?: string;
  readonly anywhere: boolean;
  readonly files: readonly TargetFile[];
}

/** What stands where a restore would write. */
export interface TargetFindings {
  /** The folder that was looked into. */
  readonly where: string;
  /** So many of the files were looked for. */
  readonly inspected: number;
  /** Those of them that stand there already. */
  readonly existing: number;
  /** Those of the existing ones that were changed after the backed-up version. */
  readonly newer: number;
  /** The first few of the existing ones. */
  readonly examples: readonly RawPath[];
}
