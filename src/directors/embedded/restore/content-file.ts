import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { type LStat } from '../../../domain/lstat.js';
import { type Attributes } from './attributes.js';
import { type FolderHandle } from './directory-handle.js';
import { removeIfAny, type AtomicWriter } from './atomic-writer.js';
import { SkippedFile } from './skipped-file.js';

/** Which file on this machine a restored one is. */
export interface FileIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
}

const blockBytes = 4096;
const zeros = Buffer.alloc(blockBytes);

const noChecksum: ReadonlySet<string> = new Set(['', '0']);

/** A regular file that is being written: under a temporary name and for the owner alone until it is complete. */
export class ContentFile {
  /** Bytes of content so far. */
  size = 0;
  private holeBytes = 0;
  private readonly hash = createHash('sha256');

  private constructor(
    readonly path: Buffer,
    private descriptor: number | null,
    private readonly isSparse: boolean,
  ) {}

  static open(placer: AtomicWriter, folder: FolderHandle, { size, blocks }: LStat): ContentFile {
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;
    const { path, made } = placer.makeTemporary(folder, (temporary) => openSync(temporary, flags, 0o600));
    return new ContentFile(path, made, blocks * 512 < size);
  }

  write(chunk: Buffer): void {
    this.hash.update(chunk);
    if (this.isSparse) this.writeData(chunk);
    else this.writeAt(chunk, this.size);
    this.size += chunk.length;
  }

  /** For a file that is one hole: it gets its size at the end. */
  leaveHole(bytes: number): void {
    this.holeBytes = bytes;
  }

  /** Compares with the catalog's checksum (SHA-256 in base64 without padding), sets the attributes and closes. */
  complete(checksum: string, lstat: LStat, attributes: Attributes): FileIdentity {
    if (this.isSparse) ftruncateSync(this.held, this.size + this.holeBytes);
    const found = this.hash.digest('base64').replace(/=+$/, '');
    if (!noChecksum.has(checksum) && found !== checksum) {
      throw new SkippedFile('its content on the volume does not have the checksum recorded in the catalog');
    }
    const { dev, ino } = fstatSync(this.held, { bigint: true });
    attributes.ofFile(this.held, lstat);
    this.close();
    return { dev, ino };
  }

  discard(): void {
    this.close();
    removeIfAny(this.path);
  }

  /** All but the blocks of zeros: the file had fewer blocks than its size, and shall not take more disk than it did. */
  private writeData(chunk: Buffer): void {
    for (let from = 0; from < chunk.length;) {
      const end = this.blockEnd(chunk, from);
      const block = chunk.subarray(from, end);
      if (!block.equals(zeros.subarray(0, block.length))) this.writeAt(block, this.size + from);
      from = end;
    }
  }

  /** Blocks of the file, not of the chunk. */
  private blockEnd(chunk: Buffer, from: number): number {
    return Math.min(chunk.length, from + blockBytes - ((this.size + from) % blockBytes));
  }

  private writeAt(data: Buffer, position: number): void {
    for (let offset = 0; offset < data.length;) {
      offset += writeSync(this.held, data, offset, data.length - offset, position + offset);
    }
  }

  private get held(): number {
    if (this.descriptor === null) throw new Error('A restored file was written to after it was closed.');
    return this.descriptor;
  }

  private close(): void {
    const descriptor = this.descriptor;
    this.descriptor = null;
    if (descriptor !== null) closeSync(descriptor);
  }
}
