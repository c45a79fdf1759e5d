import { SkippedFile } from './skipped-file.js';

const slash = 0x2f;

/**
 * Names of the folders from the restore folder down to a catalog path such as `/srv/data/`. Rejects what would leave the restore
 * folder: a catalog is untrusted input.
 */
export function folderNames(path: Buffer): readonly Buffer[] {
  if (path[0] !== slash || path.at(-1) !== slash) throw new SkippedFile('its folder is not an absolute path');
  const names: Buffer[] = [];
  for (let start = 1; start < path.length;) {
    const end = path.indexOf(slash, start);
    names.push(checkedName(path.subarray(start, end)));
    start = end + 1;
  }
  return names;
}

/** The name itself, if it names something in its folder and nowhere else. */
export function checkedName(name: Buffer): Buffer {
  const isDots = name.equals(Buffer.from('.')) || name.equals(Buffer.from('..'));
  if (name.length === 0 || isDots || name.includes(slash) || name.includes(0)) {
    throw new SkippedFile('its path contains a name that is not valid in a folder');
  }
  return name;
}

/** A raw path as one line of a log: invalid UTF-8 is shown as U+FFFD, control characters as `\xNN`. */
export function printablePath(path: Uint8Array): string {
  return Array.from(Buffer.from(path).toString('utf8'), (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x20 || code === 0x7f ? `\\x${code.toString(16).padStart(2, '0')}` : character;
  }).join('');
}

/** Folders above a raw path, with their final slashes, the root first. */
export function foldersAbove(path: Buffer): readonly Buffer[] {
  const above: Buffer[] = [];
  for (let end = path.indexOf(slash); end !== -1 && end < path.length - 1; end = path.indexOf(slash, end + 1)) {
    above.push(path.subarray(0, end + 1));
  }
  return above;
}
