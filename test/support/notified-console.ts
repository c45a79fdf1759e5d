import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  connectBehind,
  ConsoleProcess,
  postmasterOf,
  processPassword,
  type ProcessOptions,
} from './console-process.js';
import { MoodyReceiver, moods } from './moody-receiver.js';
import { until } from './until.js';

/** One for each sort of channel: what programs read, what keeps incidents, what people read. */
export const formats = ['standard', 'pagerduty', 'slack'] as const;
export type ToldFormat = (typeof formats)[number];

/** What jobs read. `toggled` folders come and go, so that their jobs end in more than one way. */
const jobs = {
  Good: ['files'],
  Partial: ['files', 'never there'],
  Flapping: ['toggled'],
  Varying: ['files', 'toggled'],
} as const;
export const jobNames = Object.keys(jobs);

/** A console that is made to be killed, with small jobs that end in each way, and three receivers that fail in many. */
export class NotifiedConsole {
  readonly folder = mkdtempSync(join(tmpdir(), 'backup-console-told-'));
  readonly dataDir = join(this.folder, 'data');
  /** Events hold absolute links; the port is another one after each start. */
  readonly options: ProcessOptions = {
    environment: { WEBHOOK_ALLOW: '127.0.0.1/32', BASE_URL: 'http://localhost:8080' },
  };
  readonly receivers = new Map<ToldFormat, MoodyReceiver>();
  /** Ids, once they are made. */
  readonly channels = new Map<ToldFormat, string>();
  /** What was on record before there was anybody to tell. */
  readonly untold = new Set<string>();
  app!: ConsoleProcess;
  cookie = '';
  private token: string | undefined;

  constructor(readonly random: () => number) {}

  async prepare(): Promise<void> {
    for (const name of ['data', 'files', 'toggled']) mkdirSync(join(this.folder, name));
    for (const name of ['files/a', 'toggled/b']) writeFileSync(join(this.folder, name), name);
    writeFileSync(join(this.dataDir, 'director.yaml'), this.directorYaml());
    for (const format of formats) this.receivers.set(format, await MoodyReceiver.start(this.random));
    await this.start();
    this.cookie = await this.logIn();
    await until(async () => (await this.rows('SELECT 1 FROM event WHERE fanned_out_at IS NULL')).length === 0);
    for (const { id } of await this.rows<{ id: string }>('SELECT id FROM event')) this.untold.add(id);
    for (const format of formats) this.channels.set(format, await this.addChannel(format));
  }

  async start(): Promise<void> {
    this.app = await ConsoleProcess.start(this.dataDir, this.token, this.options);
    this.token = this.app.apiToken;
  }

  receiver(format: ToldFormat): MoodyReceiver {
    return this.receivers.get(format)!;
  }

  /** Settles when the next post is taken, before its sender can have heard of that. */
  untilTaken(): Promise<void> {
    return new Promise((resolve) => {
      for (const receiver of this.receivers.values()) receiver.onTaken = resolve;
    });
  }

  changeMoods(): void {
    for (const receiver of this.receivers.values()) receiver.become(this.pick(moods));
  }

  recover(): void {
    for (const receiver of this.receivers.values()) receiver.become('well');
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)]!;
  }

  /** Half of the time what two of the jobs read is there. */
  toggle(): void {
    const folder = join(this.folder, 'toggled');
    rmSync(folder, { recursive: true, force: true });
    if (this.random() < 0.5) return;
    mkdirSync(folder);
    writeFileSync(join(folder, 'b'), String(this.random()));
  }

  /** By the owner's connection, in one of the two databases. */
  async rows<T>(text: string, values: readonly unknown[] = [], database = 'console'): Promise<readonly T[]> {
    const client = await connectBehind(this.dataDir, database);
    try {
      return (await client.query(text, [...values])).rows as T[];
    } finally {
      await client.end();
    }
  }

  async remove(): Promise<void> {
    // Nothing was started where the preparation failed.
    await (this.app as ConsoleProcess | undefined)?.stop();
    if (existsSync(join(this.dataDir, 'postgres/data/postmaster.pid'))) {
      process.kill(postmasterOf(this.dataDir).pid, 'SIGQUIT');
    }
    await Promise.all([...this.receivers.values()].map(({ receiver }) => receiver.close()));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  private async logIn(): Promise<string> {
    const answer = await fetch(`${this.app.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: processPassword }),
    });
    return answer.headers.getSetCookie().map((text) => text.split(';')[0]).join('; '); // prettier-ignore
  }

  private async addChannel(format: ToldFormat): Promise<string> {
    const { status, body } = await this.app.call<{ id: string }>('POST', '/admin/notifications/channels', {
      ...{ name: format, kind: 'webhook', format, url: `${this.receiver(format).receiver.url}/${format}` },
      ...{ patterns: ['**'], minSeverity: format === 'pagerduty' ? 'warning' : 'info' },
      ...(format === 'pagerduty' ? { serviceKey: 'a'.repeat(32) } : {}),
    });
    if (status !== 201) throw new Error(`The channel was not made: ${JSON.stringify(body)}`);
    return body.id;
  }

  private directorYaml(): string {
    const [storage, pool] = ['Local', 'Default'];
    const entries = Object.entries(jobs);
    const paths = (names: readonly string[]): string[] => names.map((name) => join(this.folder, name));
    return JSON.stringify({
      director: { name: 'embedded' },
      // One for each job: those of one client run one after the other.
      clients: entries.map(([name]) => ({ name: `of-${name}` })),
      storages: [{ name: storage, folder: join(this.dataDir, 'volumes') }],
      pools: [{ name: pool, retention: '60 days' }],
      filesets: entries.map(([name, include]) => ({ name, include: paths(include), exclude: [] })),
      schedules: [],
      jobs: entries.map(([name]) => ({ name, client: `of-${name}`, fileset: name, storage, pool, level: 'Full' })),
    });
  }
}

/** Asks a database that may be away for a moment. */
export function patiently<T>(ask: () => Promise<T>): Promise<T> {
  return until(() =>
    ask()
      .then((value) => ({ value }))
      .catch(() => null),
  ).then(({ value }) => value);
}
