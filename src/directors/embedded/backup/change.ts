import { entryTypeOfMode, type LStat } from '../../../domain/lstat.js';

const whatSaysChanged = ['mode', 'uid', 'gid', 'mtime', 'mtimeNs'] as const satisfies readonly (keyof LStat)[];
const whatSaysFileChanged = ['size', 'ctime', 'ctimeNs', 'rdev'] as const satisfies readonly (keyof LStat)[];

/**
 * Whether an entry differs from the version that the chain holds. A folder's ctime is not looked at: it says nothing that its
 * mtime, mode and owner do not say, and its content is judged file by file.
 */
export function hasChanged(before: LStat, now: LStat): boolean {
  if (whatSaysChanged.some((field) => before[field] !== now[field])) return true;
  if (entryTypeOfMode(now.mode) === 'folder') return false;
  return whatSaysFileChanged.some((field) => before[field] !== now[field]);
}
