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
 * Director's index; what was there at a moment can be read as it was for an hour at least, then a Refusal cursor_expired.
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
