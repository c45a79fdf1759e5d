import { type CatalogEntry, type EntryType, type RawPath } from './catalog-entry.js';
import { type NamePattern } from './name-pattern.js';

/** The folder and name of a file record, as the index on a catalog's file records has them. */
export interface FileKey {
  /** The catalog's own number of the folder. */
  readonly pathId: string;
  /** Raw bytes; empty for the folder itself. */
  readonly name: Buffer;
}

/** The place of a name in a lineage: places only ever grow, so that one tells what was seen already. */
export interface IndexPlace {
  readonly block: number;
  readonly line: number;
}

export interface IndexedName extends FileKey {
  readonly place: IndexPlace;
}

/** One client's runs of a fileset from a Full on, whose names stand in the index together, each once. */
export interface Lineage {
  readonly id: number;
  readonly client: string;
  readonly fileset: string;
  /** Those of its runs that stood in the index as of the asked moment, ascending. */
  readonly jobIds: readonly number[];
}

export interface PresentLineages {
  /** The present moment; 0 where nothing is in the index. */
  readonly asOf: number;
  readonly lineages: readonly Lineage[];
}

export interface LineageScan {
  readonly names: readonly IndexedName[];
  /** Where to go on; null: the lineage was read to its end as of the asked moment. */
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
  /** At most so many names. */
  readonly limit: number;
  /** Only names in these folders, by the catalog's numbers; absent: in all. */
  readonly folders?: ReadonlySet<string>;
  /** The scan may end early, with where to go on, once this moment of `performance.now()` has come. */
  readonly until?: number;
}

/**
 * The console's own index of the names in each Director's catalog. A moment is a number that grows with each change of a
 * Director's index; what was there at a moment can be read as it was for an hour at least, then an AppError cursor_expired.
 */
export abstract class NameIndex {
  /** The present moment of a Director's index; 0 where nothing is in it. */
  abstract now(director: string): Promise<number>;
  /** The present moment and, of that moment, what `lineagesOf` answers. */
  abstract present(director: string, jobIds: readonly number[]): Promise<PresentLineages>;
  /** The lineages that held any of these runs at the moment, ascending by id; runs in none of them were not in the index. */
  abstract lineagesOf(director: string, jobIds: readonly number[], asOf: number): Promise<readonly Lineage[]>;
  /**
   * All lineages of a Director, of one client where it is named: by client, those of the newest Full first. Strictly after the
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
   * The next names of a lineage that match, in the order of their places. Deleted ones are among them. Of folders more may be
   * among them than match, for of a folder's name only the folded letters stand there: test its path.
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
  /** Only what lies below this folder, with its final slash. */
  readonly below?: RawPath;
}

/** A part of a search over a chain. */
export interface SearchScope {
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
