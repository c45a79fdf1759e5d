import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract, type Extract, type Header } from 'tar-stream';
import { type VolumeSegment } from '../task.js';

type Entry = Extract extends AsyncIterable<infer Item> ? Item : never;

const chunkBytes = 256 * 1024;

/** The content of a volume cannot be read. The message names the volume and the reason. */
export class UnreadableVolume extends Error {
  constructor(segment: VolumeSegment, cause: unknown) {
    super(`volume ${segment.volumeName} is not available: ${messageOf(cause)}`, { cause });
    this.name = 'UnreadableVolume';
  }
}

export interface VolumeEntry {
  /** The entry's FileIndex in its run. */
  readonly index: number;
  readonly type: Header['type'];
  /** Bytes of content. */
  readonly size: number;
  /** Exact bytes of the path, without the first and a last slash. */
  readonly path: Buffer;
  /** Exact bytes of a link's target. */
  readonly linkTarget: Buffer | null;
  /** Size of a file that is one hole; its content is empty then. */
  readonly holeBytes: number | null;
  /** To be read to its end or not at all; leaving it half-way ends the reading of the segment. */
  readonly content: AsyncIterable<Buffer>;
}

/**
 * Reads the requested entries of one segment in their order, with no more than chunks in memory. Fails with UnreadableVolume if
 * the volume is missing, ends early, is damaged or lacks a requested entry; entries visited before that were valid. An error of
 * `visit` ends the reading and is rethrown. With `toEnd` all of the segment is read, with the checksum at its end; otherwise no more
 * than the requested entries.
 */
export async function readSegment(
  segment: VolumeSegment,
  wanted: ReadonlySet<number>,
  visit: (entry: VolumeEntry) => Promise<void>,
  { toEnd }: { readonly toEnd: boolean } = { toEnd: false },
): Promise<void> {
  let index = segment.firstIndex;
  let left = wanted.size;
  if (left === 0 && !toEnd) return;
  for await (const entry of tarEntries(segment)) {
    if (wanted.has(index)) {
      await visit(volumeEntry(segment, entry, index));
      left -= 1;
    }
    // The unread rest of the entry must be drained, or the next one never comes.
    entry.resume();
    index += 1;
    if (!toEnd && (left === 0 || index > segment.lastIndex)) break;
  }
  if (left > 0) throw new UnreadableVolume(segment, new Error('it contains fewer entries than the catalog records'));
}

async function* tarEntries(segment: VolumeSegment): AsyncGenerator<Entry> {
  const source = Readable.from(compressedChunks(segment));
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  const entries = extract();
  const fail = (error: Error): void => {
    entries.destroy(error);
  };
  source.on('error', fail).pipe(gunzip).on('error', fail).pipe(entries);
  try {
    for await (const entry of entries) yield entry;
  } catch (error) {
    throw new UnreadableVolume(segment, error);
  } finally {
    source.destroy();
    gunzip.destroy();
    entries.destroy();
  }
}

function* compressedChunks(segment: VolumeSegment): Generator<Buffer> {
  const descriptor = openVolume(segment);
  try {
    const { size } = fstatSync(descriptor);
    if (size < segment.end) throw new Error(`it ends at byte ${size}, before byte ${segment.end}`);
    for (let position = segment.start; position < segment.end;) {
      const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, segment.end - position));
      const count = readSync(descriptor, chunk, 0, chunk.length, position);
      if (count === 0) throw new Error(`it was truncated at byte ${position} while it was read`);
      position += count;
      yield chunk.subarray(0, count);
    }
  } finally {
    closeSync(descriptor);
  }
}

function openVolume(segment: VolumeSegment): number {
  if (segment.volumeFile === '') throw new Error('the folder of its storage is unknown');
  try {
    return openSync(segment.volumeFile, 'r');
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(reason.startsWith('ENOENT') ? `the file ${segment.volumeFile} does not exist` : reason, {
      cause: error,
    });
  }
}

function volumeEntry(segment: VolumeSegment, entry: Entry, index: number): VolumeEntry {
  const { type, size, name, linkname, pax } = entry.header;
  const target = exactBytes(pax, 'BACKUPCONSOLE.linkpath') ?? Buffer.from((linkname as string | null) ?? '', 'utf8');
  return {
    index,
    type,
    size,
    path: withoutSlashes(exactBytes(pax, 'BACKUPCONSOLE.path') ?? Buffer.from(name, 'utf8')),
    linkTarget: target.length > 0 ? target : null,
    holeBytes: holeBytes(pax),
    content: contentOf(segment, entry),
  };
}

/** A name that is not UTF-8 is stored as base64 in a record of its own (docs/develop/volume-format.md). */
function exactBytes(pax: unknown, record: string): Buffer | null {
  const value = paxRecord(pax, record);
  return value === null ? null : Buffer.from(value, 'base64');
}

function holeBytes(pax: unknown): number | null {
  const value = paxRecord(pax, 'GNU.sparse.size');
  return value === null ? null : Number(value);
}

function paxRecord(pax: unknown, record: string): string | null {
  if (typeof pax !== 'object' || pax === null) return null;
  const value = (pax as Readonly<Record<string, unknown>>)[record];
  return typeof value === 'string' ? value : null;
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}

function withoutSlashes(path: Buffer): Buffer {
  const start = path[0] === 0x2f ? 1 : 0;
  return path.subarray(start, path.length > start && path.at(-1) === 0x2f ? path.length - 1 : path.length);
}

async function* contentOf(segment: VolumeSegment, entry: Entry): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of entry as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    throw new UnreadableVolume(segment, error);
  }
}
