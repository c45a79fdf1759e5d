import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../../config/child-environment.js';
import { withTimeout } from '../../../platform/timing.js';
import { type FileCalls } from './file-calls.js';

export interface FileRequest {
  readonly id: number;
  readonly call: keyof FileCalls;
  readonly args: readonly unknown[];
}

export type FileAnswer =
  | { readonly id: number; readonly value?: unknown }
  | { readonly id: number; readonly error: { readonly message: string; readonly code?: string } };

interface Waiting {
  readonly child: ChildProcess;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A folder of which a call has not come back in time; the code is that of a network that does not answer. */
export class FolderHangs extends Error {
  readonly code = 'ETIMEDOUT';

  constructor(folder: string) {
    super(`The folder ${folder} does not respond. Check its disk.`);
  }
}

/** The process ended while it worked for another folder, which hung. */
class HelperEnded extends Error {
  constructor() {
    super('The process that checks folders ended.');
  }
}

const limitMs = 2_000;
/** To free the blocks of a large volume takes long on a healthy disk. */
const changeLimitMs = 60_000;
const changes: ReadonlySet<keyof FileCalls> = new Set([
  ...(['makeFolder', 'makeFile', 'remove', 'removeMarked', 'truncate'] as const),
  ...(['makeStaged', 'removeStaged'] as const),
]);
/** A folder that hung is tried again after the first of these, and so on. */
const pausesMs = [5_000, 15_000, 60_000, 300_000];

interface Hang {
  readonly times: number;
  readonly untilMs: number;
}

/**
 * File calls on disks that may hang, made in a process of their own, one call per folder at a time. In the console's process a
 * call that hangs would block one of the four threads that its logins, connections and DNS lookups need. Here the process is
 * abandoned with it: the folder "does not answer" until that process ends, which may take as long as the disk is away, and then
 * again after growing pauses.
 */
export class FileHelper {
  private child: ChildProcess | null = null;
  private isClosed = false;
  private lastId = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly turns = new Map<string, Promise<unknown>>();
  private readonly hangs = new Map<string, Hang>();
  /** Folders that an abandoned process still hangs on. */
  private readonly busy = new Map<string, ChildProcess>();

  /** The calls for paths in this folder. Errors are those of the calls, and FolderHangs. */
  of(folder: string): FileCalls {
    const request =
      (call: keyof FileCalls) =>
      (...args: readonly unknown[]) =>
        this.request(folder, call, args);
    return new Proxy({} as FileCalls, { get: (_, call) => request(call as keyof FileCalls) });
  }

  close(): void {
    this.isClosed = true;
    if (this.child) this.abandon(this.child);
  }

  private request(folder: string, call: keyof FileCalls, args: readonly unknown[]): Promise<unknown> {
    const before = this.turns.get(folder) ?? Promise.resolve();
    const turn = before.catch(() => undefined).then(() => this.take(folder, call, args));
    this.turns.set(folder, turn);
    const leave = (): void => {
      if (this.turns.get(folder) === turn) this.turns.delete(folder);
    };
    turn.then(leave, leave);
    return changes.has(call) ? turn : withTimeout(turn, 2 * limitMs, () => new FolderHangs(folder));
  }

  /** What only reads is done again where another folder ended the process. */
  private async take(folder: string, call: keyof FileCalls, args: readonly unknown[]): Promise<unknown> {
    try {
      return await this.takeOnce(folder, call, args);
    } catch (error) {
      if (!(error instanceof HelperEnded) || changes.has(call) || this.isClosed) throw error;
      return this.takeOnce(folder, call, args);
    }
  }

  private async takeOnce(folder: string, call: keyof FileCalls, args: readonly unknown[]): Promise<unknown> {
    const hang = this.hangs.get(folder);
    if (this.busy.has(folder) || (hang && performance.now() < hang.untilMs)) throw new FolderHangs(folder);
    const child = (this.child ??= this.start());
    const hangs = (): FolderHangs => {
      const times = (hang?.times ?? 0) + 1;
      const pauseMs = pausesMs[Math.min(times, pausesMs.length) - 1] ?? 0;
      this.hangs.set(folder, { times, untilMs: performance.now() + pauseMs });
      this.busy.set(folder, child);
      // Its end fails the calls of all folders; this call has failed with its own reason before.
      queueMicrotask(() => this.abandon(child));
      return new FolderHangs(folder);
    };
    const value = await withTimeout(this.send(child, call, args), changes.has(call) ? changeLimitMs : limitMs, hangs);
    this.hangs.delete(folder);
    return value;
  }

  private send(child: ChildProcess, call: keyof FileCalls, args: readonly unknown[]): Promise<unknown> {
    const id = (this.lastId += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { child, resolve, reject });
      child.send({ id, call, args } satisfies FileRequest, (error) => {
        if (error) this.settle({ id, error: { message: error.message } });
      });
    });
  }

  private start(): ChildProcess {
    const child = fork(fileURLToPath(new URL('./file-helper-process.js', import.meta.url)), [], {
      // A Ctrl-C in the terminal is for the console.
      detached: true,
      env: childEnvironment(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (answer: FileAnswer) => this.settle(answer));
    child.once('error', () => this.forget(child));
    child.once('exit', () => {
      this.forget(child);
      for (const [folder, holder] of this.busy) if (holder === child) this.busy.delete(folder);
    });
    // Neither it nor a call that hangs in it keeps the console from ending.
    child.unref();
    child.channel?.unref();
    return child;
  }

  private abandon(child: ChildProcess): void {
    child.kill('SIGKILL');
    if (child.connected) child.disconnect();
    this.forget(child);
  }

  /** Its other pending calls fail; the next ones go to a new process. */
  private forget(child: ChildProcess): void {
    if (this.child === child) this.child = null;
    for (const [id, waiting] of [...this.waiting]) {
      if (waiting.child !== child) continue;
      this.waiting.delete(id);
      waiting.reject(new HelperEnded());
    }
  }

  private settle(answer: FileAnswer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if ('error' in answer) {
      const { message, code } = answer.error;
      waiting?.reject(Object.assign(new Error(message), code === undefined ? {} : { code }));
    } else waiting?.resolve(answer.value);
  }
}
