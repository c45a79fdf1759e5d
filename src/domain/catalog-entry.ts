import { type RawPath } from './raw-path.js';

export type EntryType = 'file' | 'folder' | 'symlink' | 'other';

/** One file, folder or link as one run recorded it. Names are raw bytes. */
export interface CatalogEntry {
  /** Absolute; a folder's ends in `/`. */
  readonly path: RawPath;
  readonly type: EntryType;
  readonly client: string;
  readonly jobId: number;
  /** Opaque; a folder that no run recorded itself has none. */
  readonly fileId: string | null;
  readonly size: number;
  readonly modifiedAt: Date | null;
  /** Permission and type bits as lstat gives them. */
  readonly mode: number;
}
