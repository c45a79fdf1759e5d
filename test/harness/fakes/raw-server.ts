import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** `count`: requests so far, this one included, over all connections. */
type OnData = (socket: Socket, count: number, text: string) => void;

/** A server on loopback that answers bytes, for what no HTTP server can be made to say. */
export class RawServer {
  /** Pieces of data that came; small requests come in one. */
  requests = 0;

  private greeter: (socket: Socket) => void = () => undefined;
  private handler: OnData = () => undefined;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      this.greeter(socket);
      socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
      socket.on('data', (chunk: Buffer) => {
        this.requests += 1;
        this.handler(socket, this.requests, chunk.toString('latin1'));
      });
    });
  }

  static async start(): Promise<RawServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new RawServer(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  onConnection(greeter: (socket: Socket) => void): void {
    this.greeter = greeter;
  }

  onData(handler: OnData): void {
    this.handler = handler;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}
