import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { connectBehind, ConsoleProcess, postmasterOf } from './console-process.js';
import { directorYaml } from './director-yaml.js';
import { readTree, type TreeEntry } from './tree.js';

/** A machine with something to lose: a tree, a console over it, and a first good Full that must outlive everything. */
export class CrashScene {
  readonly folder = mkdtempSync(join(tmpdir(), 'backup-console-crash-'));
  readonly dataDir = join(this.folder, 'data');
  readonly source = join(this.folder, 'source');
  readonly volumes = join(this.dataDir, 'volumes');
  app!: ConsoleProcess;
  base = 0;
  private baseTree = new Map<string, TreeEntry>();
  private token: string | undefined;

  constructor(readonly random: () => number) {}

  async prepare(): Promise<void> {
    mkdirSync(join(this.source, 'large'), { recursive: true });
    mkdirSync(join(this.source, 'small'));
    mkdirSync(this.dataDir);
    for (let file = 0; file < 12; file += 1) this.write(`large/file-${file}`, 3 * 2 ** 20);
    for (let file = 0; file < 300; file += 1) this.write(`small/file-${file}`, Math.floor(this.random() * 5_000));
    writeFileSync(join(this.dataDir, 'director.yaml'), directorYaml(this.dataDir, { Source: [this.source] }));
    await this.start();
    const run = await this.app.run('Full');
    expect(run.status).toBe('completed');
    this.base = run.jobId;
    this.baseTree = readTree(this.source);
  }

  async start(): Promise<void> {
    this.app = await ConsoleProcess.start(this.dataDir, this.token);
    this.token = this.app.apiToken;
  }

  write(name: string, size: number): void {
    const noise = Buffer.alloc(size);
    for (let at = 0; at + 4 <= size; at += 4) noise.writeUInt32LE(Math.floor(this.random() * 2 ** 32), at);
    writeFileSync(join(this.source, name), noise);
  }

  /** The way to the source's copy in a restore target. */
  restored(where: string): string {
    return join(where, this.source);
  }

  /** Every run has ended, and each volume is a whole sequence of tar entries of exactly its committed length. */
  async expectSound(): Promise<void> {
    const catalog = await connectBehind(this.dataDir, 'embedded_catalog');
    try {
      const stuck = await catalog.query("SELECT jobid, jobstatus FROM job WHERE jobstatus NOT IN ('T', 'W', 'f', 'A')");
      expect(stuck.rows).toEqual([]);
      const { rows } = await catalog.query<{ name: string; bytes: number }>(
        'SELECT volumename AS name, volbytes::float8 AS bytes FROM media WHERE volbytes > 0',
      );
      for (const { name, bytes } of rows) {
        const file = join(this.volumes, `${name}.tar.gz`);
        expect([name, statSync(file).size]).toEqual([name, bytes]);
        execFileSync('tar', ['-tzf', file], { maxBuffer: 2 ** 26 });
      }
    } finally {
      await catalog.end();
    }
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

  /** The first Full comes back byte for byte, whatever happened since. */
  async expectBaseRestores(name: string): Promise<void> {
    const where = join(this.dataDir, 'restores', name);
    const run = await this.app.waitForEnd(await this.app.restore([this.base], [this.source], where));
    expect(run.status).toBe('completed');
    expect(readTree(this.restored(where))).toEqual(this.baseTree);
    rmSync(where, { recursive: true });
  }

  /** A killed console leaves its PostgreSQL, which the next start would end; here nobody starts again. */
  async remove(): Promise<void> {
    await this.app.stop();
    if (existsSync(join(this.dataDir, 'postgres/data/postmaster.pid'))) {
      process.kill(postmasterOf(this.dataDir).pid, 'SIGQUIT');
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
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
