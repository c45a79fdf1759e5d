import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DataSource } from 'typeorm';
import { RunsRepository } from '../src/features/runs/store/runs.repository.js';
import { connectBehind, ConsoleProcess, urlBehind } from '../test/harness/fixtures/console-process.js';
import { until } from '../test/harness/fixtures/until.js';
import { directorYaml } from '../test/harness/builders/director-yaml.js';
import { type Target } from './load.js';
import { type YardstickOrder } from './yardstick.js';
import { testProgram } from '../test/harness/fixtures/built-files.js';

export const recentPath = '/api/v1/operations/jobs/recent?limit=50';

/** A console with its own PostgreSQL in a folder of its own, and what is measured beside it. */
export class Machine {
  readonly folder = mkdtempSync(join(tmpdir(), 'backup-console-bench-'));
  readonly dataDir = join(this.folder, 'data');
  app!: ConsoleProcess;
  private readonly children: ChildProcess[] = [];

  async start(
    filesets: Readonly<Record<string, string>> = {},
    environment: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    mkdirSync(this.dataDir, { recursive: true });
    const folders = Object.entries({ Nothing: this.folder, ...filesets }).map(([name, folder]) => [name, [folder]]);
    const yaml = directorYaml(this.dataDir, Object.fromEntries(folders) as Record<string, string[]>);
    writeFileSync(join(this.dataDir, 'director.yaml'), yaml);
    this.app = await ConsoleProcess.start(this.dataDir, undefined, { environment });
  }

  at(path: string): Target {
    return { url: this.app.url, path, token: this.app.apiToken };
  }

  /** So many ended runs of an hour each, all of them on the console's record. */
  async makeRuns(count: number): Promise<void> {
    const catalog = await connectBehind(this.dataDir, 'embedded_catalog');
    await catalog.query(
      `INSERT INTO job (job, name, type, level, clientid, jobstatus, schedtime, starttime, endtime, jobtdate, jobfiles, jobbytes,
         poolid, filesetid)
       SELECT 'Bench.' || n, 'Bench' || n % 20, 'B', 'I', 1, 'T', t, t, t + interval '1 hour', n, n % 1000, n * 1000, 1, 1
       FROM (SELECT n, timestamp '2010-01-01' + n * interval '8 minutes' AS t FROM generate_series(1, $1::int) n) runs`,
      [count],
    );
    await catalog.query('VACUUM ANALYZE job');
    await catalog.end();
    const record = await connectBehind(this.dataDir, 'console');
    const isWhole = 'SELECT 1 FROM run_sync_state WHERE filled_from = 0 AND (SELECT count(*) FROM run) >= $1';
    await until(async () => (await record.query(isWhole, [count])).rowCount === 1, 1_800_000);
    await record.query('VACUUM ANALYZE run');
    await record.end();
  }

  /** Starts the stand-in that answers `recent` with the same SQL and the same bytes. */
  async yardstick(kind: YardstickOrder['kind']): Promise<Target> {
    const child = fork(testProgram('bench/yardstick.ts'));
    this.children.push(child);
    const { body } = await this.app.call<unknown>('GET', '/operations/jobs/recent?limit=50');
    const statement = await recentStatement();
    child.send({
      kind,
      statement,
      databaseUrl: this.databaseUrl(),
      answer: body,
    } satisfies YardstickOrder);
    const [port] = (await once(child, 'message')) as [number];
    return { ...this.at(recentPath), url: `http://127.0.0.1:${port}` };
  }

  async remove(): Promise<void> {
    for (const child of this.children) if (child.connected) child.disconnect();
    await this.app.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private databaseUrl(): string {
    return urlBehind(this.dataDir, 'console');
  }
}

/** What the console itself sends, under the name by which it is prepared. */
async function recentStatement(): Promise<YardstickOrder['statement']> {
  const asked: YardstickOrder['statement'][] = [];
  const query = ({ name, text, values }: YardstickOrder['statement']) => {
    asked.push({ text, values, ...(name === undefined ? {} : { name }) });
    return Promise.resolve({ rows: [] });
  };
  const runs = new RunsRepository({ driver: { master: { query } } } as unknown as DataSource);
  await runs.list({ director: 'embedded', filter: {}, sort: 'newest', limit: 51, after: null, downTo: null });
  if (!asked[0]) throw new Error('The database was not asked.');
  return asked[0];
}
