import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface TreeEntry {
  readonly type: 'file' | 'folder' | 'symlink' | 'other';
  readonly mode: number;
  /** Microseconds since the epoch, the finest that Node.js can set; absent for symlinks. */
  readonly modifiedUs?: bigint;
  readonly size?: number;
  readonly sha256?: string;
  readonly target?: string;
  /** Names that are hard links of one file carry the same sorted list. */
  readonly sameFileAs?: readonly string[];
}

/** What a folder holds, by names as latin1 text so that each byte is kept; the folder itself is not in it. */
export function readTree(root: string): Map<string, TreeEntry> {
  const tree = new Map<string, TreeEntry>();
  const names = new Map<bigint, string[]>();
  walk(Buffer.from(root), '', (name, path) => {
    const stat = lstatSync(path, { bigint: true });
    if (stat.isFile() && stat.nlink > 1n) names.set(stat.ino, [...(names.get(stat.ino) ?? []), name].sort());
  });
  walk(Buffer.from(root), '', (name, path) => tree.set(name, describe(path, names)));
  return tree;
}

function walk(folder: Buffer, prefix: string, visit: (name: string, path: Buffer) => void): void {
  for (const entry of readdirSync(folder, { encoding: 'buffer' }) as Buffer[]) {
    const path = Buffer.concat([folder, Buffer.from('/'), entry]);
    const name = prefix + entry.toString('latin1');
    visit(name, path);
    if (lstatSync(path).isDirectory()) walk(path, `${name}/`, visit);
  }
}

function describe(path: Buffer, names: ReadonlyMap<bigint, readonly string[]>): TreeEntry {
  const stat = lstatSync(path, { bigint: true });
  const mode = Number(stat.mode) & 0o7777;
  if (stat.isSymbolicLink()) return { type: 'symlink', mode: 0, target: readlinkSync(path, 'latin1') };
  const common = { mode, modifiedUs: stat.mtimeNs / 1000n };
  if (stat.isDirectory()) return { type: 'folder', ...common };
  if (!stat.isFile()) return { type: 'other', ...common };
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  const sameFileAs = names.get(stat.ino);
  return { type: 'file', ...common, size: Number(stat.size), sha256, ...(sameFileAs ? { sameFileAs } : {}) };
}
