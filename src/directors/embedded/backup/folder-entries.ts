import { type Dir, opendirSync } from 'node:fs';
import { type FolderHandle, pathOf, openKnownFolder, pathIn, releaseFolder } from '../restore/directory-handle.js';
import { folderOf, type Found, nameOf } from './entry.js';

/** The folder whose files are being read, open as a descriptor: files come folder by folder. */
export class ReadFolder {
  private folderHandle: FolderHandle | null = null;

  /** The path under which the file can be opened. Throws if its folder is no longer the one that was listed. */
  pathOf(found: Found): Buffer {
    const { folder } = found;
    if (this.folderHandle === null || this.folderHandle.dev !== folder.dev || this.folderHandle.ino !== folder.ino) {
      this.close();
      this.folderHandle = openKnownFolder(folderOf(found.path), folder);
    }
    return pathIn(this.folderHandle, nameOf(found.path));
  }

  close(): void {
    if (this.folderHandle !== null) releaseFolder(this.folderHandle);
    this.folderHandle = null;
  }
}

/** How many names are sorted and returned at a time; a larger folder comes in several sorted parts. */
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
