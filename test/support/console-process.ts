import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { until } from './until.js';
import { freePort } from '../../src/platform/database/embedded-postgres/free-port.js';

const main = fileURLToPath(new URL('../../src/main.js', import.meta.url));
/** Characters of the output that are kept: all of it but in the longest tests. */
const keptOutput = 4 * 2 ** 20;
const mostStarts = 3;
export const processPassword = 'a long password of the tests';

export interface SeenRun {
  readonly jobId: number;
  readonly status: string;
  readonly level: string;
  readonly files: number;
}

export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface ProcessOptions {
  /** A command that ends in starting its arguments in its own place, such as one that enters a namespace. */
  readonly wrap?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** A whole console in a process of its own, with its own PostgreSQL below `dataDir`: what a machine would really run. */
export class ConsoleProcess {
  private token = '';

  private constructor(
    readonly dataDir: string,
    readonly child: ChildProcess,
    readonly url: string,
    readonly output: () => string,
    /** From the spawn to the line that says ready. */
    readonly readyMs: number,
  ) {}

  /** Only spawns it: for a console that is to die while it starts. */
  static spawn(dataDir: string, port: number, options: ProcessOptions = {}): ChildProcess {
    const command = [...(options.wrap ?? []), process.execPath, main];
    return spawn(command[0]!, command.slice(1), {
      env: {
        ...{ PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' },
        ...{ ADMIN_PASSWORD: processPassword, REQUESTS_PER_MINUTE: '0', ...options.environment },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Answers when requests are served and a token is at hand. Throws with the output where the start fails. */
  static async start(dataDir: string, token?: string, options: ProcessOptions = {}): Promise<ConsoleProcess> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await ConsoleProcess.startOnce(dataDir, token, options);
      } catch (error) {
        // A port that was free when it was chosen may be that of anybody's connection when the console gets to it.
        if (tries === mostStarts || !String(error).includes('EADDRINUSE')) throw error;
      }
    }
  }

  private static async startOnce(
    dataDir: string,
    token: string | undefined,
    options: ProcessOptions,
  ): Promise<ConsoleProcess> {
    const port = await freePort();
    const startedMs = performance.now();
    let output = '';
    const child = ConsoleProcess.spawn(dataDir, port, options);
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-keptOutput)));
    await until(() => (output.includes('is ready') || child.exitCode !== null ? true : null));
    if (child.exitCode !== null) throw new Error(output);
    const readyMs = performance.now() - startedMs;
    const running = new ConsoleProcess(dataDir, child, `http://127.0.0.1:${port}`, () => output, readyMs);
    running.token = token ?? (await running.makeToken());
    return running;
  }

  get apiToken(): string {
    return this.token;
  }

  async call<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(90_000),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as T };
  }

  /** Starts a run of the job and answers its id. */
  async order(level = 'Full', job = 'Source'): Promise<number> {
    const { status, body } = await this.call<{ jobId: number }>('POST', '/operations/jobs/run', { job, level });
    if (status !== 202) throw new Error(`The order was answered with ${status}: ${JSON.stringify(body)}`);
    return body.jobId;
  }

  async restore(jobids: readonly number[], paths: readonly string[], where: string): Promise<number> {
    const { status, body } = await this.call<{ jobId: number }>('POST', '/restore/run', { jobids, paths, where });
    if (status !== 202) throw new Error(`The restore was answered with ${status}: ${JSON.stringify(body)}`);
    return body.jobId;
  }

  async run(level = 'Full', job = 'Source'): Promise<SeenRun> {
    return this.waitForEnd(await this.order(level, job));
  }

  /** What keeps the console from answering for a moment, such as a database that comes back, is waited out. */
  async waitForEnd(jobId: number, limitMs = 600_000): Promise<SeenRun> {
    return until(async () => {
      const seen = await this.call<SeenRun>('GET', `/operations/runs/${jobId}?wait=5`).catch(() => null);
      return seen?.status === 200 && !['running', 'waiting'].includes(seen.body.status) ? seen.body : null;
    }, limitMs);
  }

  async log(jobId: number): Promise<string> {
    return JSON.stringify((await this.call('GET', `/operations/runs/${jobId}/log`)).body);
  }

  /** The most memory that the process, its worker threads included, ever held, in bytes; its PostgreSQL is not in it. */
  peakMemory(): number {
    return statusFigure(this.pid, 'VmHWM');
  }

  residentMemory(): number {
    return statusFigure(this.pid, 'VmRSS');
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('The console did not start.');
    return this.child.pid;
  }

  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    await ended;
  }

  private async makeToken(): Promise<string> {
    const json = { 'content-type': 'application/json' };
    const signedIn = await fetch(`${this.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ username: 'admin', password: processPassword }),
    });
    const cookie = signedIn.headers.getSetCookie().map((text) => text.split(';')[0]).join('; '); // prettier-ignore
    const made = await fetch(`${this.url}/api/v1/tokens`, {
      method: 'POST',
      headers: { ...json, cookie },
      body: JSON.stringify({ name: 'tests' }),
    });
    const { plaintext } = (await made.json()) as { plaintext?: string };
    if (plaintext === undefined) throw new Error(`No token was made: ${signedIn.status}, ${made.status}`);
    return plaintext;
  }
}

function statusFigure(pid: number, name: string): number {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

/** Process id and port of the PostgreSQL below `dataDir`. */
export function postmasterOf(dataDir: string): { readonly pid: number; readonly port: number } {
  const lines = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/** A connection to a database of that PostgreSQL: `console` or `embedded_catalog`. Lost ones end in silence. */
export async function connectBehind(dataDir: string, database: string): Promise<Client> {
  const client = new Client({ connectionString: urlBehind(dataDir, database) });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

export function urlBehind(dataDir: string, database: string): string {
  const secret = readFileSync(join(dataDir, 'postgres/password'), 'utf8').trim();
  const { port } = postmasterOf(dataDir);
  return `postgres://console:${secret}@127.0.0.1:${port}/${database}`;
}
