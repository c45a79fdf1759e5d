/**
 * A block of names: the folded names as lines of one text that fits a page of PostgreSQL, so that a scan reads no side storage,
 * and beside it the folder's number and the raw name of each line.
 */
export interface BlockEntry {
  /** The catalog's number of the folder. */
  readonly pathId: number;
  /** Raw bytes; empty for the folder itself. */
  readonly name: Buffer;
  /** The decoded name, folded and without line breaks; a folder's is the last word of its path. */
  readonly line: string;
}

export interface NameBlock {
  /** A line break, then each line with one behind it. */
  readonly folded: string;
  readonly details: Buffer;
  readonly entries: number;
}

/** A page has 8 kB; its header and the row's take what is left. */
export const foldedBytesLimit = 7_000;

/** A longer line fits no page at all. */
export const longestLineBytes = 8_000;

/** Cuts entries into blocks as they come. */
export class BlockCutter {
  private lines: string[] = [];
  private parts: Buffer[] = [];
  private bytes = 1;
  private lastPathId = 0;

  constructor(private readonly emit: (block: NameBlock) => void) {}

  add({ pathId, name, line }: BlockEntry): void {
    const lineBytes = Buffer.byteLength(line) + 1;
    if (this.lines.length > 0 && this.bytes + lineBytes > foldedBytesLimit) this.flush();
    this.lines.push(line);
    this.parts.push(varint(zigzag(pathId - this.lastPathId)), varint(name.length), name);
    this.lastPathId = pathId;
    this.bytes += lineBytes;
  }

  flush(): void {
    if (this.lines.length === 0) return;
    const { lines, parts } = this;
    this.lines = [];
    this.parts = [];
    this.bytes = 1;
    this.lastPathId = 0;
    this.emit({ folded: `\n${lines.join('\n')}\n`, details: Buffer.concat(parts), entries: lines.length });
  }
}

/** The lines of a block's text. */
export function linesOf(folded: string): string[] {
  return folded.slice(1, -1).split('\n');
}

/** Folder and raw name of each line. */
export function detailsOf(details: Buffer): { pathId: number; name: Buffer }[] {
  const entries: { pathId: number; name: Buffer }[] = [];
  const reader = { at: 0 };
  let pathId = 0;
  while (reader.at < details.length) {
    pathId += unzigzag(readVarint(details, reader));
    const length = readVarint(details, reader);
    entries.push({ pathId, name: details.subarray(reader.at, reader.at + length) });
    reader.at += length;
  }
  return entries;
}

/** Folder and raw name of some lines, which ascend; the others are passed over. */
export function detailsAt(details: Buffer, lines: readonly number[]): { pathId: number; name: Buffer }[] {
  const entries: { pathId: number; name: Buffer }[] = [];
  const reader = { at: 0 };
  let pathId = 0;
  for (let line = 0; entries.length < lines.length && reader.at < details.length; line += 1) {
    pathId += unzigzag(readVarint(details, reader));
    const length = readVarint(details, reader);
    if (line === lines[entries.length]) entries.push({ pathId, name: details.subarray(reader.at, reader.at + length) });
    reader.at += length;
  }
  return entries;
}

/** Numbers up to 2^52 in either direction. */
function zigzag(value: number): number {
  return value < 0 ? -value * 2 - 1 : value * 2;
}

function unzigzag(value: number): number {
  return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}

function readVarint(bytes: Buffer, reader: { at: number }): number {
  let value = 0;
  let factor = 1;
  for (;;) {
    const byte = bytes[reader.at++];
    if (byte === undefined) throw new Error('The details of a block of names are truncated.');
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return value;
    factor *= 0x80;
  }
}
