import { mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client } from 'pg';
import { connectCatalog } from '../../src/adapters/director/embedded/catalog-connection.js';
import { EmbeddedDirector } from '../../src/adapters/director/embedded/embedded-director.js';
import { Clock } from '../../src/domain/clock.js';
import { type RunOrder } from '../../src/domain/director.port.js';
import { everything } from '../../src/domain/scope.js';
import { copyDatabase } from './database.js';
import { until } from './until.js';

/** The real time, moved by what a test wants. */
export class ShiftedClock extends Clock {
  shiftMs = 0;

  override now(): Date {
    return new Date(Date.now() + this.shiftMs);
  }
}

export interface RunRow {
  readonly jobid: number;
  readonly status: string;
  readonly level: string;
  readonly files: number;
  readonly bytes: number;
  readonly errors: number;
  readonly comment: string;
  readonly name: string;
}

export interface FileRowSeen {
  readonly path: string;
  readonly fileindex: number;
  readonly lstat: string;
  readonly md5: string;
}

const ended = new Set(['T', 'f', 'A', 'E']);

/** An embedded Director over folders and a catalog of the test's own: `source` is what is backed up, `data` is DATA_DIR. */
export class EmbeddedMachine {
  readonly clock = new ShiftedClock();
  readonly notices: string[] = [];
  private running: EmbeddedDirector | null = null;

  private constructor(
    readonly folder: string,
    readonly catalogUrl: string,
    readonly catalog: Client,
  ) {}

  static async make(): Promise<EmbeddedMachine> {
    const folder = mkdtempSync(join(tmpdir(), 'backup-console-machine-'));
    mkdirSync(join(folder, 'source'));
    mkdirSync(join(folder, 'data'));
    const url = await copyDatabase('template_catalog');
    return new EmbeddedMachine(folder, url, await connectCatalog(url, 'test'));
  }

  get source(): string {
    return join(this.folder, 'source');
  }

  get data(): string {
    return join(this.folder, 'data');
  }

  get volumes(): string {
    return join(this.data, 'volumes');
  }

  get director(): EmbeddedDirector {
    if (!this.running) throw new Error('Start the machine first.');
    return this.running;
  }

  /** director.yaml with one job `Source` over `source`; pieces can be replaced. */
  configure(pieces: { pool?: string; fileset?: string; more?: string; schedules?: string; job?: string } = {}): void {
    const lines = [
      'clients: [{ name: local }, { name: second }]',
      `storages: [{ name: Local, folder: ${JSON.stringify(this.volumes)}, compression: 1 }]`,
      `pools: [{ name: Default, ${pieces.pool ?? 'volumeSize: 1 GiB, retention: 60 days'} }]`,
      `filesets: [{ name: Source, ${pieces.fileset ?? `include: [${JSON.stringify(this.source)}]`} }]`,
      pieces.schedules ?? '',
      'jobs:',
      `  - { name: Source, client: local, fileset: Source, storage: Local, pool: Default${pieces.job ?? ''} }`,
      '  - { name: Second Job, client: second, fileset: Source, storage: Local, pool: Default }',
      pieces.more ?? '',
    ];
    writeFileSync(join(this.data, 'director.yaml'), lines.join('\n'));
  }

  async start(): Promise<EmbeddedDirector> {
    this.running = await EmbeddedDirector.start({
      name: 'embedded',
      folder: this.data,
      programFolder: this.source,
      catalogUrl: this.catalogUrl,
      clock: this.clock,
      onNotice: (text) => this.notices.push(text),
    });
    return this.running;
  }

  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = null;
  }

  async remove(): Promise<void> {
    await this.stop();
    await this.catalog.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async order(job: string, level: string, more: Partial<RunOrder> = {}): Promise<number> {
    const mark = more.mark ?? `test:${Math.random().toString(36).slice(2)}`;
    const { jobId } = await this.director.startRun(everything, { job, level, ...more, mark });
    return jobId;
  }

  /** Runs the job and waits for its end. */
  async run(level = 'Full', job = 'Source'): Promise<RunRow> {
    return this.waitForEnd(await this.order(job, level));
  }

  async waitForEnd(jobId: number): Promise<RunRow> {
    return until(async () => {
      const row = await this.record(jobId);
      return ended.has(row.status) ? row : null;
    });
  }

  async record(jobId: number): Promise<RunRow> {
    const { rows } = await this.catalog.query<RunRow>(
      `SELECT jobid, jobstatus AS status, level, jobfiles AS files, jobbytes::float8 AS bytes, joberrors AS errors, comment,
         job AS name FROM job WHERE jobid = $1`,
      [jobId],
    );
    return rows[0]!;
  }

  async log(jobId: number): Promise<string> {
    const { rows } = await this.catalog.query<{ logtext: string }>(
      'SELECT logtext FROM log WHERE jobid = $1 ORDER BY logid',
      [jobId],
    );
    return rows.map((row) => row.logtext).join('');
  }

  /** File rows of a run; paths relative to `source` (latin1 text), folders with their final slash. */
  async files(jobId: number): Promise<readonly FileRowSeen[]> {
    const { rows } = await this.catalog.query<{ path: Buffer; fileindex: number; lstat: string; md5: string }>(
      `SELECT convert_to(path || filename, 'SQL_ASCII') AS path, fileindex, lstat, md5 FROM file JOIN path USING (pathid)
       WHERE jobid = $1 ORDER BY fileindex, path || filename`,
      [jobId],
    );
    const prefix = `${this.source}/`;
    return rows.map((row) => ({ ...row, path: row.path.toString('latin1').replace(prefix, '') }));
  }

  async media(): Promise<readonly { name: string; status: string; bytes: number }[]> {
    const { rows } = await this.catalog.query<{ name: string; status: string; bytes: number }>(
      'SELECT volumename AS name, volstatus AS status, volbytes::float8 AS bytes FROM media ORDER BY mediaid',
    );
    return rows;
  }

  /** A file of holes in `source`: it takes no disk, and long to read. */
  makeEndless(): void {
    writeFileSync(join(this.source, 'endless'), '');
    truncateSync(join(this.source, 'endless'), 200 * 2 ** 30);
  }

  /** Waits until the run has read so much that it is surely in the middle of its work. */
  async untilReading(jobId: number): Promise<void> {
    await until(async () => {
      const live = (await this.director.liveRuns(everything, [jobId])).get(jobId);
      return (live?.progress?.bytes ?? 0) > 2 ** 20;
    });
  }

  /** Bytes of a volume's file. */
  volumeSize(name = 'Default-0001'): number {
    return statSync(join(this.volumes, `${name}.tar.gz`)).size;
  }

  /** Bytes of the first volume as the catalog has them. */
  async storedBytes(): Promise<number> {
    return (await this.media())[0]!.bytes;
  }
}
