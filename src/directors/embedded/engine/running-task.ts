import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../../config/child-environment.js';
import { type TaskOutcome } from '../task.js';
import { type Figures, type TaskCommand, type TaskMessage, type TaskOrder } from './task-progress.js';

interface Sample {
  readonly bytes: number;
  readonly atMs: number;
}

/** Bytes a second since the first sample. One sample alone is not enough: the task may have started at any time before it. */
export class Speed {
  private first: Sample | null = null;
  private last: Sample | null = null;

  take(bytes: number, atMs: number): void {
    this.last = { bytes, atMs };
    this.first ??= this.last;
  }

  /** 0: not known. */
  at(nowMs: number): number {
    const { first, last } = this;
    if (first === null || last === null || last.atMs === first.atMs) return 0;
    return Math.round(((last.bytes - first.bytes) * 1000) / (nowMs - first.atMs));
  }
}

/**
 * How a task ended: by its own message, by our kill, or by a failure of its own. `abandoned`: it was killed, but its process is
 * still there, because a file call of it hangs in the kernel.
 */
export type TaskEnd =
  | { readonly kind: 'ended'; readonly outcome: TaskOutcome }
  | { readonly kind: 'failed'; readonly reason: string; readonly outcome?: TaskOutcome }
  | { readonly kind: 'terminated' }
  | { readonly kind: 'abandoned' };

export interface TaskHooks {
  readonly onLog: (text: string, isWarning: boolean) => void;
  readonly onStart?: (pid: number) => void;
  /** The process is gone, at the latest now. */
  readonly onExit?: () => void;
}

/** A task checks for a cancel between files and chunks; what has not stopped after this time is killed. */
const patienceMs = 700;
const patienceAfterEndMs = 3_000;
/** A killed process that is still there after this time is abandoned. */
const killPatienceMs = 1_500;
/** The same bound as the console's own (src/main.ts). */
const heapGrowth = '--heap-growing-percent=100';

/** One task process and what the engine knows of it. */
export class RunningTask {
  readonly ended: Promise<TaskEnd>;
  private figures: Figures = { files: 0, bytes: 0, currentFile: null };
  private readonly speed = new Speed();
  private progressAtMs = performance.now();
  private readonly child: ChildProcess;
  private force: NodeJS.Timeout | null = null;
  private abandon: (() => void) | null = null;

  constructor(order: TaskOrder, hooks: TaskHooks) {
    this.child = fork(fileURLToPath(new URL('./task-process.js', import.meta.url)), [], {
      serialization: 'advanced',
      // A Ctrl-C in the terminal is for the console, which ends its tasks in order.
      detached: true,
      execArgv: [heapGrowth],
      env: childEnvironment(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.ended = this.watch(hooks);
    if (this.child.pid !== undefined) hooks.onStart?.(this.child.pid);
    this.send({ kind: 'start', order });
  }

  read(): Figures & { readonly bytesPerSecond: number } {
    return { ...this.figures, bytesPerSecond: this.speed.at(performance.now()) };
  }

  /** How long neither the statistics nor the current file have changed. */
  get idleMs(): number {
    return performance.now() - this.progressAtMs;
  }

  /** Requests a stop, kills the task soon after, and abandons it if even that does not end it. */
  stop(): void {
    this.send({ kind: 'cancel' });
    this.force ??= setTimeout(() => this.kill(), patienceMs);
  }

  private send(command: TaskCommand): void {
    if (this.child.connected) this.child.send(command, () => undefined);
  }

  private kill(): void {
    this.child.kill('SIGKILL');
    setTimeout(() => this.abandon?.(), killPatienceMs).unref();
  }

  private watch(hooks: TaskHooks): Promise<TaskEnd> {
    return new Promise((resolve) => {
      let end: TaskEnd | null = null;
      this.child.on('message', (message: TaskMessage) => {
        if (message.kind === 'log') hooks.onLog(message.text, message.isWarning);
        else if (message.kind === 'figures') {
          this.figures = message.figures;
          this.progressAtMs = performance.now();
          this.speed.take(message.figures.bytes, this.progressAtMs);
        } else {
          end ??= message;
          // This was its last message: what still keeps the process is of no use.
          this.force ??= setTimeout(() => this.kill(), patienceAfterEndMs);
        }
      });
      const leave = (last: TaskEnd) => {
        if (this.force) clearTimeout(this.force);
        this.abandon = null;
        resolve(last);
      };
      this.abandon = () => {
        leave({ kind: 'abandoned' });
        if (this.child.connected) this.child.disconnect();
        this.child.unref();
      };
      this.child.on('error', (error) => {
        if (this.child.pid !== undefined) return;
        leave({ kind: 'failed', reason: `The process of this run could not be started: ${error.message}` });
      });
      // `close` comes after the last message, `exit` may come before it.
      this.child.on('close', (code, signal) => {
        hooks.onExit?.();
        leave(end ?? this.silentEnd(signal ?? `status ${code}`));
      });
    });
  }

  private silentEnd(how: string): TaskEnd {
    if (this.force) return { kind: 'terminated' };
    return { kind: 'failed', reason: `The process of this run ended without a result (${how}).` };
  }
}
