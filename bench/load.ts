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
  /** Of an answer whose head is not whole yet. */
  private head = '';
  /** Bytes of the body that are still to come; null before the head is whole. */
  private left: number | null = null;
  private settle: { done: () => void; fail: (error: Error) => void } | null = null;

  private constructor(
    private socket: Socket,
    private readonly reopen: () => Promise<Socket>,
    private readonly request: string,
  ) {
    this.listen();
  }

  static async open({ url, path, token }: Target): Promise<Caller> {
    const { hostname, port } = new URL(url);
    const reopen = () => connected(Number(port), hostname);
    const request = `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    return new Caller(await reopen(), reopen, request);
  }

  async ask(): Promise<void> {
    // A server ends a connection that has long had nothing to do, such as while a peer was asked.
    if (this.socket.destroyed || this.socket.readableEnded) await this.renew();
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

  private async renew(): Promise<void> {
    this.socket.destroy();
    this.socket = await this.reopen();
    this.listen();
  }

  private listen(): void {
    this.socket.on('data', (chunk: Buffer) => this.take(chunk));
    this.socket.on('error', (error) => this.settle?.fail(error));
    this.socket.on('close', () => this.settle?.fail(new Error('The server closed the connection.')));
  }

  /** Bodies are counted, not read: putting the parts of a long answer together took as long as making it. */
  private take(chunk: Buffer): void {
    this.left = this.left === null ? this.bodyLeft(chunk) : this.left - chunk.length;
    if (this.left === null || this.left > 0) return;
    this.left = null;
    this.settle?.done();
  }

  private bodyLeft(chunk: Buffer): number | null {
    this.head += chunk.toString('latin1');
    const end = this.head.indexOf('\r\n\r\n');
    if (end < 0) return null;
    const [head, begun] = [this.head.slice(0, end), this.head.length - end - 4];
    this.head = '';
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    if (head.startsWith('HTTP/1.1 200') && length !== undefined) return Number(length) - begun;
    this.settle?.fail(new Error(`An answer without use: ${head}`));
    return null;
  }
}

async function connected(port: number, host: string): Promise<Socket> {
  const socket = connect(port, host);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  return socket;
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
