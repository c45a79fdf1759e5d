import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, type Socket } from 'node:net';

export interface ReceivedPost {
  readonly method: string;
  /** Path with query, as it stood in the request. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ReceiverAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** `hang`: takes the request and never answers. `cut`: closes the connection instead of an answer. */
export type Answering = ReceiverAnswer | 'hang' | 'cut';

/** What to answer; undefined where it wrote to the response itself. */
export type Answerer = (post: ReceivedPost, response: ServerResponse) => Answering | undefined;

export interface WebhookReceiverOptions {
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly host?: string;
  readonly port?: number;
}

/** A real HTTP server on loopback that takes webhooks. Answers 204 until told otherwise. */
export class WebhookReceiver {
  /** What came, oldest first. */
  readonly requests: ReceivedPost[] = [];
  /** How many connections were opened, those that said nothing included. */
  connections = 0;
  port = 0;

  private answerer: Answerer = () => ({ status: 204 });
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: ReturnType<typeof createServer>,
    private readonly scheme: 'http' | 'https',
    private readonly host: string,
  ) {
    server.on('connection', (socket: Socket) => {
      this.connections += 1;
      this.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      // A sender that hangs up early is what many tests are about.
      void this.take(request, response).catch(() => undefined);
    });
  }

  /** On a free port of `host`, or on the one given; with a certificate and its key it speaks https. */
  static async start(options: WebhookReceiverOptions = {}): Promise<WebhookReceiver> {
    const server = options.tls ? createSecureServer(options.tls) : createServer();
    const host = options.host ?? '127.0.0.1';
    const receiver = new WebhookReceiver(server, options.tls ? 'https' : 'http', host);
    server.listen(options.port ?? 0, host);
    await once(server, 'listening');
    receiver.port = (server.address() as AddressInfo).port;
    return receiver;
  }

  /** Without a final slash. */
  get url(): string {
    return `${this.scheme}://${this.host.includes(':') ? `[${this.host}]` : this.host}:${this.port}`;
  }

  /** How it answers from the next request on. */
  answerWith(answer: Answering | Answerer): void {
    this.answerer = typeof answer === 'function' ? answer : () => answer;
  }

  /** Cuts the connections that are open and takes no new ones. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = request;
    const post = { method, path, headers, body: Buffer.concat(chunks).toString() };
    this.requests.push(post);
    const answer = this.answerer(post, response);
    if (answer === 'cut') request.socket.destroy();
    else if (typeof answer === 'object') {
      response.writeHead(answer.status ?? 200, answer.headers ?? {}).end(answer.body ?? '');
    }
  }
}
