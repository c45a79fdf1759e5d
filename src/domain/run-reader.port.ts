import { type PageRequest, type Slice } from './pagination.js';
import { type CatalogEntry } from './catalog-entry.js';
import { type LogLine, type Run, type RunFilter, type RunVolume } from './run.js';
import { type Scope } from './principal.js';

/** Which run records to read: a window of ids, or some by id. */
export type RunChoice = { readonly after: number; readonly limit: number } | { readonly ids: readonly number[] };

export interface RunCounts {
  readonly running: number;
  readonly waiting: number;
  readonly failed24h: number;
  readonly warning24h: number;
  readonly volumesInError: number;
}

export interface LastGoodBackup {
  readonly client: string;
  readonly jobId: number;
  readonly endedAt: Date;
}

/** Lines by jobId. */
export type LogTails = ReadonlyMap<number, readonly LogLine[]>;

/** Reads runs, their logs, and what each of them wrote. */
export interface RunReader {
  /** Newest first by jobId. A page's key is `[jobId]` of its last row, so that lists of several Directors can be merged. */
  listRuns(scope: Scope, filter: RunFilter, page: PageRequest): Promise<Slice<Run>>;
  findRun(scope: Scope, jobId: number): Promise<Run | null>;
  /** The newest run that carries this mark in its Comment; looked for among the newest only, for there is no index on it. */
  findRunByTag(scope: Scope, mark: string): Promise<Run | null>;
  /** Runs in any state, ascending by jobId: those after an id, at most `limit`, or those of the given ids that exist. */
  readRuns(scope: Scope, choice: RunChoice): Promise<readonly Run[]>;
  /** The largest id of all recorded runs; 0 if there is none. */
  newestJobId(scope: Scope): Promise<number>;
  /** The newest run of each of the jobs that ever ran. */
  lastRuns(scope: Scope, jobs: readonly string[]): Promise<ReadonlyMap<string, Run>>;
  countRuns(scope: Scope, since: Date): Promise<RunCounts>;
  lastGoodBackups(scope: Scope): Promise<readonly LastGoodBackup[]>;
  listLog(scope: Scope, jobId: number, page: PageRequest): Promise<Slice<LogLine>>;
  /** The last lines of each run's log, at most `perRun`, oldest first; runs without lines are absent. Long lines may come cut. */
  lastLogLines(scope: Scope, jobIds: readonly number[], perRun: number): Promise<LogTails>;
  listRunFiles(scope: Scope, jobId: number, page: PageRequest): Promise<Slice<CatalogEntry>>;
  listRunVolumes(scope: Scope, jobId: number): Promise<readonly RunVolume[]>;
}
