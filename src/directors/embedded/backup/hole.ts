import { type BigIntStats, statfsSync } from 'node:fs';
import { memberBytes } from './archive.js';

/** ext2 to ext4, XFS, Btrfs, F2FS, tmpfs: what has no blocks there has no content. Elsewhere the number may be made up, or late. */
const countsBlocks = new Set<number>([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x01021994]);

/** Whether a regular file is one hole, so that its zeros need not be read. Small ones may lie in their inode. */
export function isHole(path: Buffer | string, stat: BigIntStats): boolean {
  if (stat.blocks > 0n || stat.size <= BigInt(memberBytes)) return false;
  try {
    return countsBlocks.has(statfsSync(path).type);
  } catch {
    return false;
  }
}
