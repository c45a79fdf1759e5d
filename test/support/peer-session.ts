import { type Socket } from 'node:net';

/** The Director's side of one connection. Frames are read plainly here, so that a fault of our reader cannot hide behind itself. */
export class PeerSession {
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

  text(text: string): void {
    this.frame(Buffer.from(text, 'utf8'));
  }

  frame(payload: Buffer): void {
    const header = Buffer.alloc(4);
    header.writeInt32BE(payload.length);
    this.bytes(Buffer.concat([header, payload]));
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

  cut(): void {
    this.raw.destroy();
  }

  /** Goes on inside TLS. */
  secure(socket: Socket): void {
    this.raw.off('readable', this.onReadable);
    this.socket = socket;
    socket.on('error', () => this.end()).on('close', () => this.end());
    socket.on('readable', this.onReadable);
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
      const length = Math.max(0, this.received.readInt32BE(0));
      if (this.received.length < 4 + length) return null;
      const isSignal = this.received.readInt32BE(0) < 0;
      const payload = this.received.subarray(4, 4 + length).toString('utf8');
      this.received = this.received.subarray(4 + length);
      if (!isSignal) return payload;
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
