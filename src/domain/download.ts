import { type RawPath } from './catalog-entry.js';

export const downloadFormats = ['file', 'tar', 'zip'] as const;
/** `file`: the content of one plain file; `tar` and `zip`: an archive of all that is selected. */
export type DownloadFormat = (typeof downloadFormats)[number];

export interface DownloadOrder {
  /** One whole restore chain of one client and fileset, ascending by data time. */
  readonly jobids: readonly number[];
  /** As in RestoreOrder: a folder's path ends in `/`; empty: everything in the chain. */
  readonly selection: readonly RawPath[];
  readonly format: DownloadFormat;
}

export interface OpenDownload {
  /** Bytes that `content` gives; null for an archive, whose length is known only at its end. */
  readonly size: number | null;
  /**
   * Ends only when all of it was given and found right; else it throws, also when the signal of the order fires.
   */
  readonly content: AsyncIterable<Uint8Array>;
}
