import { parentPort, workerData } from 'node:worker_threads';
import { backupFiles } from '../backup/backup-files.js';
import { estimateFiles } from '../backup/estimate-files.js';
import { previewFileset } from '../backup/preview-fileset.js';
import { restoreFiles } from '../restore/restore-files.js';
import { verifyFiles } from '../verify/verify-files.js';
import { FailedTask, type TaskLog, type TaskOutcome } from '../task.js';
import { TaskFigures, type TaskOrder, type WorkerMessage, type WorkerStart } from './task-progress.js';

/** Warnings beyond this number are counted but not listed: a tree without permissions must not flood the catalog. */
const mostListedWarnings = 1000;

/**
 * Runs one backup, restore, verify, estimate or preview in a thread of the task process. Its synchronous file calls block neither the console nor the
 * process's main thread, which ends the process when the console is gone.
 */
async function work({ order, memory }: WorkerStart, notify: (message: WorkerMessage) => void): Promise<void> {
  const figures = new TaskFigures(memory);
  let warnings = 0;
  const log: TaskLog = {
    info: (text) => notify({ kind: 'log', isWarning: false, text }),
    warning: (text) => {
      warnings += 1;
      const listed = warnings <= mostListedWarnings ? text : '';
      notify({ kind: 'log', isWarning: true, text: listed });
    },
  };
  try {
    const outcome = await run(order, figures, log);
    if (warnings > mostListedWarnings) log.info(`${warnings - mostListedWarnings} more warnings are not listed.`);
    notify({ kind: 'ended', outcome });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    notify({ kind: 'failed', reason, ...(error instanceof FailedTask ? { outcome: error.done } : {}) });
  }
}

function run(order: TaskOrder, figures: TaskFigures, log: TaskLog): Promise<TaskOutcome> {
  if (order.kind === 'backup') return backupFiles(order.task, figures, log);
  if (order.kind === 'estimate') return estimateFiles(order.task, figures, log);
  if (order.kind === 'preview') return previewFileset(order.task, figures, log);
  if (order.kind === 'verify') return verifyFiles(order.task, figures, log);
  return restoreFiles(order.task, figures, log);
}

const port = parentPort;
if (port) await work(workerData as WorkerStart, (message) => port.postMessage(message));
