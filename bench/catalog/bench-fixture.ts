import { type BenchConsole } from '../bench-console.js';
import { type Report } from '../figures.js';
import { type FileHistory } from '../generators/file-history.js';
import { type Scratch } from '../scratch.js';

/** What every part of the benchmark measures with. */
export interface BenchFixture {
  readonly report: Report;
  readonly scratch: Scratch;
  readonly console: BenchConsole;
  /** Database of each Director's catalog: `files` has many files, `runs` has many runs. */
  readonly databases: { readonly files: string; readonly runs: string };
  readonly files: FileHistory;
  /** Clients whose files are searched, the largest first. */
  readonly searchedClients: readonly number[];
  /** Aims apply to the full size only: a small catalog is fast for every statement. */
  readonly isFull: boolean;
}
