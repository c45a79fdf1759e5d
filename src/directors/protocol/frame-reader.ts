import { lowestSignal } from './signals.js';
import { ProtocolError } from './protocol-error.js';

export type Frame =
  | { readonly kind: 'data'; readonly bytes: Buffer }
  | { readonly kind: 'signal'; readonly signal: number };

const headerBytes = 4;
/** Bit 30: the payload is compressed; bit 29: a longer header. A Director uses them only for consoles that announce a version. */
const flagBits = 0x6000_0000;
/** No Director sends more in one frame. */
const mostFrameBytes = 4_000_000;
const keptBytes = 65_536;

/**
 * Splits a stream of bytes into frames: four bytes of big-endian signed length, then the payload. Buffers at most one unfinished
 * frame and the last chunk; each byte is copied a bounded number of times, for any size of chunks.
 */
export class FrameReader {
  private buffer = Buffer.alloc(0);
  private start = 0;
  private end = 0;

  constructor(private readonly limitBytes = mostFrameBytes) {}

  /** Bytes that belong to no finished frame yet. */
  get waitingBytes(): number {
    return this.end - this.start;
  }

  /** Memory in use, in bytes. */
  get heldBytes(): number {
    return this.buffer.length;
  }

  push(chunk: Uint8Array): void {
    this.makeRoom(chunk.length);
    this.buffer.set(chunk, this.end);
    this.end += chunk.length;
  }

  /** The next whole frame, or null until more was pushed. Throws ProtocolError (`protocol`) as soon as a header is senseless. */
  next(): Frame | null {
    if (this.waitingBytes < headerBytes) return null;
    const length = this.buffer.readInt32BE(this.start);
    if (length < 0) return this.signal(length);
    this.checkLength(length);
    const from = this.start + headerBytes;
    if (this.end < from + length) return null;
    const bytes = Buffer.from(this.buffer.subarray(from, from + length));
    this.consume(headerBytes + length);
    return { kind: 'data', bytes };
  }

  private signal(signal: number): Frame {
    if (signal < lowestSignal) throw noise(`a frame starts with the signal ${signal}, which does not exist`);
    this.consume(headerBytes);
    return { kind: 'signal', signal };
  }

  private checkLength(length: number): void {
    if ((length & flagBits) !== 0) throw noise('a frame is marked as compressed or extended, which was not negotiated');
    if (length > this.limitBytes) throw noise(`a frame of ${length} bytes is announced`);
  }

  private consume(bytes: number): void {
    this.start += bytes;
    if (this.start < this.end) return;
    this.start = 0;
    this.end = 0;
    // One large frame must not occupy its memory for the life of the connection.
    if (this.buffer.length > keptBytes) this.buffer = Buffer.alloc(0);
  }

  private makeRoom(bytes: number): void {
    if (this.end + bytes <= this.buffer.length) return;
    const waiting = this.waitingBytes;
    // Doubles the buffer: what is copied now was pushed since the last copy or is paid for by doubling, so copying stays linear.
    const target = Buffer.allocUnsafe(Math.max(4_096, 2 * (waiting + bytes)));
    this.buffer.copy(target, 0, this.start, this.end);
    this.buffer = target;
    this.start = 0;
    this.end = waiting;
  }
}

function noise(what: string): ProtocolError {
  return new ProtocolError(
    'protocol',
    `The server does not speak the console protocol: ${what}. Check that host and port are those of the Director.`,
  );
}
