import { type PageKey, type PageRequest, type Slice } from './pagination.js';
import { type CatalogEntry, type RawPath } from './catalog-entry.js';
import { type Scope } from './principal.js';
import { type ResolvedChain } from './restore-reader.port.js';
import {
  type FoundEntry,
  type FoundFile,
  type RetainedId,
  type SearchQuery,
  type SearchScope,
  type VersionedRun,
  type WantedNames,
  type FileKey,
} from './file-search.js';

/** A good backup whose file records are there to be read. */
export interface KeptRun {
  readonly jobId: number;
  readonly uniqueName: string;
  /** Empty: the catalog names none. */
  readonly client: string;
  /** Empty: the catalog names none. */
  readonly fileset: string;
  readonly isFull: boolean;
  /** The data's own time in seconds, as chains order by it. */
  readonly dataTime: number;
}

/** Which run records to look through: downwards, those below an id (null: from the newest), at most `limit`; or some by id. */
export type KeptRunChoice =
  | { readonly below: number | null; readonly limit: number }
  | { readonly ids: readonly number[] };

export interface RetainedRuns {
  /** Those of the records looked through that are kept. */
  readonly runs: readonly KeptRun[];
  /** The lowest id looked through; null: there is nothing below. */
  readonly from: number | null;
}

export interface NamesQuery {
  readonly jobId: number;
  /** Names that one of these runs has as well are left out. */
  readonly knownIn: readonly number[];
  /** Where to go on, as the portion before said. */
  readonly after: PageKey | null;
}

/** A name that a run recorded, a deletion's too. */
export interface RecordedName {
  /** The catalog's own number of the folder. */
  readonly pathId: string;
  /** Raw bytes; empty for the folder itself. */
  readonly name: Buffer;
  /** What it is called: the name, of a folder's own record the last word of its path. */
  readonly word: Buffer;
}

export interface NamePortion {
  /** In the order of the index on file records, each once. */
  readonly names: readonly RecordedName[];
  /** null: the run was read to its end. */
  readonly next: PageKey | null;
}

/** Reads file records: searches by name, and what the search index is built from. */
export interface FileReader {
  /** Names over a chain by the catalog alone, in the order of the index on its file records. */
  searchFiles(
    scope: Scope,
    chain: ResolvedChain,
    query: SearchQuery,
    page: PageRequest,
    reach?: SearchScope,
  ): Promise<Slice<CatalogEntry>>;
  /**
   * The newest version of each name over the chain's runs of one client, in the order of the keys: without what was deleted,
   * without names that one of the `known` runs has a record of, and those that none of the `own` runs has, where they are given.
   */
  findNewest(
    scope: Scope,
    chain: ResolvedChain,
    client: string,
    keys: readonly FileKey[],
    known: readonly number[],
    own?: readonly number[],
  ): Promise<readonly FoundEntry[]>;
  /** Numbers of the folder and of all below it, ascending; null: there are more than `limit`. */
  findFolders(scope: Scope, folder: RawPath, limit: number): Promise<readonly string[] | null>;
  /** The next names, at most `limit`; none: there are no more. More may come than match: test their paths. */
  findNames(scope: Scope, wanted: WantedNames, limit: number): Promise<readonly FileKey[]>;
  /** Of each name its kept versions among one client's runs, in the order of the keys; without what no run has a version of. */
  findKept(scope: Scope, runs: readonly VersionedRun[], keys: readonly FileKey[]): Promise<readonly FoundFile[]>;
  /** Runs whose files can be restored, of one client where it is named: ascending by id after the given one, at most `limit`. */
  listKeptIds(scope: Scope, client: string | null, after: number, limit: number): Promise<readonly RetainedId[]>;
  /** The same of one client, those with the highest ids. */
  listNewestKeptIds(scope: Scope, client: string, limit: number): Promise<readonly RetainedId[]>;
  /** Uses the connection that is reserved for the search index, as do the next three. */
  listKeptRuns(scope: Scope, choice: KeptRunChoice): Promise<RetainedRuns>;
  /** Reads at most `limit` records of the run and returns the requested names among them. */
  readNames(scope: Scope, question: NamesQuery, limit: number): Promise<NamePortion>;
  /** Whether another session writes file records at this moment. */
  isBeingWritten(scope: Scope): Promise<boolean>;
  /** Those of the runs of which there is no record of any file. */
  runsWithoutNames(scope: Scope, jobIds: readonly number[]): Promise<readonly number[]>;
}
