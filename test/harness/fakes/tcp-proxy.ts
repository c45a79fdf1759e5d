import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between two programs on loopback and can get in their way. */
export class TcpProxy {
  /** Changes what the caller sends. */
  change: (bytes: Buffer) => Buffer = (bytes) => bytes;
  /** The caller hears so much of the answers from now on; then the connection is cut. Null: all. */
  cutAfterBytes: number | null = null;
  /** Connections are taken and closed at once. */
  refuses = false;
  /** All bytes that callers sent. */
  readonly sent: Buffer[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {}

  static async to(target: number): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server, target);
    server.on('connection', (caller) => proxy.join(caller));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get connections(): number {
    return this.sockets.size / 2;
  }

  /** Cuts every connection that there is. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Nothing passes any more, not even an end, over the connections that there are. Returns how to cut them. */
  hang(): () => void {
    const hung = [...this.sockets];
    for (const socket of hung) socket.removeAllListeners('data').pause();
    return () => {
      for (const socket of hung) socket.destroy();
    };
  }

  async close(): Promise<void> {
    this.server.close();
    this.cut();
    await once(this.server, 'close');
  }

  private join(caller: Socket): void {
    if (this.refuses) {
      caller.destroy();
      return;
    }
    const target = connect({ host: '127.0.0.1', port: this.target });
    for (const [socket, other] of [
      [caller, target],
      [target, caller],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
    caller.on('data', (bytes) => {
      this.sent.push(bytes);
      target.write(this.change(bytes));
    });
    target.on('data', (bytes) => this.answer(caller, bytes));
  }

  private answer(caller: Socket, bytes: Buffer): void {
    if (this.cutAfterBytes === null) {
      caller.write(bytes);
      return;
    }
    const heard = bytes.subarray(0, this.cutAfterBytes);
    this.cutAfterBytes -= heard.length;
    caller.write(heard, () => {
      if (this.cutAfterBytes === 0) caller.destroy();
    });
  }
}
