import { type TaskControl, type TaskLog, type TaskOutcome } from '../task.js';
import { type RestoreTask } from './restore-task.js';

/** Runs a restore inside a worker thread. */
export function restoreFiles(_task: RestoreTask, _control: TaskControl, _log: TaskLog): Promise<TaskOutcome> {
  return Promise.reject(new Error('This build cannot restore.'));
}
