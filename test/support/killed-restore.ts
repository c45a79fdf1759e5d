import { restoreFiles } from '../../src/adapters/director/embedded/restore/restore-files.js';
import { type RestoreTask } from '../../src/adapters/director/embedded/restore/restore-task.js';

// Run as a process of its own by a test: a restore that is killed, as by `kill -9`, once so many bytes were written.
const [task, limit] = process.argv.slice(2);
if (task === undefined || limit === undefined) throw new Error('usage: killed-restore TASK BYTES');
let written = 0;
const control = {
  isCanceled: () => false,
  add: (_files: number, bytes: number) => {
    written += bytes;
    if (written >= Number(limit)) process.kill(process.pid, 'SIGKILL');
  },
  current: () => undefined,
};
await restoreFiles(JSON.parse(task) as RestoreTask, control, { info: () => undefined, warning: () => undefined });
