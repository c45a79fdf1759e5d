import { type LStat } from '../../../domain/lstat.js';

/** Takes bytes on; resolves when there is room for more. */
export type Output = (chunk: Buffer) => Promise<void>;

/** Writes the content of a download, one entry after another. Paths are absolute and raw; a folder's ends in `/`. */
export interface ArchiveWriter {
  /** Whether an entry can be a further name of an earlier one. If not, its content is written again. */
  readonly hasLinks: boolean;
  folder(path: Buffer, attributes: LStat): Promise<void>;
  /** `content` gives exactly `attributes.size` bytes. */
  file(path: Buffer, attributes: LStat, content: AsyncIterable<Buffer>): Promise<void>;
  /** A file without any data: all of its size is a hole. */
  hole(path: Buffer, attributes: LStat): Promise<void>;
  link(path: Buffer, attributes: LStat, first: Buffer): Promise<void>;
  symlink(path: Buffer, attributes: LStat, target: Buffer): Promise<void>;
  /** A FIFO or a device. */
  special(path: Buffer, attributes: LStat): Promise<void>;
  /** Without it the output is incomplete. */
  end(): Promise<void>;
}

const zeros = Buffer.alloc(256 * 1024);

/** This many zero bytes. */
export async function* zeroBytes(size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0; left -= zeros.length) yield await Promise.resolve(zeros.subarray(0, left));
}

/** The path in the archive, without its first slash. A path that would leave the folder it is unpacked in is rejected. */
export function rejectEscape(path: Buffer): void {
  const names = path.toString('latin1').split('/').slice(1);
  // The last one of a folder's path is empty.
  const isSafe = names.every((name, at) => name !== '..' && name !== '.' && (name !== '' || at === names.length - 1));
  if (path[0] !== 0x2f || !isSafe || path.includes(0))
    throw new Error('a recorded path is not absolute or contains ..');
}
