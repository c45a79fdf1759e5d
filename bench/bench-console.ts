import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { connectBehind, ConsoleProcess } from '../test/harness/fixtures/console-process.js';
import { until } from '../test/harness/fixtures/until.js';
import { type Target } from './http-caller.js';
import { type Scratch } from './scratch.js';

/** At 280 runs a second, as on a slow machine, comparing a million with earlier ones takes an hour. */
const completeLimitMs = 3 * 3_600_000;
const idleCheckMs = 3_000;
/** Of one core. On a slow machine polling alone took up to 0.17. */
const idleShare = 0.3;
const idleLimitMs = 600_000;
/** Unit of the CPU time in /proc. */
const tickMs = 10;

/** A console in a process of its own, as in production. */
export class BenchConsole {
  private constructor(readonly app: ConsoleProcess) {}

  static async start(dataDir: string, environment: Readonly<Record<string, string>>): Promise<BenchConsole> {
    return new BenchConsole(await ConsoleProcess.start(dataDir, undefined, { environment }));
  }

  /** With Bacula Directors that do not answer and catalogs that do; `catalogs` has the database of each Director. */
  static startWithCatalogs(
    scratch: Scratch,
    name: string,
    catalogs: Readonly<Record<string, string>>,
  ): Promise<BenchConsole> {
    const dataDir = join(scratch.folder, `console_${name}`);
    mkdirSync(dataDir, { recursive: true });
    const directorsFile = join(dataDir, 'directors.yaml');
    const entries = Object.entries(catalogs).map(([director, database], position) => ({
      ...{ name: director, kind: 'bacula', address: '127.0.0.1', port: 9, password: 'nobody answers', tls: 'none' },
      ...{ catalogUrl: scratch.readerUrl(database), timezone: 'UTC', default: position === 0 },
    }));
    writeFileSync(directorsFile, stringify({ directors: entries }), { mode: 0o600 });
    return BenchConsole.start(dataDir, { DIRECTORS_FILE: directorsFile });
  }

  /** `path` is below /api/v1. */
  at(path: string): Target {
    const headers = { authorization: `Bearer ${this.app.apiToken}` };
    return { url: this.app.url, path: `/api/v1${path}`, headers };
  }

  /** Throws unless the status is 200. */
  async get<T>(path: string): Promise<T> {
    const { status, body } = await this.app.call<T>('GET', path);
    if (status !== 200) throw new Error(`GET ${path} returned ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** Waits until all runs of the Director are stored and compared with each other. */
  async waitForRuns(director: string, runs: number): Promise<void> {
    const database = await connectBehind(this.app.dataDir, 'console');
    const isComplete = `SELECT 1 FROM run_sync_state WHERE director = $1 AND filled_from = 0
      AND NOT EXISTS (SELECT FROM outlier_queue WHERE director = $1) AND (SELECT count(*) FROM run WHERE director = $1) >= $2`;
    await until(async () => (await database.query(isComplete, [director, runs])).rowCount === 1, completeLimitMs);
    await database.query('VACUUM ANALYZE');
    await database.end();
  }

  /** Runs whose file names are in the search index, and those that still wait for it. */
  async searchIndex(director: string): Promise<{ readonly runs: number; readonly waiting: number }> {
    type Body = { readonly searchIndex: { readonly runs: number; readonly waiting: number } | null };
    return (await this.get<Body>(`/directors/${director}`)).searchIndex ?? { runs: 0, waiting: 0 };
  }

  async waitForSearchIndex(director: string, leastRuns: number): Promise<void> {
    await until(async () => {
      const { runs, waiting } = await this.searchIndex(director);
      return waiting === 0 && runs >= leastRuns;
    }, completeLimitMs);
  }

  /** The index is deleted and created again. */
  async rebuildSearchIndex(director: string): Promise<void> {
    const path = `/api/v1/admin/search-index/${director}/rebuild`;
    const response = await fetch(`${this.app.url}${path}`, { method: 'POST', headers: this.at('').headers });
    if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${await response.text()}`);
  }

  /** Waits until the process has little to do: its work after a start would slow down what is measured. At most ten minutes. */
  async waitUntilIdle(): Promise<'idle' | 'busy'> {
    const endMs = performance.now() + idleLimitMs;
    while (performance.now() < endMs) {
      const beforeMs = this.processorMs();
      await new Promise((resolve) => setTimeout(resolve, idleCheckMs));
      if (this.processorMs() - beforeMs < idleCheckMs * idleShare) return 'idle';
    }
    return 'busy';
  }

  /** MiB, without PostgreSQL. */
  peakMemory(): number {
    return this.app.peakMemory() / 2 ** 20;
  }

  async stop(): Promise<void> {
    await this.app.stop();
  }

  private processorMs(): number {
    const [, fields = ''] = readFileSync(`/proc/${this.app.pid}/stat`, 'utf8').split(') ');
    const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
    return (user + system) * tickMs;
  }
}
