import { connect, type Socket } from 'node:net';

export interface Target {
  readonly url: string;
  readonly path: string;
  /** With the credential. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * One persistent connection that sends one request after another. It reads only where a response ends, because it shares the
 * machine's cores with the console.
 */
class HttpCaller {
  /** Of a response whose head is not complete. */
  private head = '';
  /** Missing bytes of the body; null while the head is not complete. */
  private missing: number | null = null;
  private settle: { done: () => void; fail: (error: Error) => void } | null = null;

  private constructor(
    private readonly socket: Socket,
    private readonly request: string,
  ) {
    this.socket.on('data', (chunk: Buffer) => this.take(chunk));
    this.socket.on('error', (error) => this.settle?.fail(error));
    this.socket.on('close', () => this.settle?.fail(new Error('The server closed the connection.')));
  }

  static async open({ url, path, headers }: Target): Promise<HttpCaller> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject);
    });
    const lines = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    return new HttpCaller(socket, `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  }

  async call(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.settle = { done: resolve, fail: reject };
      this.socket.write(this.request);
    });
    this.settle = null;
  }

  close(): void {
    this.settle = null;
    this.socket.destroy();
  }

  /** Bodies are counted, not read: joining the parts of a long response took as long as the console needed to create it. */
  private take(chunk: Buffer): void {
    this.missing = this.missing === null ? this.missingBody(chunk) : this.missing - chunk.length;
    if (this.missing === null || this.missing > 0) return;
    this.missing = null;
    this.settle?.done();
  }

  private missingBody(chunk: Buffer): number | null {
    this.head += chunk.toString('latin1');
    const end = this.head.indexOf('\r\n\r\n');
    if (end < 0) return null;
    const [head, bodyLength] = [this.head.slice(0, end), this.head.length - end - 4];
    this.head = '';
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    if (head.startsWith('HTTP/1.1 200') && length !== undefined) return Number(length) - bodyLength;
    this.settle?.fail(new Error(`Expected status 200 with a Content-Length, but received: ${head}`));
    return null;
  }
}

/** Milliseconds of each request, one after another, until there are enough of them or the time is over. */
export async function latencies(
  target: Target,
  { requests, limitMs }: { readonly requests: number; readonly limitMs: number },
): Promise<readonly number[]> {
  const caller = await HttpCaller.open(target);
  const taken: number[] = [];
  const endMs = performance.now() + limitMs;
  try {
    for (let startedMs = 0; taken.length < requests && startedMs < endMs;) {
      startedMs = performance.now();
      await caller.call();
      taken.push(performance.now() - startedMs);
    }
  } finally {
    caller.close();
  }
  return taken;
}
