import { type ChildProcess, fork } from 'node:child_process';
import { type Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type OpenDownload } from '../../../domain/download.js';
import { AppError } from '../../../domain/error-codes.js';
import { childEnvironment } from '../../../config/child-environment.js';
import { contentDescriptor, type DownloadMessage, type DownloadTask, type StagedTask } from './download-task.js';

/** Names of a zip archive stay in memory until its end; anything else takes far less. */
const mostHeap = ['--max-old-space-size=256', '--heap-growing-percent=100'];

/** Starts a download in a process of its own: a disk that hangs, or much to decompress, must not block the console. */
export async function startDownload(task: DownloadTask | StagedTask, signal: AbortSignal): Promise<OpenDownload> {
  const child = fork(fileURLToPath(new URL('./download-process.js', import.meta.url)), [], {
    serialization: 'advanced',
    detached: true,
    execArgv: mostHeap,
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'pipe'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  child.once('exit', () => signal.removeEventListener('abort', kill));
  if (signal.aborted) kill();
  const { began, ended } = watch(child);
  child.send(task, () => undefined);
  try {
    return { size: await began, content: contentOf(child, ended) };
  } catch (cause) {
    kill();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('director_error', `The download failed: ${reason}`, { cause });
  }
}

interface Watched {
  /** Bytes that come, or null; fails where the process fails first. */
  readonly began: Promise<number | null>;
  /** Fails unless all that the task names was written. */
  readonly ended: Promise<void>;
}

function watch(child: ChildProcess): Watched {
  let begin: (size: number | null) => void = () => undefined;
  let end: () => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    child.on('error', (error) => reject(new Error(`its process could not be started: ${error.message}`)));
    child.once('exit', (code, signal) =>
      reject(new Error(`its process ended unexpectedly (${signal ?? `status ${code}`}).`)),
    );
    child.on('message', (message: DownloadMessage) => {
      if (message.kind === 'began') begin(message.size);
      else if (message.kind === 'ended') end();
      else reject(new Error(message.reason));
    });
  });
  const began = Promise.race([new Promise<number | null>((resolve) => (begin = resolve)), failed]);
  const ended = Promise.race([new Promise<void>((resolve) => (end = resolve)), failed]);
  ended.catch(() => undefined);
  return { began, ended };
}

async function* contentOf(child: ChildProcess, ended: Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of child.stdio[contentDescriptor] as Readable) yield chunk as Buffer;
    // The end of the pipe alone proves nothing: a process that was killed closes it too.
    await ended;
  } finally {
    child.kill('SIGKILL');
  }
}
