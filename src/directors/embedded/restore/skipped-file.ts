import { UnreadableVolume } from '../volumes/volume-reader.js';

/** A file that is not restored, with a reason for the operator; the run continues with the next. */
export class SkippedFile extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'RefusedFile';
  }
}

/** The reason why nothing is restored over the data of the console that runs it. */
export const ownData = "it is inside the console's own data or volumes, where restores cannot write";

/** Thrown through the run once the stop request was seen; never leaves this folder. */
export class RestoreCanceled extends Error {
  constructor() {
    super('The restore was canceled.');
    this.name = 'RestoreCanceled';
  }
}

/** After these, every further file would fail alike, so they end the run instead of making a line per file. */
const hopeless: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** Node's error of a failed system call. Recognized by its shape: it may come from another realm than our Error. */
interface SystemError {
  readonly code: string;
  readonly syscall: string;
  readonly message: string;
}

function isSystemError(error: unknown): error is SystemError {
  return (
    typeof error === 'object' &&
    error !== null &&
    'syscall' in error &&
    'code' in error &&
    typeof error.code === 'string'
  );
}

export function errorCode(error: unknown): string | null {
  return isSystemError(error) ? error.code : null;
}

/** The file system's message about one file, as a reason; rethrows other errors. */
export function reasonOf(error: unknown): string {
  if (error instanceof SkippedFile || error instanceof UnreadableVolume) return error.message;
  if (!isSystemError(error)) throw error;
  // Node's message ends in the path it was called with, which here is only a file descriptor.
  const sentence = error.message.split(', ')[0] ?? error.message;
  if (hopeless.has(error.code))
    throw new Error(`The restore folder cannot be written to: ${sentence}`, { cause: error });
  return sentence;
}
