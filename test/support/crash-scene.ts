import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { type Client } from 'pg';
import { connectBehind, ConsoleProcess, postmasterOf, type ProcessOptions } from './console-process.js';
import { Soundness } from './crash-soundness.js';
import { readTree, type TreeEntry } from './tree.js';
import { until } from './until.js';

const mebibyte = 2 ** 20;

/**
 * A machine with something to lose: a tree, a console over it, and a first good Full that must outlive everything. Beside the
 * job `Source` stands `Churn`, whose volumes are small and expire after a second, so that they are purged and used again.
 */
export class CrashScene {
  readonly folder = mkdtempSync(join(tmpdir(), 'backup-console-crash-'));
  readonly dataDir = join(this.folder, 'data');
  readonly source = join(this.folder, 'source');
  readonly volumes = join(this.dataDir, 'volumes');
  readonly churn = join(this.folder, 'churn');
  app!: ConsoleProcess;
  base = 0;
  private baseTree = new Map<string, TreeEntry>();
  private token: string | undefined;
  private sound!: Soundness;

  /** How the console is started. */
  options: ProcessOptions = {};

  constructor(readonly random: () => number) {}

  async prepare(): Promise<void> {
    for (const folder of [join(this.source, 'large'), join(this.source, 'small'), this.churn, this.dataDir])
      mkdirSync(folder, { recursive: true });
    for (let file = 0; file < 12; file += 1) this.write(`large/file-${file}`, 3 * mebibyte);
    for (let file = 0; file < 300; file += 1) this.write(`small/file-${file}`, Math.floor(this.random() * 5_000));
    for (let file = 0; file < 4; file += 1) writeFileSync(join(this.churn, `file-${file}`), this.noise(2 * mebibyte));
    writeFileSync(join(this.dataDir, 'director.yaml'), this.directorYaml());
    await this.start();
    this.sound = new Soundness(this.seen(this.volumes), join(this.dataDir, 'director'));
    const run = await this.app.run('Full');
    expect(run.status).toBe('completed');
    this.base = run.jobId;
    this.baseTree = readTree(this.source);
  }

  async start(): Promise<void> {
    this.app = await ConsoleProcess.start(this.dataDir, this.token, this.options);
    this.token = this.app.apiToken;
  }

  write(name: string, size: number): void {
    writeFileSync(join(this.source, name), this.noise(size));
  }

  /** The way from here to a path as the console sees it, which may have mounts of its own. */
  seen(path: string): string {
    return this.options.wrap ? `/proc/${this.app.pid}/root${path}` : path;
  }

  /** A connection to the catalog; while PostgreSQL is away it is waited for. */
  catalog(): Promise<Client> {
    return until(() => connectBehind(this.seen(this.dataDir), 'embedded_catalog').catch(() => null));
  }

  /** Holds, or comes to hold without anybody's help: each run has ended with its reason, each volume is whole, nothing is left over. */
  async expectSound(limitMs = 60_000): Promise<void> {
    let flaws: readonly string[] = [];
    const look = async (): Promise<boolean> => {
      flaws = await this.flaws();
      return flaws.length === 0;
    };
    await until(look, limitMs).catch(() => undefined);
    expect(flaws).toEqual([]);
    expect(this.app.output()).not.toMatch(/is missing|is too short|does not know/);
  }

  /** Orders are taken again once the Director has its catalog back, and what is ordered then goes well. */
  async expectServing(): Promise<void> {
    const jobId = await until(() => this.app.order('Full', 'Churn').catch(() => null));
    expect((await this.app.waitForEnd(jobId)).status).toBe('completed');
  }

  /** What bears a final name in a killed restore's target is whole: byte for byte what was backed up. */
  expectNoHalfFiles(where: string): void {
    if (!existsSync(where)) return;
    const files = [...readTree(where)].filter(([name, { type }]) => type === 'file' && !isTemporary(name));
    const prefix = `${this.source.slice(1)}/`;
    for (const [name, found] of files) {
      const original = this.baseTree.get(name.replace(prefix, ''));
      expect([name, found.sha256]).toEqual([name, original?.sha256]);
    }
  }

  /** The first Full comes back byte for byte, whatever happened since, and takes away what killed restores left in the target. */
  async expectBaseRestores(name: string): Promise<void> {
    expect(await this.restored([this.base], name)).toEqual(this.baseTree);
  }

  /** Whatever was missed by runs that were killed is caught by the next one: the newest chain is the tree as it stands. */
  async expectChainRestores(name: string): Promise<void> {
    expect((await this.app.run('Incremental')).status).toBe('completed');
    const catalog = await this.catalog();
    const { rows } = await catalog.query<{ jobid: number }>(
      `SELECT jobid FROM job WHERE name = 'Source' AND jobstatus = 'T' AND jobid >=
         (SELECT max(jobid) FROM job WHERE name = 'Source' AND jobstatus = 'T' AND level = 'F') ORDER BY jobid`,
    );
    await catalog.end();
    const chain = rows.map(({ jobid }) => jobid);
    expect(await this.restored(chain, name)).toEqual(readTree(this.source));
  }

  /** A killed console leaves its PostgreSQL, which the next start would end; here nobody starts again. */
  async remove(): Promise<void> {
    await this.app.stop();
    if (existsSync(join(this.dataDir, 'postgres/data/postmaster.pid'))) {
      process.kill(postmasterOf(this.dataDir).pid, 'SIGQUIT');
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  private async restored(jobids: readonly number[], name: string): Promise<Map<string, TreeEntry>> {
    const where = join(this.dataDir, 'restores', name);
    const run = await this.app.waitForEnd(await this.app.restore(jobids, [this.source], where));
    expect(run.status).toBe('completed');
    const tree = readTree(this.seen(join(where, this.source)));
    rmSync(this.seen(where), { recursive: true });
    return tree;
  }

  private async flaws(): Promise<readonly string[]> {
    const catalog = await this.catalog();
    try {
      return await this.sound.flaws(catalog);
    } catch (error) {
      // PostgreSQL going away under the look, or a volume purged under it.
      return [String(error)];
    } finally {
      await catalog.end();
    }
  }

  private noise(size: number): Buffer {
    const noise = Buffer.alloc(size);
    for (let at = 0; at + 4 <= size; at += 4) noise.writeUInt32LE(Math.floor(this.random() * 2 ** 32), at);
    return noise;
  }

  private directorYaml(): string {
    const storage = 'Local';
    return JSON.stringify({
      director: { name: 'embedded' },
      clients: [{ name: 'local' }, { name: 'second' }],
      storages: [{ name: storage, folder: this.volumes, compression: 1 }],
      pools: [
        { name: 'Default', volumeSize: '64 MiB', retention: '60 days' },
        { name: 'Short', volumeSize: '3 MiB', retention: '1 second' },
      ],
      filesets: [
        { name: 'Source', include: [this.source], exclude: [] },
        { name: 'Churn', include: [this.churn], exclude: [] },
      ],
      schedules: [],
      jobs: [
        { name: 'Source', client: 'local', fileset: 'Source', storage, pool: 'Default', level: 'Incremental' },
        { name: 'Churn', client: 'second', fileset: 'Churn', storage, pool: 'Short', level: 'Full' },
      ],
    });
  }
}

const isTemporary = (name: string): boolean => name.split('/').at(-1)?.startsWith('.backup-console.') ?? false;

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
