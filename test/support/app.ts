import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type Clock } from '../../src/domain/clock.js';
import { readSettings } from '../../src/platform/config/settings.js';
import { freePort } from '../../src/platform/database/embedded-postgres/free-port.js';
import { type RunningConsole, startConsole } from '../../src/start/start-console.js';
import { copyDatabase } from './database.js';
import { checkAgainstDocument } from './document-check.js';

export const adminPassword = 'correct horse battery staple';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed JSON; undefined where the answer holds none. */
  readonly body: never;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One caller: the same credential on every call. */
export class Caller {
  constructor(
    private readonly base: string,
    readonly credential: Readonly<Record<string, string>>,
  ) {}

  async call(method: Method, path: string, options: CallOptions = {}): Promise<Answer> {
    const hasBody = options.body !== undefined;
    const response = await fetch(`${this.base}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...this.credential, ...(hasBody ? { 'content-type': 'application/json' } : {}), ...options.headers },
      ...(hasBody ? { body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) } : {}),
    });
    const text = await response.text();
    const contentType = response.headers.get('content-type');
    checkAgainstDocument({ method, path: `/api/v1${path}`, status: response.status, contentType, text });
    return { status: response.status, headers: response.headers, text, body: parsed(text) as never };
  }

  get(path: string, headers?: CallOptions['headers']): Promise<Answer> {
    return this.call('GET', path, { headers: headers ?? {} });
  }

  post(path: string, body?: unknown, headers?: CallOptions['headers']): Promise<Answer> {
    return this.call('POST', path, { body, headers: headers ?? {} });
  }

  put(path: string, body?: unknown, headers?: CallOptions['headers']): Promise<Answer> {
    return this.call('PUT', path, { body, headers: headers ?? {} });
  }

  patch(path: string, body?: unknown, headers?: CallOptions['headers']): Promise<Answer> {
    return this.call('PATCH', path, { body, headers: headers ?? {} });
  }

  delete(path: string, headers?: CallOptions['headers']): Promise<Answer> {
    return this.call('DELETE', path, { headers: headers ?? {} });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export interface TestConsole {
  readonly url: string;
  readonly dataDir: string;
  readonly consoleDatabaseUrl: string;
  readonly catalogUrl: string;
  readonly running: RunningConsole;
  /** Every log line so far. */
  readonly log: readonly string[];
  readonly nobody: Caller;
  /** Signed in with a session cookie; users other than admin are made on first use with that role. */
  as(role: string): Promise<Caller>;
  /** A caller with a fresh API token of that role. */
  withToken(role: string): Promise<Caller>;
  /** Stops it; what `start` answers brings it back at the same address, over the same data. */
  down(): Promise<{ start(): Promise<void> }>;
  close(): Promise<void>;
}

export interface TestConsoleOptions {
  readonly clock?: Clock;
  readonly environment?: Readonly<Record<string, string>>;
  /** Written to DATA_DIR/director.yaml before the start. */
  readonly prepare?: (dataDir: string) => void;
}

/** The whole console over HTTP: a copy of the template databases, a fresh DATA_DIR, the embedded Director. */
export async function startTestConsole(options: TestConsoleOptions = {}): Promise<TestConsole> {
  const dataDir = mkdtempSync(join(tmpdir(), 'backup-console-app-'));
  options.prepare?.(dataDir);
  const consoleDatabaseUrl = await copyDatabase('template_console');
  const catalogUrl = await copyDatabase('template_catalog');
  const port = await freePort();
  const log: string[] = [];
  const settings = readSettings({
    DATA_DIR: dataDir,
    DATABASE_URL: consoleDatabaseUrl,
    EMBEDDED_CATALOG_URL: catalogUrl,
    INSTANCE_KEY: 'the instance key of a test console, long enough',
    ADMIN_PASSWORD: adminPassword,
    PORT: String(port),
    REQUESTS_PER_MINUTE: '0',
    ...options.environment,
  });
  const start = () =>
    startConsole(settings, {
      onNotice: (text) => log.push(text),
      ...(options.clock ? { clock: options.clock } : {}),
      logTo: collector(log),
    });
  let running = await start();
  const url = running.url;
  const callers = new Callers(`${url}/api/v1`);
  return {
    url,
    dataDir,
    consoleDatabaseUrl,
    catalogUrl,
    get running() {
      return running;
    },
    log,
    nobody: new Caller(`${url}/api/v1`, {}),
    as: (role) => callers.as(role),
    withToken: (role) => callers.withToken(role),
    down: async () => {
      await running.stop();
      return { start: async () => void (running = await start()) };
    },
    close: async () => {
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function collector(lines: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
}

class Callers {
  private readonly sessions = new Map<string, Promise<Caller>>();

  constructor(private readonly base: string) {}

  as(role: string): Promise<Caller> {
    const known = this.sessions.get(role);
    if (known) return known;
    const made = role === 'admin' ? this.logIn('admin', adminPassword) : this.makeUser(role);
    this.sessions.set(role, made);
    return made;
  }

  async withToken(role: string): Promise<Caller> {
    const session = await this.as(role);
    const created = await session.post('/tokens', { name: `${role} of a test` });
    const { plaintext } = created.body as { plaintext: string };
    return new Caller(this.base, { authorization: `Bearer ${plaintext}` });
  }

  private async makeUser(role: string): Promise<Caller> {
    const admin = await this.as('admin');
    const username = `${role}-user`;
    const password = `${role} password of a test`;
    const created = await admin.post('/admin/users', { username, password, role });
    if (created.status !== 201) throw new Error(`cannot make ${username}: ${created.text}`);
    return this.logIn(username, password);
  }

  private async logIn(username: string, password: string): Promise<Caller> {
    const answer = await new Caller(this.base, {}).post('/auth/login', { username, password });
    const cookie = /backupweb_session=[^;]+/.exec(answer.headers.getSetCookie().join('; '))?.[0];
    if (cookie === undefined) throw new Error(`cannot sign in as ${username}: ${answer.text}`);
    return new Caller(this.base, { cookie });
  }
}
