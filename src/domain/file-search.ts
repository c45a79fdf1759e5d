import { type CatalogEntry, type EntryType } from './catalog-entry.js';
import { type FileKey } from './name-index.port.js';
import { type NamePattern } from './name-pattern.js';
import { type RawPath } from './raw-path.js';

export interface SearchQuery {
  /** Case-insensitive part of the name; `*` any run of characters, `?` one character. */
  readonly text: string;
  readonly exact?: boolean;
  readonly types?: readonly EntryType[];
  /** Bytes, both included. */
  readonly minSize?: number;
  readonly maxSize?: number;
  /** From this moment on. */
  readonly modifiedSince?: Date;
  /** Before this moment. */
  readonly modifiedUntil?: Date;
  /** Only what lies below this folder, with its final slash. */
  readonly below?: RawPath;
}

/** A part of a search over a chain. */
export interface SearchReach {
  /** Runs whose names are looked for; absent: all of the chain. Versions are always of the whole chain. */
  readonly named?: readonly number[];
  /** Runs whose names were looked for elsewhere: what one of them has a record of, for the same client, is left out. */
  readonly known?: readonly number[];
  /** Only in these folders, by the catalog's numbers, ascending. */
  readonly folders?: readonly string[];
}

/** Names of some runs in the order of the index on their records. */
export interface WantedNames {
  readonly jobids: readonly number[];
  readonly query: SearchQuery;
  /** Strictly after this one; null: from the beginning. */
  readonly after: FileKey | null;
  /** Only in these folders, by the catalog's numbers, ascending. */
  readonly folders?: readonly string[];
}

/** An answer to one of several asked names. */
export interface FoundEntry {
  /** Position of the name in the question, from 0. */
  readonly position: number;
  readonly entry: CatalogEntry;
}

/** A file as the kept runs of its client know it. */
export interface FoundFile extends FoundEntry {
  /** The newest that counts: `entry` is it. */
  readonly versions: number;
  /** The newest record that counts tells that it was deleted. */
  readonly isDeleted: boolean;
}

export interface KeptId {
  readonly jobId: number;
  readonly client: string;
  /** Seconds since the epoch. */
  readonly dataTime: number;
}

export interface VersionedRun {
  readonly jobId: number;
  /** Whether its versions are told. */
  readonly counts: boolean;
  /** A name that it has a record of was found elsewhere and is left out. */
  readonly isKnown: boolean;
  /** Only names that such a run has a record of are told. */
  readonly isOwn: boolean;
}

/** Whether an entry is what the query asks for; whatever finds names may let more through. */
export function wantedBy(query: SearchQuery, pattern: NamePattern): (entry: CatalogEntry) => boolean {
  const { types, minSize = 0, maxSize = Infinity, below } = query;
  const since = query.modifiedSince?.getTime() ?? -Infinity;
  const until = (query.modifiedUntil?.getTime() ?? Infinity) - 1;
  return ({ path, type, size, modifiedAt }) => {
    const modified = modifiedAt?.getTime() ?? -Infinity;
    return (
      (types === undefined || types.includes(type)) &&
      isWithin(size, minSize, maxSize) &&
      isWithin(modified, since, until) &&
      (below === undefined || isBelow(path.bytes, below.bytes)) &&
      pattern.matches(path.name.toString('utf8'))
    );
  };
}

/** Both ends included; times are whole milliseconds. */
function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

function isBelow(path: Buffer, folder: Buffer): boolean {
  return path.length > folder.length && path.subarray(0, folder.length).equals(folder);
}
