import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { connectBehind, ConsoleProcess } from '../../test/support/console-process.js';
import { until } from '../../test/support/until.js';
import { type Target } from '../load.js';
import { type Scratch } from './scratch.js';

/** A Director of the console: `files` has many files, `runs` many runs. */
export type BenchDirector = 'files' | 'runs';

interface HealthCheck {
  readonly id: string;
  readonly status: string;
  readonly message: string;
}

const sampleMs = 200;
const wholeLimitMs = 3_600_000;

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

  /** Waits until all runs of the Director are on record. Answers the seconds since it began to wait. */
  async recordIsWhole(director: BenchDirector, runs: number): Promise<number> {
    const startedMs = performance.now();
    const record = await connectBehind(this.app.dataDir, 'console');
    const isWhole = `SELECT 1 FROM run_feed WHERE director = $1 AND filled_from = 0 AND (SELECT count(*) FROM run WHERE director = $1) >= $2`;
    await until(async () => (await record.query(isWhole, [director, runs])).rowCount === 1, wholeLimitMs);
    await record.query('VACUUM ANALYZE');
    await record.end();
    return (performance.now() - startedMs) / 1000;
  }

  /** The health check of the index of names; null where this console has none. */
  async indexCheck(): Promise<HealthCheck | null> {
    const { body } = await this.get('files', '/director/health');
    return findCheck(body, 'search.index');
  }

  /** Waits until the index of names holds every run; answers the seconds, or null where this console has no such index. */
  async indexIsWhole(): Promise<number | null> {
    const startedMs = performance.now();
    if ((await this.indexCheck()) === null) return null;
    await until(async () => isWholeIndex(await this.indexCheck()), wholeLimitMs);
    return (performance.now() - startedMs) / 1000;
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

  private sample(): void {
    try {
      this.resident.push(this.app.residentMemory());
    } catch {
      clearInterval(this.sampling);
    }
  }
}

function findCheck(value: unknown, id: string): HealthCheck | null {
  if (typeof value !== 'object' || value === null) return null;
  if ('id' in value && value.id === id) return value as HealthCheck;
  for (const part of Object.values(value)) {
    const found = findCheck(part, id);
    if (found) return found;
  }
  return null;
}

/** "1,200 of 1,200 runs are in the search index." */
export function isWholeIndex(check: HealthCheck | null): boolean {
  const [, done, all] = /([\d,]+) of ([\d,]+) runs/.exec(check?.message ?? '') ?? [];
  return check?.status === 'ok' && (done === undefined || done === all);
}
