import { type BackupTask } from '../backup/backup-task.js';
import { type EstimateTask } from '../backup/estimate-files.js';
import { type RestoreTask } from '../restore/restore-task.js';
import { type TaskOutcome } from '../task.js';
import { type Figures } from './task-progress.js';

export type TaskOrder =
  | { readonly kind: 'backup'; readonly task: BackupTask }
  | { readonly kind: 'restore'; readonly task: RestoreTask }
  | { readonly kind: 'estimate'; readonly task: EstimateTask };

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
