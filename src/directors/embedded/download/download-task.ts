import { type DownloadFormat } from '../../../domain/download.js';

/** Everything the process of a download needs; plain data that can be sent to it. */
export interface DownloadTask {
  readonly catalogUrl: string;
  /** Volume folder by storage name. */
  readonly storageFolders: Readonly<Record<string, string>>;
  readonly jobids: readonly number[];
  /** Raw paths; a folder's ends in `/`. Empty: everything. */
  readonly selection: readonly Uint8Array[];
  readonly format: DownloadFormat;
}

/** The same of files that a client restored to a folder of this machine. */
export interface StagedTask {
  /** The staging folder, absolute, and the name of the download's own subfolder. */
  readonly folder: string;
  readonly name: string;
  readonly selection: readonly Uint8Array[];
  readonly format: DownloadFormat;
  /** The number of files and symbolic links that the selection must have. */
  readonly contents: number;
}

/** The messages of the process beside its bytes. `began` comes before the first of them, the others after the last. */
export type DownloadMessage =
  | { readonly kind: 'began'; readonly size: number | null }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly reason: string };

/** The pipe that carries the bytes, in both processes. */
export const contentDescriptor = 4;
