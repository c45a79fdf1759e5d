import { createHash } from 'node:crypto';
import { refuseOtherEntry } from '../restore/file-restorer.js';
import { RefusedFile } from '../restore/skipped-file.js';
import { type RestoreRow } from '../restore/restore-rows.js';
import { type VolumeEntry } from '../volumes/volume-reader.js';

const noChecksum: ReadonlySet<string> = new Set(['', '0']);

/**
 * The content of a file as it stands on the volume. Throws where it is not what the catalog says. The last part is given out only
 * after the whole was found right, so that a reader never has all bytes of a wrong file.
 */
export async function* checkedContent(row: RestoreRow, entry: VolumeEntry): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let last: Buffer | null = null;
  for await (const chunk of entry.content) {
    hash.update(chunk);
    if (last !== null) yield last;
    last = chunk;
  }
  const found = hash.digest('base64').replace(/=+$/, '');
  if (!noChecksum.has(row.checksum) && found !== row.checksum) {
    throw new RefusedFile('its content on the volume does not have the checksum recorded in the catalog');
  }
  if (last !== null) yield last;
}

/** Refuses where the volume holds no file, or another one, in the place of this one. */
export function refuseNoFile(row: RestoreRow, entry: VolumeEntry): void {
  refuseOtherEntry(row, entry);
  const isFile = entry.type === 'file' || entry.type === 'contiguous-file';
  if (isFile && (entry.holeBytes === null || entry.holeBytes === row.lstat.size)) return;
  throw new RefusedFile('the volume contains something else in its place');
}
