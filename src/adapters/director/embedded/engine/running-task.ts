import { Worker } from 'node:worker_threads';
import { type TaskOutcome } from '../task.js';
import { type Figures, TaskFigures } from './task-figures.js';
import { type TaskMessage, type TaskOrder } from './task-messages.js';

/** How a worker ended: by its own word, stopped by us, or by a failure of its own. */
export type TaskEnd =
  | { readonly kind: 'ended'; readonly outcome: TaskOutcome }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'terminated' };

export type TaskOrderWithoutMemory =
  | Omit<Extract<TaskOrder, { kind: 'backup' }>, 'memory'>
  | Omit<Extract<TaskOrder, { kind: 'restore' }>, 'memory'>
  | Omit<Extract<TaskOrder, { kind: 'estimate' }>, 'memory'>;

/** The wish to stop is looked at between files and chunks; who has not stopped after so long is ended by force. */
const patienceMs = 700;
const patienceAfterEndMs = 3_000;
const mostHeapMegabytes = 512;
/** Of what was just made most is garbage at once: more room for it would be held and not used. */
const mostYoungMegabytes = 12;

/** One worker thread and what the engine knows of it. */
export class RunningTask {
  readonly ended: Promise<TaskEnd>;
  private readonly figures = new TaskFigures();
  private readonly worker: Worker;
  private readonly startedAtMs = performance.now();
  private force: NodeJS.Timeout | null = null;

  constructor(order: TaskOrderWithoutMemory, onLog: (text: string, isWarning: boolean) => void) {
    this.worker = new Worker(new URL('./task-worker.js', import.meta.url), {
      workerData: { ...order, memory: this.figures.memory } satisfies TaskOrder,
      resourceLimits: { maxOldGenerationSizeMb: mostHeapMegabytes, maxYoungGenerationSizeMb: mostYoungMegabytes },
    });
    this.ended = this.watch(onLog);
  }

  read(): Figures & { readonly bytesPerSecond: number } {
    const figures = this.figures.read();
    const seconds = (performance.now() - this.startedAtMs) / 1000;
    return { ...figures, bytesPerSecond: seconds > 0 ? Math.round(figures.bytes / seconds) : 0 };
  }

  /** Asks the worker to stop, and stops it by force soon after. */
  stop(): void {
    this.figures.cancel();
    if (this.force) return;
    this.force = setTimeout(() => void this.worker.terminate(), patienceMs);
  }

  private watch(onLog: (text: string, isWarning: boolean) => void): Promise<TaskEnd> {
    return new Promise((resolve) => {
      let end: TaskEnd | null = null;
      this.worker.on('message', (message: TaskMessage) => {
        if (message.kind === 'log') onLog(message.text, message.isWarning);
        else {
          end = message;
          // Said its last word: what still holds the thread is of no use.
          this.force ??= setTimeout(() => void this.worker.terminate(), patienceAfterEndMs);
        }
      });
      this.worker.on('error', (error) => {
        const reason = error instanceof Error ? error.message : String(error);
        end ??= { kind: 'failed', reason: `The worker of this run broke down: ${reason}` };
      });
      this.worker.on('exit', () => {
        if (this.force) clearTimeout(this.force);
        resolve(end ?? this.silentEnd());
      });
    });
  }

  private silentEnd(): TaskEnd {
    if (this.force) return { kind: 'terminated' };
    return { kind: 'failed', reason: 'The worker of this run ended without a word.' };
  }
}
