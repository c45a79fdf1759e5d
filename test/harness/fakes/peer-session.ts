import { type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

const mostBytes = 1_000_000;

/** The Director's side of one connection. Frames are read plainly here, so that a fault of our reader cannot hide behind itself. */
export class PeerSession {
  /** What the console sent without a payload. */
  readonly signals: number[] = [];
  private received = Buffer.alloc(0);
  private wake: () => void = () => undefined;
  private isEnded = false;
  private socket: Socket;

  constructor(
    private readonly raw: Socket,
    private readonly chunkBytes: number,
  ) {
    this.socket = raw;
    raw.on('readable', this.onReadable).on('close', () => this.end());
  }

  get isOpen(): boolean {
    return !this.raw.destroyed;
  }

  /** Bytes of a frame that the console has begun and not ended. */
  get begunBytes(): number {
    return this.received.length;
  }

  /** Null in clear text. */
  get tlsVersion(): string | null {
    return this.socket instanceof TLSSocket ? this.socket.getProtocol() : null;
  }

  text(text: string): void {
    this.frame(Buffer.from(text, 'utf8'));
  }

  frame(payload: Buffer): void {
    this.bytes(framed(payload));
  }

  /** Texts as payloads and numbers as signals, one frame each. */
  send(...parts: (string | number | Buffer)[]): void {
    for (const part of parts) {
      if (typeof part === 'number') this.signal(part);
      else this.frame(Buffer.from(part));
    }
  }

  signal(signal: number): void {
    const header = Buffer.alloc(4);
    header.writeInt32BE(signal);
    this.bytes(header);
  }

  bytes(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += this.chunkBytes)
      this.socket.write(bytes.subarray(at, at + this.chunkBytes));
  }

  /** Whether what was written has left: false while the console does not read. */
  get isDrained(): boolean {
    return this.socket.writableLength === 0;
  }

  /** Reads nothing more: the other side fills the buffers of TCP and then waits. */
  pause(): void {
    this.raw.off('readable', this.onReadable).pause();
  }

  cut(): void {
    this.raw.destroy();
  }

  /** Goes on inside TLS. */
  async secure(socket: Socket): Promise<void> {
    this.raw.off('readable', this.onReadable);
    // The console may have begun TLS already; those bytes belong to the handshake, which starts with the next tick.
    if (this.received.length > 0) this.raw.unshift(this.received);
    this.received = Buffer.alloc(0);
    this.socket = socket;
    socket.on('error', () => this.end()).on('close', () => this.end());
    socket.on('readable', this.onReadable);
    // A text that waits for the handshake would keep its alert from being sent.
    await new Promise((resolve) => socket.once('secure', resolve).once('close', resolve));
  }

  /** The first byte, left where it is for the TLS handshake or the first frame. */
  async firstByte(): Promise<number | undefined> {
    this.raw.off('readable', this.onReadable);
    const first = await new Promise<Buffer | null>((resolve) => {
      this.raw.once('readable', () => resolve(this.raw.read() as Buffer | null));
    });
    if (first) this.raw.unshift(first);
    this.raw.on('readable', this.onReadable);
    return first?.[0];
  }

  /** The next payload as text. Signals are passed over; rejects when the console ended the connection. */
  async receive(): Promise<string> {
    for (;;) {
      const payload = this.nextPayload();
      if (payload !== null) return payload;
      if (this.isEnded) throw new Error('The console hung up.');
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  private nextPayload(): string | null {
    while (this.received.length >= 4) {
      const header = this.received.readInt32BE(0);
      const length = Math.max(0, header);
      // As Directors do with what is no console protocol, for example a TLS handshake.
      if (length > mostBytes) this.cut();
      if (this.received.length < 4 + length) return null;
      const payload = this.received.subarray(4, 4 + length).toString('utf8');
      this.received = this.received.subarray(4 + length);
      if (header >= 0) return payload;
      this.signals.push(header);
    }
    return null;
  }

  private readonly onReadable = () => {
    for (let chunk = this.socket.read() as Buffer | null; chunk; chunk = this.socket.read() as Buffer | null) {
      this.received = Buffer.concat([this.received, chunk]);
    }
    this.wake();
  };

  private end(): void {
    this.isEnded = true;
    this.wake();
  }
}

/** The bytes of one frame with this payload. */
export function framed(payload: string | Buffer): Buffer {
  const bytes = Buffer.from(payload);
  const header = Buffer.alloc(4);
  header.writeInt32BE(bytes.length);
  return Buffer.concat([header, bytes]);
}
