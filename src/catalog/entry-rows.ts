import { type CatalogEntry } from '../domain/catalog.port.js';
import { entryTypeOfMode } from '../domain/lstat.js';
import { RawPath } from '../domain/raw-path.js';
import { figuresOf } from './lstat-figures.js';
import { integerOf } from './rows.js';

/** Reads a column of raw bytes as a Buffer; a cast to bytea would take backslashes in names for escapes. */
export function rawBytes(column: string): string {
  return `convert_to(${column}, 'SQL_ASCII')`;
}

/**
 * Makes a value of raw bytes comparable with a column of names. The name of the encoding is of a type with a collation of
 * its own, which the result would inherit and which no index on names has.
 */
export function rawText(placeholder: string): string {
  return `(convert_from(${placeholder}, 'SQL_ASCII') COLLATE "default")`;
}

export interface EntryRow {
  readonly fileid: string;
  readonly jobid: number;
  readonly lstat: string;
  /** The folder, with its final slash. */
  readonly path: Buffer;
  /** Empty for the folder itself. */
  readonly filename: Buffer;
  readonly client: string | null;
}

export function entryOf(row: EntryRow): CatalogEntry {
  const { mode, size, modifiedMs } = figuresOf(row.lstat);
  const isFolder = row.filename.length === 0;
  const path = Buffer.concat([row.path, row.filename]);
  return {
    path: RawPath.ofBytes(isFolder ? withFinalSlash(path) : path),
    type: isFolder ? 'folder' : entryTypeOfMode(mode),
    client: row.client ?? '',
    jobId: row.jobid,
    fileId: row.fileid,
    // The bytes that a folder takes in its own file system mean nothing to whoever restores it.
    size: isFolder ? 0 : integerOf(size),
    modifiedAt: new Date(modifiedMs),
    mode,
  };
}

const folderMode = 0o040000;

/** A folder that no run recorded itself, or not any more, but that holds something. */
export function unrecordedFolder(path: Buffer, client: string | null, jobId: number): CatalogEntry {
  return {
    path: RawPath.ofBytes(withFinalSlash(path)),
    type: 'folder',
    client: client ?? '',
    jobId,
    fileId: null,
    size: 0,
    modifiedAt: null,
    mode: folderMode,
  };
}

export function withFinalSlash(path: Buffer): Buffer {
  return path.at(-1) === 0x2f ? path : Buffer.concat([path, Buffer.from('/')]);
}

/** A name in a catalog never holds a NUL, and PostgreSQL takes none: such a path is simply not there. */
export function canBeRecorded(path: RawPath): boolean {
  return path.bytes.length > 0 && !path.bytes.includes(0);
}
