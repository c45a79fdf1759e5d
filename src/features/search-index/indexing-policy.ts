import { AppError, type ErrorCode } from '../../domain/error-codes.js';

const rowsPerBatch = 5_000;
const fewestRows = 250;
/** Each row is checked in each run that may have it: this many probes stay far below the statement timeout. */
const probesPerBatch = 400_000;

/** File records to read at a time: bounds memory here, and time in the catalog. */
export function rowsInBatch(known: number): number {
  return Math.max(fewestRows, Math.min(rowsPerBatch, Math.floor(probesPerBatch / Math.max(1, known))));
}

/** After a batch was too large for the catalog; null: a smaller one would not help. */
export function smallerBatch(rows: number): number | null {
  return rows <= fewestRows ? null : Math.max(fewestRows, Math.floor(rows / 4));
}

const longestRestMs = 1_000;
/** After less than this a rest would cost more than the work: many runs have hardly any names. */
export const leastWorkMs = 10;

/** The catalog rests for as long as it worked, so that the Director has half of it at least. */
export function idleMs(workedMs: number): number {
  return Math.min(longestRestMs, Math.ceil(workedMs));
}

/** How often to see whether the Director still writes. */
export const writerCheckMs = 50;
const minPauseMs = 2_000;
const maxPauseMs = 10_000;

/** How long to pause for a Director that writes file records into the catalog. One that never ends does not stop the indexer. */
export function backoffForWriterMs(workedMs: number): number {
  return Math.max(minPauseMs, Math.min(maxPauseMs, Math.ceil(workedMs) * 50));
}

/** Smaller ones are read quickly in any layout. */
const smallBlocks = 64;

/** Many small additions leave blocks that are hardly filled: at most one per addition. */
export function isLoose({ blocks, steps }: { readonly blocks: number; readonly steps: number }): boolean {
  return blocks >= smallBlocks && steps > blocks / 2;
}

/** A run's names are added to a segment set without those that its runs already have. For a pruned run that is unknown. */
export function canGrow(segmentSet: { readonly lostEntries: number }): boolean {
  return segmentSet.lostEntries === 0;
}

const firstRetryMs = 60_000;
const longestRetryMs = 6 * 3_600_000;

/** When a run that could not be read is tried again. */
export function retryMs(failures: number): number {
  return Math.min(longestRetryMs, firstRetryMs * 4 ** (failures - 1));
}

const longestPauseMs = 60_000;

/** How long to leave a catalog alone that did not answer. */
export function pauseAfterFailures(failures: number): number {
  return Math.min(longestPauseMs, 1_000 * 2 ** (failures - 1));
}

const failuresOfCatalog: readonly ErrorCode[] = ['director_unreachable', 'director_error', 'shutting_down'];

/** Whether the catalog as a whole is at fault; else the run that was read is. */
export function isCatalogFailure(error: unknown): boolean {
  return error instanceof AppError && failuresOfCatalog.includes(error.code);
}

/** The text of a failure that may be shown. */
export function publicErrorText(error: unknown): string {
  return error instanceof AppError ? error.detail : "See the console's log.";
}
