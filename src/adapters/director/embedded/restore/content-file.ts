import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { type LStat } from '../../../../domain/lstat.js';
import { type Attributes } from './attributes.js';
import { type FolderHandle } from './folder-handle.js';
import { removeIfAny, type Placer } from './placer.js';
import { RefusedFile } from './refused-file.js';

/** Which file on this machine a restored one is. */
export interface FileIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
}

const noChecksum: ReadonlySet<string> = new Set(['', '0']);

/** A regular file whose content is on its way: under a temporary name and for the owner alone until it is complete. */
export class ContentFile {
  size = 0;
  private readonly hash = createHash('sha256');

  private constructor(
    readonly path: Buffer,
    private descriptor: number | null,
  ) {}

  static open(placer: Placer, folder: FolderHandle): ContentFile {
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;
    const { path, made } = placer.makeTemporary(folder, (temporary) => openSync(temporary, flags, 0o600));
    return new ContentFile(path, made);
  }

  write(chunk: Buffer): void {
    this.hash.update(chunk);
    for (let offset = 0; offset < chunk.length;) offset += writeSync(this.held, chunk, offset);
    this.size += chunk.length;
  }

  /** Compares with the catalog's checksum (SHA-256 in base64 without padding), sets the attributes and closes. */
  complete(checksum: string, lstat: LStat, attributes: Attributes): FileIdentity {
    const found = this.hash.digest('base64').replace(/=+$/, '');
    if (!noChecksum.has(checksum) && found !== checksum) {
      throw new RefusedFile('its content on the volume does not have the checksum in the catalog');
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

  private get held(): number {
    if (this.descriptor === null) throw new Error('A restored file was written to after its end.');
    return this.descriptor;
  }

  private close(): void {
    const descriptor = this.descriptor;
    this.descriptor = null;
    if (descriptor !== null) closeSync(descriptor);
  }
}
