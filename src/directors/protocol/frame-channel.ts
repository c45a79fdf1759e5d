import { type Socket } from 'node:net';
import { type Frame, FrameReader } from './frame-reader.js';
import { signals } from './signals.js';
import { ProtocolError } from './protocol-error.js';

/** One frame with this payload. */
export function frameOf(payload: string | Uint8Array): Buffer {
  const bytes = typeof payload === 'string' ? Buffer.from(payload, 'utf8') : payload;
  const frame = Buffer.allocUnsafe(4 + bytes.length);
  frame.writeInt32BE(bytes.length, 0);
  frame.set(bytes, 4);
  return frame;
}

/** A frame without payload: see signals. */
export function signalFrame(signal: number): Buffer {
  const frame = Buffer.allocUnsafe(4);
  frame.writeInt32BE(signal, 0);
  return frame;
}

/** How every frame of ours begins that is shorter than 256 bytes: sent ahead, byte by byte. */
const beginning = Buffer.alloc(3);
const headerBytes = 4;
/** A Director writes a security alert to its log when its goodbye meets a connection that is gone, so we wait for it. */
const goodbyeMs = 2_000;

/** The other side ended the connection; what that means depends on the moment. */
export class ChannelClosed extends Error {}

/**
 * Frames over one socket. Bytes are read from the socket only when a frame is requested, so that a Director that sends faster than
 * we read is slowed down by TCP instead of filling our memory.
 */
export class FrameChannel {
  /** Called when something happens without a pending read: unexpected bytes, or the end. */
  onStir: () => void = () => undefined;
  /** Settles when nothing of the connection is left. */
  readonly closed: Promise<void>;
  /** From the login on the Director sends something at the end. Before that its slot for a console matters more. */
  isLoggedIn = false;
  private readonly reader = new FrameReader();
  private ended: ChannelClosed | null = null;
  private failure: ProtocolError | null = null;
  private wake: (() => void) | null = null;
  /** Bytes of our next frame that were sent ahead. */
  private begun = 0;
  private isHangingUp = false;
  private readonly onReadable = () => this.stir();
  private readonly onEnd = () => this.end('The Director closed the connection.');
  private readonly onClose = () => this.end('The connection was closed.');

  constructor(private socket: Socket) {
    this.closed = new Promise((resolve) =>
      this.socket.destroyed ? resolve() : this.socket.once('close', () => resolve()),
    );
    this.listen();
  }

  get isOpen(): boolean {
    return this.failure === null && this.ended === null && !this.isHangingUp && !this.socket.destroyed;
  }

  send(payload: string): void {
    if (this.failure) throw this.failure;
    if (this.ended) throw this.ended;
    if (!this.canSend(payload)) throw new Error('The announced frame is shorter than the data.');
    this.socket.write(frameOf(payload).subarray(this.begun));
    this.begun = 0;
  }

  /**
   * Makes our TCP acknowledge received data. A Director writes an answer in small pieces, and its TCP delays the second until the
   * first is acknowledged, which a receiver with nothing to send delays by 40 ms. So we send something without a meaning yet: a
   * byte of our next frame's length. Three are enough for nearly every answer: its start, a text, and the rest.
   */
  acknowledge(): void {
    if (!this.isOpen || this.begun === beginning.length) return;
    this.socket.write(beginning.subarray(this.begun, this.begun + 1));
    this.begun += 1;
  }

  /** False for a payload that is too long for the length that was started. */
  canSend(payload: string): boolean {
    return Buffer.byteLength(payload) < 256 ** (headerBytes - this.begun);
  }

  /** The next frame if it is complete. Throws ChannelClosed, or the error of `fail`. */
  take(): Frame | null {
    if (this.failure) throw this.failure;
    for (;;) {
      const frame = this.nextWhole();
      if (frame) return frame;
      const chunk = this.socket.read() as Buffer | null;
      if (chunk === null) break;
      this.reader.push(chunk);
    }
    if (this.ended) throw this.ended;
    return null;
  }

  /** Waits until `take` has something new. */
  more(): Promise<void> {
    if (this.failure ?? this.ended) return Promise.resolve();
    return new Promise((resolve) => (this.wake = resolve));
  }

  /** The next payload, for the log-in. A goodbye of the Director is the end of the connection. */
  async payload(): Promise<Buffer> {
    for (;;) {
      const frame = this.take();
      if (frame?.kind === 'data') return frame.bytes;
      if (frame?.signal === signals.terminate) throw new ChannelClosed('The Director closed the session.');
      if (!frame) await this.more();
    }
  }

  async text(): Promise<string> {
    return (await this.payload()).toString('utf8');
  }

  /** Passes the socket to a TLS handshake and continues inside TLS. */
  async upgrade(handshake: (socket: Socket) => Promise<Socket>): Promise<void> {
    if (this.take() !== null || this.reader.waitingBytes > 0) {
      // Data that was sent in clear before TLS would otherwise be read as if it had come inside it.
      throw new ProtocolError('protocol', 'The Director sent more clear text after it had announced TLS.');
    }
    this.leave();
    try {
      this.socket = await handshake(this.socket);
    } catch (error) {
      throw this.failure ?? error;
    }
    this.listen();
    if (this.failure) throw this.failure;
  }

  /** Fails everyone who waits with this reason, immediately. The first reason stays. */
  fail(reason: ProtocolError): void {
    this.failure ??= reason;
    if (this.isLoggedIn && reason.stage !== 'protocol') this.hangUp();
    else this.socket.destroy();
    this.stir();
  }

  /** Says goodbye and ends the connection. */
  close(): void {
    this.hangUp();
    this.end('The console closed the connection.');
  }

  /** Says goodbye, and discards further data until the Director closes the connection too, or for two seconds. */
  private hangUp(): void {
    if (this.isHangingUp || this.socket.destroyed) return;
    this.isHangingUp = true;
    const { socket } = this;
    // A Director logs an alert for half a frame, too. A dot answers a question that may be open, and is no command otherwise.
    if (this.begun > 0) socket.write(frameOf('.').subarray(this.begun));
    socket.write(signalFrame(signals.terminate));
    const discard = () => {
      while (socket.read() !== null);
    };
    socket.off('readable', this.onReadable).on('readable', discard).end();
    discard();
    const timer = setTimeout(() => socket.destroy(), goodbyeMs);
    socket.once('close', () => clearTimeout(timer));
  }

  private nextWhole(): Frame | null {
    try {
      return this.reader.next();
    } catch (error) {
      if (error instanceof ProtocolError) this.fail(error);
      throw error;
    }
  }

  private listen(): void {
    this.socket.on('readable', this.onReadable).on('end', this.onEnd).on('close', this.onClose);
    this.socket.on('error', (error) => this.end(error.message));
  }

  private leave(): void {
    this.socket.off('readable', this.onReadable).off('end', this.onEnd).off('close', this.onClose);
  }

  private end(reason: string): void {
    this.ended ??= new ChannelClosed(reason);
    this.stir();
  }

  private stir(): void {
    const { wake } = this;
    this.wake = null;
    if (wake) wake();
    else this.onStir();
  }
}
