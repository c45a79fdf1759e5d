import { once } from 'node:events';
import { pack, type Pack } from 'tar-stream';
import { type ArchiveHeader } from './tar-entry.js';

const blockBytes = 512;
/** More than an entry's parts that are handed over at once, so that the packer never waits to be read. */
const bufferBytes = 64 * 2 ** 20;

/**
 * Makes tar entries of tar-stream, one at a time, and gives out all bytes of an entry before the next begins: an entry must not
 * slip into the following gzip member. That nothing is missing is checked, not believed.
 */
export class TarPacker {
  private constructor(private readonly pack: Pack) {}

  static async open(): Promise<TarPacker> {
    const packer = pack({ highWaterMark: bufferBytes });
    // A stream that was never read is not open yet and would keep its first entry back.
    packer.read();
    await once(packer, 'open');
    return new TarPacker(packer);
  }

  /** All bytes of an entry whose content is at hand. */
  async entry(header: ArchiveHeader, content: Buffer): Promise<readonly Buffer[]> {
    const large = this.begin(header);
    if (content.length > 0) large.write(content);
    return large.end();
  }

  /** An entry whose content comes in parts; its header has the size of them all. */
  begin(header: ArchiveHeader): PackedEntry {
    return new PackedEntry(this.pack, header);
  }

  destroy(): void {
    this.pack.destroy();
  }
}

export class PackedEntry {
  private readonly sink;
  private readonly closed: Promise<void>;
  private packed = 0;

  constructor(
    private readonly pack: Pack,
    private readonly header: ArchiveHeader,
  ) {
    this.sink = pack.entry(header);
    this.closed = new Promise<void>((resolve, reject) => {
      this.sink.once('close', resolve);
      this.sink.once('error', reject);
    });
    this.closed.catch(() => undefined);
  }

  write(content: Buffer): void {
    this.sink.write(content);
  }

  /** What is packed by now. */
  take(): readonly Buffer[] {
    const chunks: Buffer[] = [];
    for (;;) {
      const chunk = this.pack.read() as Buffer | null;
      if (chunk === null) return chunks;
      chunks.push(chunk);
      this.packed += chunk.length;
    }
  }

  /** The rest of the entry, with its padding. */
  async end(): Promise<readonly Buffer[]> {
    this.sink.end(null);
    await this.closed;
    const chunks = this.take();
    const least = blockBytes + Math.ceil(this.header.size / blockBytes) * blockBytes;
    if (this.packed < least || this.packed % blockBytes !== 0) {
      throw new Error(`The tar entry ${this.header.name} has ${this.packed} bytes instead of ${least}.`);
    }
    return chunks;
  }
}
