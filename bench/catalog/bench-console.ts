import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { connectBehind, ConsoleProcess } from '../../test/harness/fixtures/console-process.js';
import { until } from '../../test/harness/fixtures/until.js';
import { type Target } from '../load.js';
import { type Scratch } from './scratch.js';

/** A Director of the console: `files` has many files, `runs` many runs. */
export type BenchDirector = 'files' | 'runs';

export interface IndexStanding {
  readonly runs: number;
  /** Runs that are not in it yet. */
  readonly waiting: number;
  readonly isWhole: boolean;
}

const sampleMs = 200;
const wholeLimitMs = 3_600_000;
const quietLookMs = 3_000;
/** Of one core. */
const quietShare = 0.04;
const quietLimitMs = 600_000;
/** Of the kernel's clock that counts a process's work: a hundred a second. */
const tickMs = 10;

/** The console as it is in service, in front of two Directors that are down while their catalogs are at hand. */
export class BenchConsole {
  private readonly resident: number[] = [];
  private readonly sampling: NodeJS.Timeout;

  private constructor(readonly app: ConsoleProcess) {
    this.sampling = setInterval(() => this.sample(), sampleMs);
  }

  static async start(scratch: Scratch, name: string, catalogs: Record<BenchDirector, string>): Promise<BenchConsole> {
    const dataDir = join(scratch.folder, `console_${name}`);
    mkdirSync(dataDir, { recursive: true });
    const directorsFile = join(dataDir, 'directors.yaml');
    const entries = Object.entries(catalogs).map(([director, database], place) => ({
      ...{ name: director, kind: 'bacula', address: '127.0.0.1', port: 9, password: 'nobody answers', tls: 'none' },
      ...{ catalogUrl: scratch.readerUrl(database), timezone: 'UTC', default: place === 0 },
    }));
    writeFileSync(directorsFile, stringify({ directors: entries }), { mode: 0o600 });
    return new BenchConsole(
      await ConsoleProcess.start(dataDir, undefined, { environment: { DIRECTORS_FILE: directorsFile } }),
    );
  }

  /** A path of the API with this Director chosen. */
  at(director: BenchDirector, path: string): Target {
    const query = `${path.includes('?') ? '&' : '?'}director=${director}`;
    return { url: this.app.url, path: `/api/v1${path}${query}`, token: this.app.apiToken };
  }

  async get(director: BenchDirector, path: string): Promise<{ readonly status: number; readonly body: unknown }> {
    return this.app.call('GET', `${path}${path.includes('?') ? '&' : '?'}director=${director}`);
  }

  /** Waits until all runs of the Director are on record and compared with each other. Answers the seconds since it began to wait. */
  async recordIsWhole(director: BenchDirector, runs: number): Promise<number> {
    const startedMs = performance.now();
    const record = await connectBehind(this.app.dataDir, 'console');
    const isWhole = `SELECT 1 FROM run_sync_state WHERE director = $1 AND filled_from = 0 AND NOT EXISTS (SELECT FROM outlier_queue WHERE director = $1)
      AND (SELECT count(*) FROM run WHERE director = $1) >= $2`;
    await until(async () => (await record.query(isWhole, [director, runs])).rowCount === 1, wholeLimitMs);
    await record.query('VACUUM ANALYZE');
    await record.end();
    return (performance.now() - startedMs) / 1000;
  }

  /** How far the index of names has come with a Director; 'missing' where this console keeps none. */
  async indexStanding(director: BenchDirector = 'files'): Promise<IndexStanding | 'missing'> {
    const { body } = await this.app.call<{ readonly searchIndex?: Omit<IndexStanding, 'isWhole'> | null }>(
      'GET',
      `/directors/${director}`,
    );
    if (body.searchIndex === undefined) return 'missing';
    const { runs, waiting } = body.searchIndex ?? { runs: 0, waiting: 0 };
    return { runs, waiting, isWhole: runs > 0 && waiting === 0 };
  }

  /** Waits until the index of names holds so many runs and none waits; answers the seconds, or null where there is no index. */
  async indexIsWhole(director: BenchDirector, least: number): Promise<number | null> {
    const startedMs = performance.now();
    if ((await this.indexStanding(director)) === 'missing') return null;
    await until(async () => {
      const standing = await this.indexStanding(director);
      return standing !== 'missing' && standing.waiting === 0 && standing.runs >= least ? true : null;
    }, wholeLimitMs);
    return (performance.now() - startedMs) / 1000;
  }

  /** Waits until the process has little to do by itself: what it does after a start would be measured with everything else. */
  async isQuiet(): Promise<void> {
    await until(async () => {
      const before = this.processorMs();
      await new Promise((resolve) => setTimeout(resolve, quietLookMs));
      return this.processorMs() - before < quietLookMs * quietShare ? true : null;
    }, quietLimitMs);
  }

  /** Has the index thrown away and fed anew. */
  async rebuildIndex(): Promise<'begun' | 'missing'> {
    const response = await fetch(`${this.app.url}/api/v1/admin/search-index/files/rebuild`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.app.apiToken}` },
    });
    if (response.status === 404) return 'missing';
    if (!response.ok) throw new Error(`The rebuild was answered with ${response.status}: ${await response.text()}`);
    return 'begun';
  }

  /** MiB: the most that was seen, and the most that the system ever counted. */
  memory(): { readonly sampled: number; readonly peak: number } {
    this.sample();
    return { sampled: Math.max(...this.resident) / 2 ** 20, peak: this.app.peakMemory() / 2 ** 20 };
  }

  async stop(): Promise<void> {
    clearInterval(this.sampling);
    await this.app.stop();
  }

  private processorMs(): number {
    const [, fields = ''] = readFileSync(`/proc/${this.app.child.pid}/stat`, 'utf8').split(') ');
    const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
    return (user + system) * tickMs;
  }

  private sample(): void {
    try {
      this.resident.push(this.app.residentMemory());
    } catch {
      clearInterval(this.sampling);
    }
  }
}
