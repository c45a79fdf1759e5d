import { type BaculaCatalog } from '../../src/catalog/bacula-catalog.js';
import { type Report } from '../figures.js';
import { type BenchConsole } from './bench-console.js';
import { type FileHistory } from './file-history.js';
import { type JobHistory } from './job-history.js';
import { type Scratch } from './scratch.js';
import { type Timings } from './timings.js';

/** What every part of the bench measures with. */
export interface BenchFixture {
  readonly report: Report;
  readonly timings: Timings;
  readonly scratch: Scratch;
  readonly console: BenchConsole;
  /** Names of the databases of the two catalogs. */
  readonly databases: { readonly files: string; readonly runs: string };
  readonly files: FileHistory;
  readonly jobs: JobHistory;
  /** The reading side of the console in this process: what a question costs without HTTP. */
  readonly catalog: BaculaCatalog;
  /** Those whose data is asked for, the largest first. */
  readonly askedClients: readonly number[];
  readonly rounds: number;
  /** How long a throughput is measured. */
  readonly seconds: number;
  /** Whether aims mean something: they are held at full size only. */
  readonly isFull: boolean;
}

/** Closes what `open` opened, also where `work` fails. */
export async function using<T extends { end(): Promise<void> }>(
  open: Promise<T>,
  work: (opened: T) => Promise<void>,
): Promise<void> {
  const opened = await open;
  try {
    await work(opened);
  } finally {
    await opened.end();
  }
}
