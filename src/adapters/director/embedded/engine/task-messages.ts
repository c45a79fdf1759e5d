import { type BackupTask } from '../backup/backup-task.js';
import { type EstimateTask } from '../backup/estimate-files.js';
import { type RestoreTask } from '../restore/restore-task.js';
import { type TaskOutcome } from '../task.js';

/** What the engine starts a worker with. */
export type TaskOrder =
  | { readonly kind: 'backup'; readonly task: BackupTask; readonly memory: SharedArrayBuffer }
  | { readonly kind: 'restore'; readonly task: RestoreTask; readonly memory: SharedArrayBuffer }
  | { readonly kind: 'estimate'; readonly task: EstimateTask; readonly memory: SharedArrayBuffer };

/** What a worker tells; `ended` and `failed` are its last word. */
export type TaskMessage =
  | { readonly kind: 'log'; readonly isWarning: boolean; readonly text: string }
  | { readonly kind: 'ended'; readonly outcome: TaskOutcome }
  | { readonly kind: 'failed'; readonly reason: string };
