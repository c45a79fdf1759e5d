import { fileCalls } from './file-calls.js';
import { type FileAnswer, type FileRequest } from './file-helper.js';

/** Answers questions about files for the console, which can leave this process alone with a call that hangs. */
async function answer({ id, call, args }: FileRequest): Promise<FileAnswer> {
  try {
    const value = await (fileCalls[call] as (...given: readonly unknown[]) => Promise<unknown>)(...args);
    return { id, value };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { id, error: { message, ...(code === undefined ? {} : { code }) } };
  }
}

process.on('message', (request: FileRequest) => {
  void answer(request).then((reply) => process.send?.(reply));
});
// The console is gone. SIGKILL also ends threads that are in a file call.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
