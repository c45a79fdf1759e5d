import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { errorCode } from './failure-text.js';
import { isHole } from './archive.js';

const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** Undefined where the system has no such flag. */
const noAccessTime = (constants as Readonly<Record<string, number | undefined>>)['O_NOATIME'] ?? 0;

export type ContentChange = 'grew' | 'shrank' | 'changed';

/**
 * An open regular file. It returns exactly the number of bytes of its size at opening: later additions are left to the next run, a
 * truncated file is filled with zeros, and `changed()` reports both.
 */
export class FileContent {
  private position = 0;
  private shrank = false;

  private constructor(
    private readonly descriptor: number,
    readonly stat: BigIntStats,
  ) {}

  /** Throws the system's error, or a message if the name is no longer a regular file. Never opens a FIFO. */
  static open(path: Buffer): FileContent {
    const descriptor = openWithoutTrace(path);
    try {
      const stat = fstatSync(descriptor, { bigint: true });
      if (!stat.isFile()) throw new Error('it is no longer a regular file');
      return new FileContent(descriptor, stat);
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  get size(): number {
    return Number(this.stat.size);
  }

  /** The next bytes, at most `most`; empty at the end. Always a buffer of the caller's own. */
  read(most: number): Buffer {
    const wanted = Math.min(most, this.size - this.position);
    const buffer = Buffer.allocUnsafe(wanted);
    let filled = 0;
    while (filled < wanted) {
      const count = this.shrank
        ? 0
        : readSync(this.descriptor, buffer, filled, wanted - filled, this.position + filled);
      if (count === 0) {
        this.shrank = true;
        buffer.fill(0, filled);
        break;
      }
      filled += count;
    }
    this.position += wanted;
    return buffer;
  }

  /** Zeros instead of the next bytes, which could not be read. */
  skip(most: number): Buffer {
    const buffer = Buffer.alloc(Math.min(most, this.size - this.position));
    this.position += buffer.length;
    return buffer;
  }

  get isHole(): boolean {
    return isHole(`/proc/self/fd/${this.descriptor}`, this.stat);
  }

  /** The same bytes once more, to verify a read. */
  rewind(): void {
    this.position = 0;
  }

  /** What happened to the file while it was read, or null. */
  changed(): ContentChange | null {
    if (this.shrank) return 'shrank';
    const now = fstatSync(this.descriptor, { bigint: true });
    if (now.size !== this.stat.size) return now.size > this.stat.size ? 'grew' : 'shrank';
    return now.mtimeNs === this.stat.mtimeNs ? null : 'changed';
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

/** Only a file's owner may leave its access time alone; others read it the ordinary way. */
function openWithoutTrace(path: Buffer): number {
  try {
    return openSync(path, readOnly | noAccessTime);
  } catch (error) {
    if (noAccessTime === 0 || errorCode(error) !== 'EPERM') throw error;
    return openSync(path, readOnly);
  }
}
