import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { errorCode } from '../backup/failure-text.js';

/** An open volume that grows at its end. Data after the last `commit()` is cut off by `abandonTail()`. */
export class VolumeFile {
  private keepsTail = false;

  private constructor(
    readonly path: string,
    private readonly handle: FileHandle,
    private committed: number,
    private position: number,
  ) {}

  /** Opens the volume and cuts everything beyond its committed length; null if it is missing or shorter than that. */
  static async open(path: string, committed: number): Promise<VolumeFile | null> {
    const handle = await openForGrowth(path, committed === 0);
    if (handle === null) return null;
    try {
      const { size } = await handle.stat();
      if (size < committed) {
        await handle.close();
        return null;
      }
      if (size > committed) await handle.truncate(committed);
      return new VolumeFile(path, handle, committed, committed);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  get length(): number {
    return this.position;
  }

  async write(chunk: Buffer): Promise<void> {
    for (let from = 0; from < chunk.length;) {
      const { bytesWritten } = await this.handle.write(chunk, from, chunk.length - from, this.position);
      from += bytesWritten;
      this.position += bytesWritten;
    }
  }

  /** On disk, not in a buffer: the catalog may refer to it from now on. */
  async sync(): Promise<void> {
    await this.handle.datasync();
  }

  commit(): void {
    this.committed = this.position;
  }

  /** The catalog may have the tail, or not: only a later check may cut it. */
  keepTail(): void {
    this.keepsTail = true;
  }

  async abandonTail(): Promise<void> {
    if (this.keepsTail || this.position === this.committed) return;
    await this.handle.truncate(this.committed);
    this.position = this.committed;
  }

  async close(): Promise<void> {
    await this.handle.close();
  }
}

async function openForGrowth(path: string, mayMake: boolean): Promise<FileHandle | null> {
  try {
    return await open(path, constants.O_RDWR | constants.O_NOFOLLOW | (mayMake ? constants.O_CREAT : 0), 0o600);
  } catch (error) {
    if (!mayMake && errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
