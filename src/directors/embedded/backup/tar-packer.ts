import { once } from 'node:events';
import { pack, type Pack, type Header } from 'tar-stream';
import { isUtf8 } from 'node:buffer';
import { type LStat } from '../../../domain/lstat.js';

/** What the entry is in the archive; a later name of a hard link is a `link`. */
export type TarType = 'file' | 'link' | 'symlink' | 'directory' | 'fifo' | 'character-device' | 'block-device';

/** A raw name as the archive's text; the exact bytes ride along where the text is not them. */
interface TarName {
  readonly text: string;
  readonly exact: Buffer | null;
}

/** Each byte that is not part of valid UTF-8 becomes %XX, so that every tool can unpack the name. */
export function tarName(raw: Buffer): TarName {
  if (isUtf8(raw)) return { text: raw.toString('utf8'), exact: null };
  let text = '';
  for (let at = 0; at < raw.length;) {
    const length = validLength(raw, at);
    text += length > 0 ? raw.toString('utf8', at, at + length) : percent(raw[at] ?? 0);
    at += Math.max(length, 1);
  }
  return { text, exact: raw };
}

function percent(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

function validLength(raw: Buffer, at: number): number {
  for (let length = 1; length <= 4 && at + length <= raw.length; length += 1) {
    if (isUtf8(raw.subarray(at, at + length))) return length;
  }
  return 0;
}

/** Largest numbers in the octal fields of the ustar header as tar-stream writes them. */
const mostOctalId = 0o777777;
const mostTime = 2 ** 31 - 1;

export interface TarEntry {
  readonly type: TarType;
  /** Absolute raw path; a folder's ends in `/`. */
  readonly path: Buffer;
  /** Symlink: its target. Link: the absolute raw path of the first name. */
  readonly link: Buffer | null;
  readonly attributes: LStat;
  readonly size: number;
  /** Size of a regular file that is one hole: `size` is 0 then. */
  readonly holeBytes?: number;
}

function relative(path: Buffer): Buffer {
  return path.length > 1 && path[0] === 0x2f ? path.subarray(1) : path;
}

/** What tar-stream takes. */
export type ArchiveHeader = Partial<Omit<Header, 'pax'>> & { name: string; size: number; pax?: Record<string, string> };

/** The entry's tar header. Numbers beyond the old header's fields and names that are not UTF-8 go into pax records. */
export function tarHeader(entry: TarEntry): ArchiveHeader {
  const name = entry.path.equals(Buffer.from('/')) ? { text: './', exact: null } : tarName(relative(entry.path));
  const link = entry.link && tarName(entry.type === 'link' ? relative(entry.link) : entry.link);
  const { mode, uid, gid, mtime } = entry.attributes;
  const pax = { ...exactNames(name, link), ...largeNumbers(entry.attributes), ...sparseMap(entry.holeBytes) };
  const header: ArchiveHeader = {
    name: name.text,
    type: entry.type,
    mode: mode & 0o7777,
    uid: Math.min(uid, mostOctalId),
    gid: Math.min(gid, mostOctalId),
    size: entry.size,
    mtime: new Date(Math.min(Math.max(mtime, 0), mostTime) * 1000),
    ...deviceNumbers(entry),
  };
  if (link) header.linkname = link.text;
  if (Object.keys(pax).length > 0) header.pax = pax;
  return header;
}

function exactNames(name: TarName, link: TarName | null): Record<string, string> {
  const pax: Record<string, string> = {};
  if (name.exact) pax['BACKUPCONSOLE.path'] = name.exact.toString('base64');
  if (link?.exact) pax['BACKUPCONSOLE.linkpath'] = link.exact.toString('base64');
  return pax;
}

function largeNumbers({ uid, gid, mtime }: LStat): Record<string, string> {
  const pax: Record<string, string> = {};
  if (uid > mostOctalId) pax['uid'] = String(uid);
  if (gid > mostOctalId) pax['gid'] = String(gid);
  if (mtime < 0 || mtime > mostTime) pax['mtime'] = String(mtime);
  return pax;
}

/** Format 0.1 of GNU tar: no data anywhere, up to the size. */
function sparseMap(holeBytes: number | undefined): Record<string, string> {
  if (holeBytes === undefined) return {};
  return { 'GNU.sparse.size': String(holeBytes), 'GNU.sparse.numblocks': '1', 'GNU.sparse.map': `${holeBytes},0` };
}

/** Linux packs major and minor into one number (glibc's gnu_dev_major and gnu_dev_minor). */
function deviceNumbers(entry: TarEntry): { devmajor?: number; devminor?: number } {
  if (entry.type !== 'character-device' && entry.type !== 'block-device') return {};
  const { rdev } = entry.attributes;
  return {
    devmajor: Number(((rdev >> 8n) & 0xfffn) | ((rdev >> 32n) & ~0xfffn)),
    devminor: Number((rdev & 0xffn) | ((rdev >> 12n) & ~0xffn)),
  };
}

const blockBytes = 512;
/** More than an entry's parts that are written together, so that the packer never waits for its reader. */
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

  /** All bytes of an entry whose content is in memory. */
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

  /** The bytes packed so far. */
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
