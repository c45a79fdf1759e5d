import { type ProbeCode } from './director-connector.port.js';
import { type DownloadFormat, type OpenDownload } from './download.js';
import { type RawPath } from './catalog-entry.js';
import { type MessageParams } from './error-codes.js';

/** Why the console cannot use a staging folder. */
export interface StagingError {
  readonly code: ProbeCode;
  readonly params: MessageParams;
  /** A sentence: the problem, and what to do. */
  readonly detail: string;
}

/** A private subfolder of a staging folder, of one download. */
export interface StagedFolder {
  /** The staging folder, absolute. */
  readonly folder: string;
  /** Of the subfolder in it. */
  readonly name: string;
}

/** Files that a client restored for a download. */
export interface StagedFiles extends StagedFolder {
  /** Only these are given out; empty: everything. */
  readonly selection: readonly RawPath[];
  readonly format: DownloadFormat;
  /** The number of files and symbolic links that the selection must have. */
  readonly contents: number;
}

/** Staging folders on this machine. No call follows a symbolic link, and each returns though the disk does not answer. */
export abstract class StagingFolders {
  /** Why the folder cannot be used; null if the console can read and write it and other users cannot. */
  abstract check(folder: string): Promise<StagingError | null>;
  /** Bytes that can be written to its disk. Throws the system's error. */
  abstract freeBytes(folder: string): Promise<number>;
  /** Makes an empty subfolder that only the console's user, and root, can enter. Throws the system's error. */
  abstract make(staged: StagedFolder): Promise<void>;
  /** Names of everything in the folder; none where it is not there. Throws the system's error. */
  abstract list(folder: string): Promise<readonly string[]>;
  /** Removes the subfolder with all its content. Throws an Error that names what is left and why. */
  abstract remove(staged: StagedFolder): Promise<void>;
  /** As DirectorPort.openDownload. A file that is missing, unreadable or changes meanwhile is a fault. */
  abstract open(files: StagedFiles, signal: AbortSignal): Promise<OpenDownload>;
}
