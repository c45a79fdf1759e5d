import { type RestoreCounts } from '../../domain/restore-facts.js';

/**
 * The data that a backup, restore or verify in a worker thread shares with the engine in the main thread. Statistics and the stop request
 * use shared memory, so that the worker may use synchronous file calls.
 */
export interface TaskControl {
  /** Checked between files and between chunks of a file; true: stop as soon as data on disk is consistent. */
  isCanceled(): boolean;
  /** Adds to the statistics of the progress. */
  add(files: number, bytes: number): void;
  /** The current file, as raw path. */
  current(path: Buffer): void;
}

/** Lines of the run's log, kept in the catalog as they come. A warning also counts as one of the run's errors. */
export interface TaskLog {
  info(text: string): void;
  warning(text: string): void;
}

/** What a fileset would take, in more detail than the estimate of a run. */
export interface FilesetPreview {
  readonly includes: readonly PreviewedInclude[];
  /** Largest first. */
  readonly largest: readonly LargeFile[];
}

export interface PreviewedInclude {
  readonly path: string;
  readonly isReadable: boolean;
  readonly files: number;
  readonly bytes: number;
}

export interface LargeFile {
  /** Raw, as latin1 text. */
  readonly path: string;
  readonly bytes: number;
}

export interface TaskOutcome {
  /**
   * Bacula's letter: T, A, or E for a verify that found differences. A fatal end is thrown as an Error whose message becomes the log's
   * reason.
   */
  readonly status: 'T' | 'E' | 'A';
  readonly files: number;
  readonly bytes: number;
  /** Of a restore. */
  readonly restore?: RestoreCounts;
  /** Of the preview of a fileset. */
  readonly preview?: FilesetPreview;
}

/** A fatal end of a task that had done something before. */
export class FailedTask extends Error {
  constructor(
    cause: unknown,
    /** Its status does not count. */
    readonly done: TaskOutcome,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'FailedTask';
  }
}

/** One run of catalog segments on a volume: a gzip member of whole tar entries (docs/develop/volume-format.md). */
export interface VolumeSegment {
  readonly volumeFile: string;
  readonly volumeName: string;
  readonly firstIndex: number;
  readonly lastIndex: number;
  /** Byte offsets of the gzip member in the volume file; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}
