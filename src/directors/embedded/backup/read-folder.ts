import { type FolderHandle, holdKnownFolder, pathIn, releaseFolder } from '../restore/directory-handle.js';
import { folderOf, type Found, nameOf } from './entry.js';

/** The folder whose files are being read, held open: files come folder by folder. */
export class ReadFolder {
  private held: FolderHandle | null = null;

  /** Where the file can be opened. Throws where its folder is no longer the one that the walk looked into. */
  pathOf(found: Found): Buffer {
    const { folder } = found;
    if (this.held === null || this.held.dev !== folder.dev || this.held.ino !== folder.ino) {
      this.close();
      this.held = holdKnownFolder(folderOf(found.path), folder);
    }
    return pathIn(this.held, nameOf(found.path));
  }

  close(): void {
    if (this.held !== null) releaseFolder(this.held);
    this.held = null;
  }
}
