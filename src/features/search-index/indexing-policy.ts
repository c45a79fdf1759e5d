import { AppError, type RefusalCode } from '../../domain/error-codes.js';

const portionRows = 5_000;
const fewestRows = 250;
/** Each row is looked for in each run that may have it: so many probes are done well within the limit of a statement. */
const probesInPortion = 400_000;

/** How many file records to look through at a time: bounded in memory here, and in time in the catalog. */
export function rowsInPortion(known: number): number {
  return Math.max(fewestRows, Math.min(portionRows, Math.floor(probesInPortion / Math.max(1, known))));
}

/** After the catalog found a portion too large; null: a smaller one would not help. */
export function smallerPortion(rows: number): number | null {
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
export const writerLookMs = 50;
const shortestWayMs = 2_000;
const longestWayMs = 10_000;

/** How long to leave a catalog to a Director that writes records of files into it. One that never ends does not stop the feed. */
export function backoffForWriterMs(workedMs: number): number {
  return Math.max(shortestWayMs, Math.min(longestWayMs, Math.ceil(workedMs) * 50));
}

/** Smaller ones are read in a moment however their names lie. */
const smallBlocks = 64;

/** What was added in many small steps lies in blocks that are hardly filled: each step leaves one at most. */
export function isLoose({ blocks, steps }: { readonly blocks: number; readonly steps: number }): boolean {
  return blocks >= smallBlocks && steps > blocks / 2;
}

/** A run's names are added to a lineage by leaving out those that its runs have: of a run that is gone nobody can tell. */
export function canGrow(lineage: { readonly lostEntries: number }): boolean {
  return lineage.lostEntries === 0;
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

const failuresOfCatalog: readonly RefusalCode[] = ['director_unreachable', 'director_error', 'shutting_down'];

/** Whether the catalog as a whole is at fault; else the run that was read is. */
export function isCatalogAtFault(error: unknown): boolean {
  return error instanceof AppError && failuresOfCatalog.includes(error.code);
}

/** What may be told of a failure. */
export function publicErrorText(error: unknown): string {
  return error instanceof AppError ? error.detail : "See the console's log.";
}
