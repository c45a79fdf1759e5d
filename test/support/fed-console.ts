import { type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { stringify } from 'yaml';
import { freePort } from '../../src/platform/database/embedded-postgres/free-port.js';
import { connectBehind, ConsoleProcess, postmasterOf, type ProcessOptions } from './console-process.js';
import { type AskConsole } from './index-soundness.js';
import { until } from './until.js';

const director = 'fed';
const wholeLimitMs = 300_000;
/** First key of the locks by which one process of all feeds the index of a Director. */
const feedLocks = 7_301_136;

/** A console process that may be killed, over a catalog whose Director does not answer. Its database is its own, or is given. */
export class FedConsole {
  readonly folder = mkdtempSync(join(tmpdir(), 'backup-console-fed-'));
  readonly dataDir = join(this.folder, 'data');
  child: ChildProcess | null = null;
  private readonly options: ProcessOptions;
  private token: string | undefined;

  constructor(
    catalogUrl: string,
    private readonly databaseUrl: string | null = null,
    instanceKey = randomBytes(32).toString('hex'),
  ) {
    mkdirSync(this.dataDir);
    const file = join(this.folder, 'directors.yaml');
    const entry = {
      ...{ name: director, kind: 'bacula', address: '127.0.0.1', port: 9, password: 'nobody answers', tls: 'none' },
      ...{ catalogUrl, timezone: 'UTC' },
    };
    writeFileSync(file, stringify({ directors: [entry] }), { mode: 0o600 });
    const database: Record<string, string> = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
    this.options = { environment: { DIRECTORS_FILE: file, INSTANCE_KEY: instanceKey, ...database } };
  }

  get isAlive(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Returns when requests are served. */
  async start(): Promise<ConsoleProcess> {
    const app = await ConsoleProcess.start(this.dataDir, this.token, this.options);
    this.token = app.apiToken;
    this.child = app.child;
    return app;
  }

  /** Returns at once. */
  async spawn(): Promise<void> {
    this.child = ConsoleProcess.spawn(this.dataDir, await freePort(), this.options);
    for (const stream of [this.child.stdout, this.child.stderr]) stream?.resume();
  }

  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const { child } = this;
    if (child === null || !this.isAlive) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  /** A connection of the owner's. */
  async connect(): Promise<Client> {
    if (this.databaseUrl === null) return connectBehind(this.dataDir, 'console');
    const client = new Client({ connectionString: this.databaseUrl });
    await client.connect();
    return client;
  }

  readonly ask: AskConsole = async <Row extends object>(text: string, values: readonly unknown[] = []) => {
    const client = await this.connect();
    try {
      return (await client.query<Row>(text, [...values])).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  };

  /** Waits until exactly these runs are in the index, and nothing that retired long ago is left. */
  async untilWhole(jobIds: readonly number[], limitMs = wholeLimitMs): Promise<void> {
    const expected = [...jobIds].sort((a, b) => a - b).join(',');
    let seen: unknown;
    const isWhole = async (): Promise<boolean> => {
      const [row] = await this.ask<{ ids: string; waiting: number; old: number }>(
        `SELECT COALESCE((SELECT string_agg(job_id::text, ',' ORDER BY job_id) FROM name_run WHERE lineage_id IS NOT NULL), '') AS ids,
           (SELECT waiting FROM name_feed WHERE director = $1 AND read_at IS NOT NULL) AS waiting,
           (SELECT count(*)::int FROM name_lineage WHERE retired_at < now() - interval '65 minutes') AS old`,
        [director],
      );
      seen = row;
      return row?.ids === expected && row.waiting === 0 && row.old === 0;
    };
    await until(() => isWhole().catch(() => false), limitMs).catch((cause: unknown) => {
      throw new Error(`The runs are ${expected}; the index says ${JSON.stringify(seen)}.`, { cause });
    });
  }

  /** The server process of the console whose turn it is to feed; null: nobody's. */
  async holderOfTurn(): Promise<number | null> {
    const text = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND granted";
    return (await this.ask<{ pid: number }>(text, [feedLocks]))[0]?.pid ?? null;
  }

  async remove(): Promise<void> {
    await this.end('SIGTERM');
    if (existsSync(join(this.dataDir, 'postgres/data/postmaster.pid'))) {
      process.kill(postmasterOf(this.dataDir).pid, 'SIGQUIT');
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

interface FoundPage {
  readonly items: readonly { readonly path: string; readonly client: string; readonly jobId: number }[];
  readonly nextCursor: string | null;
}

/** All that a search answers, page by page, sorted. */
export async function foundBy(app: ConsoleProcess, search: string): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { status: number; body: FoundPage } = await app.call(
      'GET',
      `${search}&director=${director}&limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    if (page.status !== 200) throw new Error(JSON.stringify(page.body));
    found.push(...page.body.items.map((item) => JSON.stringify([item.client, item.path, item.jobId])));
    cursor = page.body.nextCursor;
  }
  return found.sort();
}
