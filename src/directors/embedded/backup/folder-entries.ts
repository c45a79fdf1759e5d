import { type Dir, opendirSync } from 'node:fs';
import { type FolderHandle, pathOf } from '../restore/directory-handle.js';

/** So many names are sorted and handed on at once; a larger folder comes in several sorted parts. */
const partSize = 4096;

/**
 * The names in a folder as raw bytes, in parts, so that a folder of millions costs no more memory than one of thousands.
 * Throws the system's error; the folder is closed when the generator ends, however it ends.
 */
export function* folderEntries(folder: FolderHandle): Generator<readonly Buffer[], void> {
  const handle: Dir = opendirSync(pathOf(folder), { encoding: 'buffer' as BufferEncoding, bufferSize: 256 });
  try {
    let part: Buffer[] = [];
    for (let entry = handle.readSync(); entry !== null; entry = handle.readSync()) {
      // The type declarations know text names only; with encoding `buffer` names are Buffers.
      part.push(entry.name as unknown as Buffer);
      if (part.length < partSize) continue;
      yield part.sort((a, b) => a.compare(b));
      part = [];
    }
    yield part.sort((a, b) => a.compare(b));
  } finally {
    handle.closeSync();
  }
}
