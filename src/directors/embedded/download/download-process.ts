import { once } from 'node:events';
import { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import { type ArchiveWriter } from './archive-writer.js';
import { contentDescriptor, type DownloadMessage, type DownloadTask, type StagedTask } from './download-task.js';
import { PlainWriter } from './plain-writer.js';
import { TarWriter } from './tar-writer.js';
import { writeStaged } from '../../staging/write-staged.js';
import { writeDownload } from './write-download.js';
import { ZipWriter } from './zip-writer.js';

/** The first bytes are delayed by this much: an error within them becomes a message instead of a cut. */
const headBytes = 256 * 1024;

/** Bytes in transit to the console, which reads them as fast as the caller does. */
class ContentPipe {
  size: number | null = null;
  private head: Buffer[] = [];
  private gathered = 0;
  private hasBegun = false;
  private readonly socket = new Socket({ fd: contentDescriptor, readable: false, writable: true });

  constructor() {
    this.socket.on('error', () => process.kill(process.pid, 'SIGKILL'));
  }

  readonly write = async (chunk: Buffer): Promise<void> => {
    if (this.hasBegun) return this.pass(chunk);
    this.head.push(chunk);
    this.gathered += chunk.length;
    if (this.gathered >= headBytes) await this.begin();
  };

  async end(): Promise<void> {
    if (!this.hasBegun) await this.begin();
    this.socket.end();
    await finished(this.socket, { readable: false });
  }

  destroy(): void {
    this.socket.destroy();
  }

  private async begin(): Promise<void> {
    this.hasBegun = true;
    send({ kind: 'began', size: this.size });
    const head = this.head;
    this.head = [];
    for (const chunk of head) await this.pass(chunk);
  }

  private async pass(chunk: Buffer): Promise<void> {
    if (!this.socket.write(chunk)) await once(this.socket, 'drain');
  }
}

async function writerOf({ format }: DownloadTask | StagedTask, pipe: ContentPipe): Promise<ArchiveWriter> {
  if (format === 'tar') return TarWriter.open(pipe.write);
  if (format === 'zip') return new ZipWriter(pipe.write);
  return new PlainWriter(pipe.write, (size) => (pipe.size = size));
}

/** This process stays until the console ends it: the last bytes may not be read yet. */
async function run(task: DownloadTask | StagedTask): Promise<void> {
  const pipe = new ContentPipe();
  try {
    const writer = await writerOf(task, pipe);
    await ('name' in task ? writeStaged(task, writer) : writeDownload(task, writer));
    await pipe.end();
    send({ kind: 'ended' });
  } catch (error) {
    send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
    pipe.destroy();
  }
}

function send(message: DownloadMessage): void {
  process.send?.(message);
}

// The console is gone, or does not want this any more.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// A service manager signals the whole group; the console ends its processes itself.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.once('message', (task: DownloadTask | StagedTask) => void run(task));
