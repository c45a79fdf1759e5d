import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restoreFiles } from '../../src/adapters/director/embedded/restore/restore-files.js';
import { type RestoreTask } from '../../src/adapters/director/embedded/restore/restore-task.js';
import { type TaskOutcome } from '../../src/adapters/director/embedded/task.js';
import { copyDatabase } from './database.js';
import { VolumeMaker } from './volume-maker.js';

export interface Told {
  readonly outcome: TaskOutcome | null;
  /** The reason of a fatal end. */
  readonly failure: string | null;
  readonly infos: readonly string[];
  readonly warnings: readonly string[];
  readonly files: number;
  readonly bytes: number;
}

export interface Watcher {
  readonly onBytes?: (total: number) => void;
  readonly onCurrent?: (path: Buffer) => void;
  readonly isCanceled?: () => boolean;
}

/** A catalog and a volume folder of a test's own, and a folder to restore to with one beside it that must stay as it is. */
export class RestoreScene {
  private constructor(
    readonly maker: VolumeMaker,
    readonly folder: string,
  ) {}

  static async start(): Promise<RestoreScene> {
    const folder = mkdtempSync(join(tmpdir(), 'backup-console-restore-'));
    for (const name of ['where', 'outside']) mkdirSync(join(folder, name));
    const catalogUrl = await copyDatabase('template_catalog');
    return new RestoreScene(await VolumeMaker.start(catalogUrl, join(folder, 'volumes')), folder);
  }

  async stop(): Promise<void> {
    await this.maker.stop();
    // Restored folders may keep their owner out.
    execFileSync('chmod', ['-R', 'u+rwx', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  get where(): string {
    return join(this.folder, 'where');
  }

  get outside(): string {
    return join(this.folder, 'outside');
  }

  /** Path of what a backed-up path became. */
  at(path: string): string {
    return join(this.where, path);
  }

  text(path: string): string {
    return readFileSync(this.at(path), 'utf8');
  }

  has(path: string): boolean {
    return existsSync(this.at(path));
  }

  async restore(task: Partial<RestoreTask> & Pick<RestoreTask, 'jobids'>, watcher: Watcher = {}): Promise<Told> {
    const told = { infos: [] as string[], warnings: [] as string[], files: 0, bytes: 0 };
    const control = {
      isCanceled: () => watcher.isCanceled?.() ?? false,
      add: (files: number, bytes: number) => {
        told.files += files;
        told.bytes += bytes;
        if (bytes > 0) watcher.onBytes?.(told.bytes);
      },
      current: (path: Buffer) => watcher.onCurrent?.(path),
    };
    const log = { info: (text: string) => told.infos.push(text), warning: (text: string) => told.warnings.push(text) };
    try {
      const outcome = await restoreFiles(await this.task(task), control, log);
      return { ...told, outcome, failure: null };
    } catch (error) {
      return { ...told, outcome: null, failure: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Every temporary that is left anywhere in the scene. */
  temporaries(): readonly string[] {
    return readdirSync(this.folder, { recursive: true, encoding: 'latin1' }).filter((name) =>
      name.includes('.restoring-'),
    );
  }

  async task(task: Partial<RestoreTask> & Pick<RestoreTask, 'jobids'>): Promise<RestoreTask> {
    return {
      jobId: task.jobId ?? (await this.maker.makeJob('R', 'R')),
      catalogUrl: this.maker.catalogUrl,
      storageFolders: { File: this.maker.folder },
      selection: [],
      where: this.where,
      replace: 'always',
      anywhere: false,
      protectedFolders: [],
      openFolders: [],
      ...task,
    };
  }
}

export function selected(...paths: readonly (string | Buffer)[]): readonly Buffer[] {
  return paths.map((path) => Buffer.from(path));
}

export function modeOf(path: string | Buffer): number {
  return lstatSync(path).mode & 0o7777;
}
