import { Worker } from 'node:worker_threads';
import {
  TaskFigures,
  type TaskCommand,
  type TaskMessage,
  type TaskOrder,
  type WorkerMessage,
  type WorkerStart,
} from './task-progress.js';

const mostHeapMegabytes = 512;
/** Most new objects are garbage immediately: more room for them would only be kept. */
const mostYoungMegabytes = 12;
const figuresEveryMs = 200;

/**
 * The process of one backup, restore, verify, estimate or preview. The work is done in a worker thread, so that this thread always answers: a file
 * call that hangs must not keep the process from noticing that the console is gone or does not want it any more.
 */
function start(order: TaskOrder, figures: TaskFigures): void {
  const worker = new Worker(new URL('./task-worker.js', import.meta.url), {
    workerData: { order, memory: figures.memory } satisfies WorkerStart,
    resourceLimits: { maxOldGenerationSizeMb: mostHeapMegabytes, maxYoungGenerationSizeMb: mostYoungMegabytes },
  });
  let sent = '';
  const sendFigures = (): void => {
    const now = figures.read();
    const text = `${now.files} ${now.bytes} ${now.currentFile?.toString('latin1') ?? ''}`;
    if (text === sent) return;
    sent = text;
    send({ kind: 'figures', figures: now });
  };
  setInterval(sendFigures, figuresEveryMs);
  worker.on('message', (message: WorkerMessage) => {
    sendFigures();
    send(message);
  });
  worker.on('error', (error) => {
    const reason = error instanceof Error ? error.message : String(error);
    send({ kind: 'failed', reason: `The worker of this run failed: ${reason}` });
  });
  worker.on('exit', () => {
    // Messages are written in their order, slowly where the console is busy: once this one is, so is the result.
    send({ kind: 'figures', figures: figures.read() }, () => process.exit(0));
  });
}

function send(message: TaskMessage, done?: () => void): void {
  // An error means that the console is gone; `disconnect` ends this process then.
  process.send?.(message, undefined, undefined, () => done?.());
}

const figures = new TaskFigures();
// The console is gone or has abandoned this task: nothing may be written from now on. SIGKILL also ends a thread in a file call.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// A service manager signals the whole group; the console stops its tasks itself.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('message', (command: TaskCommand) => {
  if (command.kind === 'start') start(command.order, figures);
  else figures.cancel();
});
