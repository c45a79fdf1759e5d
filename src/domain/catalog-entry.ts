/**
 * A path of the file system: bytes, not text. Invalid UTF-8 is shown as U+FFFD and marked lossy, and `ref` addresses the exact
 * bytes wherever the API takes a path.
 */
export class RawPath {
  private constructor(readonly bytes: Buffer) {}

  static ofBytes(bytes: Buffer): RawPath {
    return new RawPath(bytes);
  }

  static ofText(text: string): RawPath {
    return new RawPath(Buffer.from(text, 'utf8'));
  }

  /** The path of a ref, or null if the text is no ref. */
  static ofRef(ref: string): RawPath | null {
    if (!/^[A-Za-z0-9_-]{1,21848}$/.test(ref)) return null;
    const bytes = Buffer.from(ref, 'base64url');
    return bytes.toString('base64url') === ref && !bytes.includes(0) ? new RawPath(bytes) : null;
  }

  get ref(): string {
    return this.bytes.toString('base64url');
  }

  get text(): string {
    return this.bytes.toString('utf8');
  }

  get isLossy(): boolean {
    // Every invalid byte is shown as U+FFFD, and few real names contain it: other names need no comparison.
    const { text } = this;
    return text.includes('\uFFFD') && !Buffer.from(text, 'utf8').equals(this.bytes);
  }

  get isFolder(): boolean {
    return this.bytes.at(-1) === 0x2f;
  }

  /** The folder part with its final slash, as the catalog's Path has it. */
  get folder(): Buffer {
    return this.bytes.subarray(0, this.bytes.lastIndexOf(0x2f) + 1);
  }

  /** The last word, without slashes. A folder has its own name here; the root has none. */
  get name(): Buffer {
    const end = this.isFolder ? this.bytes.length - 1 : this.bytes.length;
    return this.bytes.subarray(end > 0 ? this.bytes.lastIndexOf(0x2f, end - 1) + 1 : 0, Math.max(end, 0));
  }

  equals(other: RawPath): boolean {
    return this.bytes.equals(other.bytes);
  }
}

export type EntryType = 'file' | 'folder' | 'symlink' | 'other';

/** One file, folder or link as one run recorded it. Names are raw bytes. */
export interface CatalogEntry {
  /** Absolute; a folder's ends in `/`. */
  readonly path: RawPath;
  readonly type: EntryType;
  readonly client: string;
  readonly jobId: number;
  /** Opaque; a folder that no run recorded itself has none. */
  readonly fileId: string | null;
  readonly size: number;
  readonly modifiedAt: Date | null;
  /** Permission and type bits as lstat gives them. */
  readonly mode: number;
}
