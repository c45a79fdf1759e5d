/**
 * The trigrams of each block of a segment, so that a search reads only blocks that may match. For each of 8192 classes of trigrams
 * there is a slice of one bit per block, followed by slices of 2048 classes of two letters and of one. Candidate blocks are those
 * whose bit is set in all slices of the needle. Slices are stored one after the other, so a search reads as many short pieces as
 * its needle has trigrams.
 */
export const segmentBlocks = 128;
export const sliceBytes = segmentBlocks / 8;
const classesOfThrees = 8_192;
const classesOfFewer = 2_048;
/** More pieces leave hardly a block out any more, and each has to be read (docs/develop/performance.md has what 6, 10 and 16 took). */
const mostSlices = 12;
export const signatureBytes = (classesOfThrees + classesOfFewer) * sliceBytes;

/** `texts` are the folded texts of one segment, in the order of their blocks. */
export function signatureOf(texts: readonly string[]): Buffer {
  const bits = Buffer.alloc(signatureBytes);
  texts.forEach((text, block) => addToSignature(bits, text, block));
  return bits;
}

/** Adds the text of a block, counted within its segment. */
export function addToSignature(bits: Buffer, text: string, block: number): void {
  const byte = block >> 3;
  const bit = 1 << (block & 7);
  for (let letters = 1; letters <= 3; letters += 1) {
    for (let at = 0; at + letters <= text.length; at += 1) {
      const place = classOf(text, at, letters) * sliceBytes + byte;
      bits[place] = (bits[place] ?? 0) | bit;
    }
  }
}

/** The slices of a needle; none if it is empty. */
export function slicesOf(needle: string): number[] {
  const letters = Math.min(3, needle.length);
  const slices = new Set<number>();
  for (let at = 0; letters > 0 && at + letters <= needle.length; at += 1) slices.add(classOf(needle, at, letters));
  return [...slices];
}

/** The slices that are read: of many, the first, the last and some between, because names often differ only at their ends. */
export function chosenSlices(needles: readonly string[]): number[] {
  const slices = [...new Set(needles.flatMap(slicesOf))];
  if (slices.length <= mostSlices) return slices;
  return Array.from({ length: mostSlices }, (_, at) => {
    const place = Math.round((at * (slices.length - 1)) / (mostSlices - 1));
    return slices[place] ?? 0;
  });
}

/** The blocks, counted within their segment, that are in all of the slices. */
export function blocksInAll(slices: readonly Buffer[]): number[] {
  const blocks: number[] = [];
  for (let byte = 0; byte < sliceBytes; byte += 1) {
    let bits = 0xff;
    for (const slice of slices) bits &= slice[byte] ?? 0;
    for (let bit = 0; bits !== 0 && bit < 8; bit += 1) if ((bits & (1 << bit)) !== 0) blocks.push(byte * 8 + bit);
  }
  return blocks;
}

/** Any hash works, but it is stored: another one requires new signatures. */
function classOf(text: string, at: number, letters: number): number {
  let hash = Math.imul(text.charCodeAt(at), 0x9e3779b1);
  if (letters > 1) hash = Math.imul(hash ^ text.charCodeAt(at + 1), 0x85ebca6b);
  if (letters < 3) return classesOfThrees + ((hash ^ (hash >>> 15)) & (classesOfFewer - 1));
  hash = Math.imul(hash ^ text.charCodeAt(at + 2) ^ (hash >>> 15), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) & (classesOfThrees - 1);
}

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

/** A page has 8 kB; its header and the row's take the rest. */
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
