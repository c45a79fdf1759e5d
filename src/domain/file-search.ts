import { type CatalogEntry, type EntryType, type RawPath } from './catalog-entry.js';
import { type NamePattern } from './name-pattern.js';

/** The folder and name of a file record, as the index on a catalog's file records has them. */
export interface FileKey {
  /** The catalog's own number of the folder. */
  readonly pathId: string;
  /** Raw bytes; empty for the folder itself. */
  readonly name: Buffer;
}

/** The position of a name in a segment set. Positions only grow, so one identifies what was already returned. */
export interface IndexPlace {
  readonly block: number;
  readonly line: number;
}

export interface IndexedName extends FileKey {
  readonly place: IndexPlace;
}

/** One client's runs of a fileset from a Full on, whose names are indexed together, each once. */
export interface Lineage {
  readonly id: number;
  readonly client: string;
  readonly fileset: string;
  /** Those of its runs that were indexed at the requested index version, ascending. */
  readonly jobIds: readonly number[];
}

export interface PresentLineages {
  /** The present moment; 0 where nothing is in the index. */
  readonly asOf: number;
  readonly lineages: readonly Lineage[];
}

export interface LineageScan {
  readonly names: readonly IndexedName[];
  /** Where to continue; null: the segment set was read to its end at the requested index version. */
  readonly next: IndexPlace | null;
}

export interface ScanRequest {
  readonly director: string;
  readonly lineage: number;
  readonly pattern: NamePattern;
  /** The moment, as `now` gave it: what came in later is not there. */
  readonly asOf: number;
  /** Names strictly after this place; null: from the beginning. */
  readonly after: IndexPlace | null;
  /** Maximum number of names. */
  readonly limit: number;
  /** Only names in these folders, by the catalog's numbers; absent: in all. */
  readonly folders?: ReadonlySet<string>;
  /** After this time of `performance.now()` the scan may end early, with the position to continue from. */
  readonly until?: number;
}

/**
 * The console's own index of the names in each Director's catalog. Its version is a number that grows with each change of a
 * Director's index. A version can be read for at least an hour; after that, AppError cursor_expired.
 */
export abstract class NameIndex {
  /** The present moment of a Director's index; 0 where nothing is in it. */
  abstract now(director: string): Promise<number>;
  /** The present moment and, of that moment, what `lineagesOf` answers. */
  abstract present(director: string, jobIds: readonly number[]): Promise<PresentLineages>;
  /** The segment sets with any of these runs at the index version, ascending by id; runs in none of them were not indexed. */
  abstract lineagesOf(director: string, jobIds: readonly number[], asOf: number): Promise<readonly Lineage[]>;
  /**
   * All segment sets of a Director, of one client if it is named: by client, those of the newest Full first. Strictly after the
   * given one, at most `limit`.
   */
  abstract listLineages(
    director: string,
    client: string | null,
    asOf: number,
    after: Lineage['id'] | null,
    limit: number,
  ): Promise<readonly Lineage[]>;
  /**
   * The next names of a segment set that match, in the order of their positions. Deleted ones are included. More folders may be
   * included than match, because only the folded letters of a folder's name are stored: test its path.
   */
  abstract scan(request: ScanRequest): Promise<LineageScan>;
}

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
  /** Only below this folder, with its final slash. */
  readonly below?: RawPath;
}

/** A part of a search over a chain. */
export interface SearchScope {
  /** The runs whose names are searched; absent: all of the chain. Versions are always of the whole chain. */
  readonly named?: readonly number[];
  /** Runs whose names were searched elsewhere: files with a record in one of them, for the same client, are left out. */
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

/** The result for one of several requested names. */
export interface FoundEntry {
  /** Position of the name in the question, from 0. */
  readonly position: number;
  readonly entry: CatalogEntry;
}

/** A file as the kept runs of its client know it. */
export interface FoundFile extends FoundEntry {
  /** The newest that counts: `entry` is it. */
  readonly versions: number;
  /** The newest visible record says that it was deleted. */
  readonly isDeleted: boolean;
}

export interface RetainedId {
  readonly jobId: number;
  readonly client: string;
  /** Seconds since the epoch. */
  readonly dataTime: number;
}

export interface VersionedRun {
  readonly jobId: number;
  /** Whether its versions are returned. */
  readonly counts: boolean;
  /** A name that it has a record of was found elsewhere and is left out. */
  readonly isKnown: boolean;
  /** Only names with a record in such a run are returned. */
  readonly isOwn: boolean;
}

/** Whether an entry matches the query; the index may return more. */
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
