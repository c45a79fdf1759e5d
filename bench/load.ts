import { connect, type Socket } from 'node:net';

export interface Target {
  readonly url: string;
  readonly path: string;
  readonly token: string;
}

/**
 * One kept connection that asks one question after the other. It reads no more of an answer than where it ends, for the
 * generator shares the machine's cores with what it measures.
 */
export class Caller {
  private received = '';
  private settle: { done: () => void; fail: (error: Error) => void } | null = null;

  private constructor(
    private readonly socket: Socket,
    private readonly request: string,
  ) {
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => this.take(String(chunk)));
    socket.on('error', (error) => this.settle?.fail(error));
    socket.on('close', () => this.settle?.fail(new Error('The server closed the connection.')));
  }

  static async open({ url, path, token }: Target): Promise<Caller> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject);
    });
    return new Caller(socket, `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  }

  ask(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.settle = { done: resolve, fail: reject };
      this.socket.write(this.request);
    });
  }

  close(): void {
    this.settle = null;
    this.socket.destroy();
  }

  private take(chunk: string): void {
    this.received += chunk;
    const head = this.received.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = /content-length: (\d+)/i.exec(this.received.slice(0, head))?.[1];
    if (!this.received.startsWith('HTTP/1.1 200') || length === undefined) {
      this.settle?.fail(new Error(`An answer without use: ${this.received.slice(0, head)}`));
    } else if (this.received.length >= head + 4 + Number(length)) {
      this.received = '';
      this.settle?.done();
    }
  }
}

/** Requests a second with so many connections that are never idle. */
export async function flood(target: Target, seconds: number, connections = 16): Promise<number> {
  const callers = await Promise.all(Array.from({ length: connections }, () => Caller.open(target)));
  const startedMs = performance.now();
  let answers = 0;
  await Promise.all(
    callers.map(async (caller) => {
      while (performance.now() - startedMs < seconds * 1000) {
        await caller.ask();
        answers += 1;
      }
      caller.close();
    }),
  );
  return answers / ((performance.now() - startedMs) / 1000);
}

/** Milliseconds of each of so many requests, one after the other. */
export async function latencies(target: Target, requests: number): Promise<readonly number[]> {
  const caller = await Caller.open(target);
  const taken: number[] = [];
  for (let at = 0; at < requests; at += 1) {
    const startedMs = performance.now();
    await caller.ask();
    taken.push(performance.now() - startedMs);
  }
  caller.close();
  return taken;
}

/** Milliseconds of requests that come at a fixed rate, counted from when each was due, however long others take. */
export async function steady(target: Target, perSecond: number, seconds: number): Promise<readonly number[]> {
  const callers = await Promise.all(Array.from({ length: 32 }, () => Caller.open(target)));
  const startedMs = performance.now() + 50;
  const taken: number[] = [];
  await Promise.all(
    callers.map(async (caller, first) => {
      for (let at = first; at < perSecond * seconds; at += callers.length) {
        const dueMs = startedMs + (at * 1000) / perSecond;
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
        const sentMs = Math.max(dueMs, startedMs);
        await caller.ask();
        taken.push(performance.now() - sentMs);
      }
      caller.close();
    }),
  );
  return taken;
}
