import { type RawPath } from '../../domain/raw-path.js';
import { canBeRecorded } from '../entry-rows.js';

/** All paths of a folder's tree, as a range of the bytes of Path: from the folder itself up to, not including, `to`. */
export interface Tree {
  readonly folder: RawPath;
  readonly from: Buffer;
  readonly to: Buffer;
}

export interface Selection {
  /** Everything that the chain holds: nothing was selected, or the root. */
  readonly everything: boolean;
  /** No tree lies in another, so each path belongs to one at most. */
  readonly trees: readonly Tree[];
  /** Selected folders that lie in one of the trees, or in everything. */
  readonly nested: readonly Tree[];
  readonly files: readonly RawPath[];
  /** Paths that no catalog can hold. */
  readonly impossible: readonly RawPath[];
}

/** Sorts a selection into what can be asked for in one go. Duplicates are dropped. */
export function selectionOf(paths: readonly RawPath[]): Selection {
  const unique = [...new Map(paths.map((path) => [path.ref, path])).values()];
  const possible = unique.filter(canBeRecorded);
  const folders = possible.filter((path) => path.isFolder).sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  const trees: Tree[] = [];
  const nested: Tree[] = [];
  for (const folder of folders) {
    const tree = { folder, from: folder.bytes, to: afterTree(folder.bytes) };
    const last = trees.at(-1);
    // In byte order a folder comes right before everything below it.
    if (last && Buffer.compare(folder.bytes, last.to) < 0) nested.push(tree);
    else trees.push(tree);
  }
  const everything = paths.length === 0 || trees.some((tree) => tree.folder.bytes.length === 1);
  return {
    everything,
    trees: everything ? [] : trees,
    nested: everything ? [...trees, ...nested] : nested,
    files: possible.filter((path) => !path.isFolder),
    impossible: unique.filter((path) => !canBeRecorded(path)),
  };
}

/** The folder's path with its final slash replaced by the byte after it: greater than all that begins with the folder. */
function afterTree(folder: Buffer): Buffer {
  return Buffer.concat([folder.subarray(0, -1), Buffer.from([0x30])]);
}
