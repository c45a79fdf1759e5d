import { type TaskControl, type TaskOutcome } from '../task.js';
import { type BackupSource } from '../backup/backup-source.js';
import { type BackupTask } from '../backup/backup-task.js';
import { type EstimateTask } from '../backup/estimate-files.js';
import { type RestoreTask } from '../restore/restore-task.js';
import { type VerifyTask } from '../verify/verify-task.js';

const flagBytes = 16;
const figureBytes = 16;
/** A path longer than this is shown with its end. */
const pathBytes = 4096;

const request = 0;
const turn = 1;
const length = 2;

export interface Figures {
  readonly files: number;
  readonly bytes: number;
  readonly currentFile: Buffer | null;
}

/**
 * The shared memory of a worker and the engine: the stop request, the statistics, and the current file. Each is written by one
 * side, so that the worker can read and write it in the middle of synchronous work.
 */
export class TaskFigures implements TaskControl {
  private readonly flags: Int32Array;
  private readonly sums: BigInt64Array;
  private readonly path: Uint8Array;

  constructor(readonly memory: SharedArrayBuffer = new SharedArrayBuffer(flagBytes + figureBytes + pathBytes)) {
    this.flags = new Int32Array(memory, 0, flagBytes / 4);
    this.sums = new BigInt64Array(memory, flagBytes, figureBytes / 8);
    this.path = new Uint8Array(memory, flagBytes + figureBytes, pathBytes);
  }

  cancel(): void {
    Atomics.store(this.flags, request, 1);
  }

  isCanceled(): boolean {
    return Atomics.load(this.flags, request) === 1;
  }

  add(files: number, bytes: number): void {
    if (files > 0) Atomics.add(this.sums, 0, BigInt(files));
    if (bytes > 0) Atomics.add(this.sums, 1, BigInt(bytes));
  }

  current(path: Buffer): void {
    const tail = path.length > pathBytes ? path.subarray(path.length - pathBytes) : path;
    // An odd turn means: being written.
    Atomics.add(this.flags, turn, 1);
    this.path.set(tail);
    Atomics.store(this.flags, length, tail.length);
    Atomics.add(this.flags, turn, 1);
  }

  read(): Figures {
    return {
      files: Number(Atomics.load(this.sums, 0)),
      bytes: Number(Atomics.load(this.sums, 1)),
      currentFile: this.readPath(),
    };
  }

  /** The path, unless it was overwritten during the read; one missing value does not matter. */
  private readPath(): Buffer | null {
    const before = Atomics.load(this.flags, turn);
    const copy = Buffer.from(this.path.slice(0, Atomics.load(this.flags, length)));
    const after = Atomics.load(this.flags, turn);
    return before === after && before % 2 === 0 && copy.length > 0 ? copy : null;
  }
}

export type TaskOrder =
  | { readonly kind: 'backup'; readonly task: BackupTask }
  | { readonly kind: 'restore'; readonly task: RestoreTask }
  | { readonly kind: 'verify'; readonly task: VerifyTask }
  | { readonly kind: 'estimate'; readonly task: EstimateTask }
  | { readonly kind: 'preview'; readonly task: BackupSource };

/** What the worker thread of a task process starts with. */
export interface WorkerStart {
  readonly order: TaskOrder;
  readonly memory: SharedArrayBuffer;
}

/** What the engine sends to a task process. */
export type TaskCommand = { readonly kind: 'start'; readonly order: TaskOrder } | { readonly kind: 'cancel' };

/** What the worker thread reports; `ended` and `failed` are its last message. */
export type WorkerMessage =
  | { readonly kind: 'log'; readonly isWarning: boolean; readonly text: string }
  | { readonly kind: 'ended'; readonly outcome: TaskOutcome }
  | { readonly kind: 'failed'; readonly reason: string; readonly outcome?: TaskOutcome };

/** What a task process sends to the engine. */
export type TaskMessage = WorkerMessage | { readonly kind: 'figures'; readonly figures: Figures };
